import Canvas
import TextLayout

/// A frame as lines of text, and which of them are new.
///
/// The canvas's regions decide which lines count: only the overlay if there is one, otherwise
/// everything but the footer. Frames, bars and decorative glyphs are left out. The line with the
/// cursor has the focus.
struct Transcript {
  struct Line: Equatable {
    /// Without decoration. Columns are separated by commas, a label from its value by a colon. It
    /// begins with a number if the number selects the line.
    var text: String
    /// The text with each number replaced by a sign, to find lines that differ only in numbers.
    var withoutNumbers: String
    var isHeader = false
    var hasFocus = false
  }

  /// The current place. If it changes, all lines are new.
  private var place = ""
  private var isOverlay = false
  private(set) var lines: [Line] = []
  /// Messages that are shown once.
  private var toasts: [Region] = []

  init() {}

  init(_ canvas: Canvas) {
    let over: [Region.Role] = [.dialog, .help, .palette]
    let top = canvas.regions.last { over.contains($0.role) }
    let header = canvas.regions.last { $0.role == .header }
    let footer = canvas.regions.last { $0.role == .footer }
    let phone = canvas.regions.last { $0.role == .phone }
    let pane = canvas.regions.last { $0.role == .list || $0.role == .details }
    isOverlay = top != nil
    // The number of cards and the selected card do not make another place.
    place =
      top.map { "\($0.role) \($0.label)" }
      ?? pane.map { $0.role == .list ? "list" : "details \($0.label)" } ?? ""
    toasts = canvas.regions.filter { $0.role == .toast }
    let reader = CellReader(canvas)
    for y in 0..<canvas.size.height {
      let row = Rect(0, y, canvas.size.width, 1)
      var parts = [top?.rect ?? (footer?.rect.y == y ? Rect(0, 0, 0, 0) : row)]
      if let phone { parts.append(phone.rect) }
      let columns = parts.map { $0.intersection(row) }.filter { $0.width > 0 && $0.height > 0 }
      guard let text = columns.lazy.map({ reader.line($0) }).first(where: { !$0.isEmpty }) else {
        continue
      }
      lines.append(
        Line(
          text: text,
          withoutNumbers: reader.isChoice(y) ? text : Self.withoutNumbers(text),
          isHeader: top == nil && header?.rect.y == y, hasFocus: canvas.cursor?.y == y))
    }
  }

  /// Numbers of any length are equal.
  private static func withoutNumbers(_ text: String) -> String {
    text.split { $0.isASCII && $0.isNumber }.joined(separator: "#")
  }

  // MARK: Changes

  /// The lines to print after `before`.
  ///
  /// - Parameter isTime: Only time has passed: changed numbers are not new.
  func changes(since before: Transcript, isTime: Bool) -> [Line] {
    let old = Set(before.toasts)
    let printed = toasts.filter { !old.contains($0) }.map {
      // Its parts are separated as those of a line of the canvas.
      Line(text: $0.label.replacing(part: " · ", with: ", "), withoutNumbers: "")
    }
    var texts = Set(before.lines.map(\.text))
    guard place == before.place else {
      return printed + lines.filter { !$0.isHeader || !texts.contains($0.text) }
    }
    let textsWithoutNumbers = Set(before.lines.map(\.withoutNumbers))
    let focus = before.lines.first { $0.hasFocus }?.text
    return printed
      + lines.filter { line in
        if line.hasFocus && line.text != focus && !isTime { return true }
        guard texts.insert(line.text).inserted else { return false }
        return isOverlay && !isTime || !textsWithoutNumbers.contains(line.withoutNumbers)
      }
  }
}

/// Reads the text of a canvas's cells.
private struct CellReader {
  private let canvas: Canvas
  /// The number that selects the line.
  private var numbers: [Int: Int] = [:]
  /// Lines with keys and their effects.
  private var hints: Set<Int> = []

  init(_ canvas: Canvas) {
    self.canvas = canvas
    for region in canvas.regions {
      let words = region.target?.split(separator: " ") ?? []
      guard words.count == 2 else { continue }
      switch words[0] {
      case "row", "item", "choice": numbers[region.rect.y] = Int(words[1]).map { $0 + 1 }
      case "key", "run": hints.insert(region.rect.y)
      default: break
      }
    }
  }

  /// Whether a number selects this line.
  func isChoice(_ y: Int) -> Bool { numbers[y] != nil }

  func line(_ columns: Rect) -> String {
    var parts: [String] = []
    var part = ""
    var blanks = 0
    for x in columns.x..<columns.maxX {
      let cell = canvas[x, columns.y]
      guard cell.width > 0, !isMaskDot(x, columns) else { continue }
      if cell.scalar <= 0x20 || Self.isDecoration(cell.scalar) {
        blanks += cell.scalar <= 0x20 ? 1 : 2
        continue
      }
      if blanks >= 2 && !part.isEmpty {
        parts.append(part)
        part = ""
      } else if blanks == 1 && !part.isEmpty {
        part += " "
      }
      blanks = 0
      for value in [cell.scalar, cell.marks.0, cell.marks.1] where value != 0 {
        part.unicodeScalars.append(Self.readable(value))
      }
    }
    if !part.isEmpty { parts.append(part) }
    guard !parts.isEmpty else { return "" }
    guard let number = numbers[columns.y] else {
      let isLabelled = parts.count == 2 && !hints.contains(columns.y)
      return parts.joined(separator: isLabelled ? ": " : ", ")
    }
    // Some lines already begin with their number.
    if parts[0] == "\(number)" { parts.removeFirst() }
    return "\(number). " + parts.joined(separator: ", ")
  }

  /// Whether the dot is one of the two before the last digits of a card, and not a separator.
  private func isMaskDot(_ x: Int, _ columns: Rect) -> Bool {
    guard canvas[x, columns.y].scalar == 0xb7 else { return false }
    return [x - 1, x + 1].contains {
      $0 >= columns.x && $0 < columns.maxX && canvas[$0, columns.y].scalar == 0xb7
    }
  }

  /// Box drawing, blocks and shapes; dingbats; Braille; dots between words, and quotation marks
  /// around choices.
  static func isDecoration(_ value: UInt32) -> Bool {
    switch value {
    case 0x2500...0x25ff, 0x2700...0x27bf, 0x2800...0x28ff, 0x00b7, 0x2039, 0x203a: true
    default: false
    }
  }

  /// Masks are read as stars.
  private static func readable(_ value: UInt32) -> Unicode.Scalar {
    value == 0x2022 ? "*" : Unicode.Scalar(value) ?? "?"
  }
}

extension SecretLines {
  static func isDecoration(_ value: UInt32) -> Bool { CellReader.isDecoration(value) }
}
