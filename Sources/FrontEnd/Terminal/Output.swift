import Glibc
package import Secrets
import Synchronization
import TextLayout
package import TextOutput
package import WalletAPI
package import WalletModel

/// Writes results and notes for people, always through `TextOutput`.
package enum Output {
  private static func writing(_ body: () throws(OutputFailure) -> Void) throws(WalletError) {
    do throws(OutputFailure) {
      try body()
    } catch {
      let isFull = error.number == ENOSPC || error.number == EDQUOT
      throw WalletError(
        isFull ? .diskFull : .diskFault,
        detail: .text("couldn't write the output", "die Ausgabe ließ sich nicht schreiben"))
    }
  }

  /// Text with line ends of our own. Other invisible characters are made visible.
  package static func text(_ text: String, to output: TextOutput = Streams.current.output)
    throws(WalletError)
  {
    try writing { () throws(OutputFailure) in try output.text(text) }
  }

  /// Writes text with colours to standard output.
  package static func styled(_ text: StyledText) throws(WalletError) {
    try writing { () throws(OutputFailure) in try Streams.current.output.styled(text) }
  }

  /// Writes to a file, which is created or replaced; nil: standard output.
  package static func text(_ text: String, file: String?) throws(WalletError) {
    guard let file else { return try self.text(text) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw WalletError.usage(
        "can't write \(Text.clean(file)): \(reason)",
        "\(Text.clean(file)) lässt sich nicht schreiben: \(reason)")
    }
    defer { close(descriptor) }
    try self.text(text, to: TextOutput(descriptor))
  }

  /// One line, whatever the text contains.
  package static func line(_ text: String, to output: TextOutput = Streams.current.output)
    throws(WalletError)
  {
    try writing { () throws(OutputFailure) in try output.line(text) }
  }

  /// Writes a line for people to standard error. Errors are ignored.
  package static func note(_ text: String) {
    let isHeld = held.withLock { held in
      if held?.contains(text) == false { held?.append(text) }
      return held != nil
    }
    if !isHeld { try? line(text, to: Streams.current.error) }
  }

  /// Notes that wait because the screen uses the terminal; nil: notes are written at once.
  private static let held = Mutex<[String]?>(nil)

  /// Makes notes wait until `releaseNotes`, because they would be written across the screen. Each
  /// note is kept once.
  package static func holdNotes() { held.withLock { $0 = [] } }

  /// The notes that wait, oldest first.
  package static var heldNotes: [String] { held.withLock { $0 ?? [] } }

  /// Writes the notes that wait. From now on notes are written at once.
  package static func releaseNotes() {
    let notes = heldNotes
    held.withLock { $0 = nil }
    for text in notes { note(text) }
  }

  /// Shows a text on a terminal while `body` runs, and then removes it.
  package static func progress<Value>(_ text: String, _ body: () throws(WalletError) -> Value)
    throws(WalletError) -> Value
  {
    let output = Streams.current.error
    let isTerminal = output.isTerminal
    func show(_ text: String) {
      guard isTerminal else { return }
      try? output.sequences([.lineStart])
      try? output.text(text)
    }
    show(text + "…")
    defer {
      show(String(repeating: " ", count: Text.width(of: text) + 1))
      show("")
    }
    return try body()
  }

  /// Digits from locked memory, without a `String`.
  package static func secret(_ secret: Secret, _ range: Range<Int>? = nil, to output: TextOutput)
    throws(WalletError)
  {
    try writing { () throws(OutputFailure) in try output.secret(secret, range) }
  }

  /// The version of the form of all JSON answers. It is raised when a change would break programs
  /// that read them. An additional member does not raise it.
  package static let formVersion = 1

  /// The text before and after `data` in an answer that is written by hand.
  package static let head = "{\"data\":"
  /// The end that belongs to `head`.
  package static let tail = ",\"version\":\(formVersion)}\n"

  /// `data` and `version` with sorted keys, one value in each line. Members that are null are left
  /// out.
  package static func json(_ data: JSON) throws(WalletError) {
    try json(compact: data.withoutNulls.openBytes)
  }

  /// `error` and `version`, on standard error.
  package static func json(_ error: WalletError) throws(WalletError) {
    // The version is inserted before the last brace of the object.
    let compact: [UInt8] = JSONWriter.bytes(error).dropLast() + Array(tail.utf8)
    try writing { () throws(OutputFailure) in
      try Streams.current.error.json(formatting: compact, before: "\n")
    }
  }

  /// The same for an answer that is already JSON.
  package static func json(compact: [UInt8]) throws(WalletError) {
    try writing { () throws(OutputFailure) in
      // With the text around it, a long list would be copied.
      try Streams.current.output.json(
        formatting: compact, depth: 1, after: "{\n  \"data\" : ",
        before: ",\n  \"version\" : \(formVersion)\n}\n")
    }
  }

  /// A piece of JSON that is written by hand because the answer contains secrets.
  package static func json(piece: String) throws(WalletError) {
    try writing { () throws(OutputFailure) in try Streams.current.output.json(piece) }
  }

  /// The same for a secret within a string.
  package static func json(secret: Secret) throws(WalletError) {
    try writing { () throws(OutputFailure) in
      try Streams.current.output.secret(secret, isQuoted: true)
    }
  }

  /// A text as a JSON string with its quotes.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1f}", "\u{7f}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether standard output is a terminal.
  package static var isTerminal: Bool { Streams.current.output.isTerminal }
}

extension JSON {
  fileprivate var withoutNulls: JSON {
    switch self {
    case .object(let fields):
      .object(
        fields.compactMap { field in
          if case .null = field.value { nil } else { (field.name, field.value.withoutNulls) }
        })
    case .array(let values): .array(values.map(\.withoutNulls))
    case .null, .bool, .integer, .number, .string, .secret, .locked: self
    }
  }
}

/// Rows in aligned columns, with two spaces between them.
package struct Table {
  private let titles: [String]
  private let right: Set<Int>
  private var rows: [[String]] = []

  /// A table without rows.
  ///
  /// - Parameter right: The columns whose cells are aligned to the right.
  package init(_ titles: [String], right: Set<Int> = []) {
    self.titles = titles
    self.right = right
  }

  /// Adds a row. The cells may contain text from outside, which is sanitised here.
  package mutating func add(_ cells: [String]) { rows.append(cells.map { Text.clean($0) }) }

  /// The table as lines, the titles first.
  package var text: String {
    let lines = [titles] + rows
    let widths = titles.indices.map { column in
      lines.map { Text.width(of: $0[column]) }.max() ?? 0
    }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let isRight = right.contains(column)
        let last = column == cells.count - 1 && !isRight
        line += last ? cell : Text.pad(cell, to: widths[column], right: isRight)
      }
      return line + "\n"
    }.joined()
  }
}
