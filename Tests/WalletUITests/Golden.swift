import Canvas
import FoundationEssentials
import Testing

/// A screen as text that people can read and compare: the characters, and below them a letter for
/// each cell's looks with a legend.
enum Golden {
  /// Compares with the file of that name, or writes it when `WALLETUI_UPDATE_GOLDENS` is set.
  static func check(_ canvas: Canvas, _ name: String, source: SourceLocation = #_sourceLocation) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens", directoryHint: .isDirectory)
    let file = folder.appending(path: name + ".txt")
    let shown = describe(canvas)
    if ProcessInfo.processInfo.environment["WALLETUI_UPDATE_GOLDENS"] != nil {
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(throws: Never.self, sourceLocation: source) {
        try shown.write(to: file, atomically: true, encoding: .utf8)
      }
      return
    }
    guard let wanted = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record("there is no golden \(name)", sourceLocation: source)
      return
    }
    guard wanted != shown else { return }
    let pairs = zip(
      wanted.split(separator: "\n", omittingEmptySubsequences: false),
      shown.split(separator: "\n", omittingEmptySubsequences: false))
    let first = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(name) differs from line \((first?.offset ?? 0) + 1) on
      wanted: \(first?.element.0 ?? "")
      shown:  \(first?.element.1 ?? "")
      """, sourceLocation: source)
  }

  static func describe(_ canvas: Canvas) -> String {
    var legend: [Style: Character] = [:]
    var order: [Style] = []
    var looks: [String] = []
    for y in 0..<canvas.size.height {
      var line = ""
      for x in 0..<canvas.size.width {
        let style = canvas[x, y].style
        if legend[style] == nil {
          legend[style] = letter(order.count)
          order.append(style)
        }
        line.append(legend[style] ?? "?")
      }
      looks.append(line)
    }
    var text = "\(canvas.size.width)×\(canvas.size.height)\n"
    for y in 0..<canvas.size.height { text += "|" + canvas.text(row: y) + "|\n" }
    if let cursor = canvas.cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
    for span in canvas.secrets {
      text += "secret \(span.bytes) at \(span.origin.x),\(span.origin.y)\n"
    }
    // A gradient has more styles than there are letters: then the legend alone would be the test.
    text += looks.joined(separator: "\n") + "\n"
    for style in order { text += "\(legend[style] ?? "?") = \(describe(style))\n" }
    return text
  }

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    // Beyond the alphabet each style gets a character of its own from a block that is long enough.
    if index < letters.count { return letters[index] }
    return Unicode.Scalar(UInt32(0x4e00 + index)).map(Character.init) ?? "?"
  }

  private static func describe(_ style: Style) -> String {
    var words = [describe(style.foreground), "on", describe(style.background)]
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strike, "strike"),
    ]
    words += names.filter { style.attributes.contains($0.0) }.map(\.1)
    return words.joined(separator: " ")
  }

  private static func describe(_ color: Color) -> String {
    switch color.kind {
    case .default: "default"
    case .indexed(let index): "\(index)"
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
