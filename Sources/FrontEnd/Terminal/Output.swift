import Canvas
import FoundationEssentials
import Glibc
package import Secrets
import Synchronization
import TextLayout
package import TextOutput
import WalletAPI
package import WalletModel

/// Writes results, and what people are told beside them: all of it through `TextOutput`.
package enum Output {
  private static func writing(_ body: () throws(OutputFailure) -> Void) throws(WalletError) {
    do throws(OutputFailure) {
      try body()
    } catch {
      let isFull = error.number == ENOSPC || error.number == EDQUOT
      throw WalletError(
        isFull ? .diskFull : .diskFault, details: ["the output could not be written"])
    }
  }

  /// Text with line ends of ours; what else is in it that is not seen is made visible.
  package static func text(_ text: String, to output: TextOutput = .standard) throws(WalletError) {
    try writing { () throws(OutputFailure) in try output.text(text) }
  }

  /// Writes text with colours to standard output.
  package static func styled(_ text: StyledText) throws(WalletError) {
    try writing { () throws(OutputFailure) in try TextOutput.standard.styled(text) }
  }

  /// To a file, which is made or replaced; nil: standard output.
  package static func text(_ text: String, file: String?) throws(WalletError) {
    guard let file else { return try self.text(text) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw WalletError(
        .usage, details: ["\(Text.clean(file)) cannot be written: \(reason)"])
    }
    defer { close(descriptor) }
    try self.text(text, to: TextOutput(descriptor))
  }

  /// One line, whatever stands in it.
  package static func line(_ text: String, to output: TextOutput = .standard) throws(WalletError) {
    try writing { () throws(OutputFailure) in try output.line(text) }
  }

  /// Writes a line to standard error, for people only. A failure is ignored.
  package static func note(_ text: String) {
    let isHeld = held.withLock { held in
      if held?.contains(text) == false { held?.append(text) }
      return held != nil
    }
    if !isHeld { try? line(text, to: .error) }
  }

  /// Notes that wait for the terminal; nil: it is not the screen's.
  private static let held = Mutex<[String]?>(nil)

  /// Makes notes wait until `releaseNotes`, each once: they would be written across the screen.
  package static func holdNotes() { held.withLock { $0 = [] } }

  /// Notes that wait, oldest first; empty where none do.
  package static var heldNotes: [String] { held.withLock { $0 ?? [] } }

  /// Writes the notes that waited. From now on none waits.
  package static func releaseNotes() {
    let notes = heldNotes
    held.withLock { $0 = nil }
    for text in notes { note(text) }
  }

  /// Says what takes long while it does, where somebody watches; then takes it away again.
  package static func progress<Value>(_ text: String, _ body: () throws(WalletError) -> Value)
    throws(WalletError) -> Value
  {
    let isSeen = isatty(STDERR_FILENO) == 1
    func show(_ text: String) {
      guard isSeen else { return }
      try? TextOutput.error.sequences([.lineStart])
      try? TextOutput.error.text(text)
    }
    show(text + "…")
    defer {
      show(String(repeating: " ", count: Text.width(of: text) + 1))
      show("")
    }
    return try body()
  }

  /// Digits from locked memory, without a detour through a `String`.
  package static func secret(_ secret: Secret, _ range: Range<Int>? = nil, to output: TextOutput)
    throws(WalletError)
  {
    try writing { () throws(OutputFailure) in try output.secret(secret, range) }
  }

  /// The version of the form of all JSON answers. It is raised when a program that reads them would
  /// not understand a change; an additional member is no such change.
  package static let formVersion = 1

  /// What stands before and behind `data` where an answer is written by hand.
  package static let head = "{\"data\":"
  /// The other end of `head`.
  package static let tail = ",\"version\":\(formVersion)}\n"

  /// `data` and `version`, with the keys sorted, one value a line.
  package static func json(_ data: some Encodable) throws(WalletError) {
    try write(json: JSONAnswer(data: data), to: .standard)
  }

  /// `error` and `version`, on standard error.
  package static func json(_ error: WalletError) throws(WalletError) {
    // What is written ends with the object's brace; the version stands before it.
    let pretty = JSONFormatter(JSONWriter.bytes(error).dropLast() + Array(tail.utf8)).bytes
    try writing { () throws(OutputFailure) in try TextOutput.error.json(pretty) }
  }

  private static func write(json value: some Encodable, to output: TextOutput)
    throws(WalletError)
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw WalletError(.internalError, details: ["the answer could not be written as JSON"])
    }
    let text = String(decoding: data, as: UTF8.self) + "\n"
    try writing { () throws(OutputFailure) in try output.json(text) }
  }

  /// The same of what has been written as JSON already.
  package static func json(compact: [UInt8]) throws(WalletError) {
    let pretty = JSONFormatter(Array(head.utf8) + compact + Array(tail.utf8)).bytes
    try writing { () throws(OutputFailure) in try TextOutput.standard.json(pretty) }
  }

  /// JSON that is written by hand, in pieces, as there are secrets in it.
  package static func json(piece: String) throws(WalletError) {
    try writing { () throws(OutputFailure) in try TextOutput.standard.json(piece) }
  }

  /// The same of a secret that stands in a string.
  package static func json(secret: Secret) throws(WalletError) {
    try writing { () throws(OutputFailure) in
      try TextOutput.standard.secret(secret, isQuoted: true)
    }
  }

  /// A string as JSON, quotes included.
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
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

private struct JSONAnswer<Data: Encodable>: Encodable {
  let data: Data
  let version = Output.formVersion
}

/// Rows in aligned columns, two spaces apart.
package struct Table {
  /// A column with its title.
  package struct Column {
    let title: String
    /// Whether its cells are aligned to the right.
    let right: Bool

    package init(title: String, right: Bool = false) {
      self.title = title
      self.right = right
    }
  }
  private let columns: [Column]
  private var rows: [[String]] = []

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Cells go through the gate for text from outside here.
  package mutating func add(_ cells: [String]) { rows.append(cells.map { Text.clean($0) }) }

  /// The table as lines, the titles first.
  package var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in
      lines.map { Text.width(of: $0[column]) }.max() ?? 0
    }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let last = column == cells.count - 1 && !columns[column].right
        line += last ? cell : Text.pad(cell, to: widths[column], right: columns[column].right)
      }
      return line + "\n"
    }.joined()
  }
}
