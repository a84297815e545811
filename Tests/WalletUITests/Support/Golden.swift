import Canvas
import FoundationEssentials
import Testing

/// Screens as text that people can read and compare. A golden contains the characters of one screen
/// at several sizes, or the style of each cell at one size and colour depth. So a changed word
/// affects the goldens of characters only.
enum Golden {
  /// Compares the characters of several frames with the file of that name.
  static func check(
    characters frames: [Canvas], _ name: String, source: SourceLocation = #_sourceLocation
  ) {
    compare(frames.map(characters).joined(separator: "\n"), name, source)
  }

  /// Compares a letter for each cell's style, with a legend, with the file of that name.
  ///
  /// - Parameter usual: The same screen at the usual depth. Where the characters differ, they are
  ///   also in the golden.
  static func check(
    styles canvas: Canvas, usual: Canvas, _ name: String,
    source: SourceLocation = #_sourceLocation
  ) {
    let own = characters(canvas)
    compare((own == characters(usual) ? "" : own) + styles(canvas), name, source)
  }

  /// The names of all files, without their ending.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { String($0.dropLast(4)) }.sorted()
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Goldens", directoryHint: .isDirectory)

  /// Writes the file if `WALLETUI_UPDATE_GOLDENS` is set.
  private static func compare(_ shown: String, _ name: String, _ source: SourceLocation) {
    let file = folder.appending(path: name + ".txt")
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

  private static func characters(_ canvas: Canvas) -> String {
    var text = "\(canvas.size.width)×\(canvas.size.height)\n"
    for y in 0..<canvas.size.height { text += "|" + canvas.text(row: y) + "|\n" }
    if let cursor = canvas.cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
    for span in canvas.secrets {
      text += "secret \(span.bytes) at \(span.origin.x),\(span.origin.y)\n"
    }
    return text
  }

  private static func styles(_ canvas: Canvas) -> String {
    var legend: [Style: Character] = [:]
    var order: [Style] = []
    var text = ""
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width {
        let style = canvas[x, y].style
        if legend[style] == nil {
          legend[style] = letter(order.count)
          order.append(style)
        }
        text.append(legend[style] ?? "?")
      }
      text += "\n"
    }
    for style in order { text += "\(legend[style] ?? "?") = \(describe(style))\n" }
    return text
  }

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    // After the alphabet, styles get characters of a large block.
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
