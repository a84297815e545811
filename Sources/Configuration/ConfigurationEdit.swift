package import Arguments
package import WalletModel
internal import Yaml

/// Changes one setting in the text of a configuration. Comments, order and spacing of everything
/// else stay.
///
/// What cannot be changed safely is refused with a reason: the user then edits the file. Each
/// result is read again. It must differ in this setting only, and must have no new mistake.
package struct ConfigurationEdit {
  /// The most bytes that are read again later.
  static let maxBytes = 256 * 1024

  private let file: String
  private let read: (UnsafeBufferPointer<UInt8>) -> Configuration
  private let before: [UInt8]
  private let text: [Unicode.Scalar]
  private let root: Node?

  /// - Parameter read: Reads a configuration as the program does.
  package init(
    file: String, _ bytes: [UInt8], read: @escaping (UnsafeBufferPointer<UInt8>) -> Configuration
  ) throws(WalletError) {
    self.file = file
    self.read = read
    before = bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.refusal(file, .text("it is not UTF-8", "sie ist kein UTF-8"))
    }
    // The places in the tree begin after the first byte order mark.
    let marks = text.unicodeScalars.first == "\u{feff}" ? 1 : 0
    self.text = Array(text.unicodeScalars.dropFirst(marks))
    do throws(NotYaml) {
      root = try Self.parse(bytes)
    } catch {
      let problem = Problem(file: file, mark: error.mark, message: error.message)
      throw Self.refusal(file, .local(problem.text))
    }
    if let root {
      guard case .mapping = root.kind, !root.isFlow, !root.isNamed else {
        throw Self.refusal(
          file,
          .text(
            "it does not have one setting on each line", "sie hat nicht eine Einstellung je Zeile"))
      }
    }
  }

  /// The bytes of the file with this value.
  ///
  /// - Parameter value: In the form of the command line; nil: the setting is taken out.
  package func setting(_ option: CommandOption, to value: String?) throws(WalletError) -> [UInt8] {
    let written = value.map { Self.yaml($0, option.value) }
    let edited: [Unicode.Scalar]
    if let entry = entry(option.name) {
      try check(entry, option.name)
      edited = written.map { replacing(entry.value, after: entry.key, $0) } ?? removing(entry)
    } else if let written {
      edited = adding("\(option.name): \(written)")
    } else {
      return before
    }
    let mark: [UInt8] = before.starts(with: [0xef, 0xbb, 0xbf]) ? [0xef, 0xbb, 0xbf] : []
    let bytes = mark + Array(String(String.UnicodeScalarView(edited)).utf8)
    try check(bytes, option.name)
    return bytes
  }

  // MARK: The parts of the text

  private typealias Entry = (key: Node, value: Node)

  /// The entry that counts: of several the last one.
  private func entry(_ name: String) -> Entry? {
    guard case .mapping(let pairs)? = root?.kind else { return nil }
    return pairs.last { $0.key.text == name }
  }

  private func check(_ entry: Entry, _ name: String) throws(WalletError) {
    let value = entry.value
    if entry.key.isNamed || value.isNamed {
      throw refusal(
        .text("\"\(name)\" has an anchor or a tag", "„\(name)“ hat einen Anker oder ein Tag"))
    }
    let span = text[entry.key.range.upperBound..<value.range.upperBound]
    guard span.contains(where: \.isBreak) else { return }
    if case .scalar = value.kind {
      throw refusal(
        .text(
          "the value of \"\(name)\" takes several lines", "„\(name)“ steht auf mehreren Zeilen"))
    }
    if span.contains("#") {
      throw refusal(
        .text(
          "there are comments inside \"\(name)\"", "in „\(name)“ stehen Kommentare"))
    }
  }

  /// - Parameter value: The value; empty: the key has none.
  private func replacing(_ value: Node, after key: Node, _ written: String) -> [Unicode.Scalar] {
    let between = text[key.range.upperBound..<value.range.lowerBound]
    let isBelow = between.contains(where: \.isBreak)
    let colon = between.firstIndex(of: ":").map { $0 + 1 } ?? key.range.upperBound
    // Without a space after the colon it would be part of the key.
    let needsSpace = isBelow || value.range.lowerBound == colon
    let start = isBelow ? colon : value.range.lowerBound
    return Array(text[..<start]) + (needsSpace ? [" "] : []) + Array(written.unicodeScalars)
      + Array(text[value.range.upperBound...])
  }

  /// Without its lines. A comment behind the value stays.
  private func removing(_ entry: Entry) -> [Unicode.Scalar] {
    let start = text[..<entry.key.range.lowerBound].lastIndex(where: \.isBreak).map { $0 + 1 } ?? 0
    let end = lineEnd(entry.value.range.upperBound)
    let rest = text[entry.value.range.upperBound..<end].drop { $0 == " " || $0 == "\t" }
    if !rest.isEmpty { return Array(text[..<start]) + rest + Array(text[end...]) }
    var next = end
    if next < text.count { next += text[next...].starts(with: ["\r", "\n"]) ? 2 : 1 }
    return Array(text[..<start]) + Array(text[next...])
  }

  /// A line more, below the last entry.
  private func adding(_ line: String) -> [Unicode.Scalar] {
    let line = Array(line.unicodeScalars)
    guard let root, case .mapping(let pairs) = root.kind, let last = pairs.last else {
      let needsBreak = text.last.map { !$0.isBreak } ?? false
      return text + (needsBreak ? lineBreak : []) + line + lineBreak
    }
    let indentation = Array(repeating: Unicode.Scalar(" "), count: root.mark.column - 1)
    let end = lineEnd(last.value.range.upperBound)
    return Array(text[..<end]) + lineBreak + indentation + line + Array(text[end...])
  }

  private func lineEnd(_ place: Int) -> Int {
    text[place...].firstIndex(where: \.isBreak) ?? text.count
  }

  /// As the file has it.
  private var lineBreak: [Unicode.Scalar] {
    guard let first = text.firstIndex(where: \.isBreak), text[first] == "\r" else { return ["\n"] }
    return text[(first + 1)...].first == "\n" ? ["\r", "\n"] : ["\r"]
  }

  // MARK: Checks of the result

  private func check(_ bytes: [UInt8], _ name: String) throws(WalletError) {
    guard bytes.count <= Self.maxBytes else {
      throw refusal(.text("it would be too long", "sie würde zu lang"))
    }
    let known = before.withUnsafeBufferPointer(read).problems.map(\.message)
    let problems = bytes.withUnsafeBufferPointer(read).problems
    if let new = problems.first(where: { !known.contains($0.message) }) {
      throw refusal(.local(new.message))
    }
    func others(_ root: Node?) -> [Entry] {
      guard case .mapping(let pairs)? = root?.kind else { return [] }
      return pairs.filter { $0.key.text != name }
    }
    guard let root = try? Self.parse(bytes) ?? nil else {
      // Comments alone are left.
      if others(self.root).isEmpty { return }
      throw unsafe(name)
    }
    let (old, new) = (others(self.root), others(root))
    guard old.count == new.count,
      zip(old, new).allSatisfy({ $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) })
    else { throw unsafe(name) }
  }

  private func unsafe(_ name: String) -> WalletError {
    refusal(
      .text(
        "\"\(name)\" cannot be changed without changing more",
        "„\(name)“ lässt sich nicht allein ändern"))
  }

  private func refusal(_ reason: Reason) -> WalletError { Self.refusal(file, reason) }

  /// The file stays as it is.
  static func refusal(_ file: String, _ reason: Reason) -> WalletError {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return WalletError(
      .configuration, .text("\(name) was not changed", "\(name) wurde nicht geändert"),
      detail: reason,
      advice: .text("Change it in an editor", "Ändern Sie sie in einem Editor"))
  }

  private static func parse(_ bytes: [UInt8]) throws(NotYaml) -> Node? {
    var result: Result<Node?, NotYaml> = .success(nil)
    bytes.withUnsafeBufferPointer { buffer in
      result = Result { () throws(NotYaml) in try Node.parse(buffer) }
    }
    return try result.get()
  }

  // MARK: Values

  /// A value of the command line as YAML.
  private static func yaml(_ value: String, _ kind: CommandOption.Value) -> String {
    switch kind {
    case .none, .toggle: return value == CommandOption.no ? "no" : "yes"
    case .list, .choices:
      return "[" + value.split(separator: ",").map { scalar(String($0)) }.joined(separator: ", ")
        + "]"
    case .textOrParts where value.utf8.contains(UInt8(ascii: "=")):
      let parts = value.split(separator: ",").map { part in
        let words = part.split(separator: "=", maxSplits: 1).map(String.init)
        return "\(words[0]): \(scalar(words.count > 1 ? words[1] : ""))"
      }
      return "{" + parts.joined(separator: ", ") + "}"
    case .text, .textOrParts, .file, .number, .choice: return scalar(value)
    }
  }

  /// Without quotes where no reader can mistake it.
  private static func scalar(_ text: String) -> String {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
      }
    }
    let inner = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~")]
    if let first = text.utf8.first, isPlain(first) || text.hasPrefix("~/"),
      text.utf8.allSatisfy({ isPlain($0) || inner.contains($0) })
    {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.isBreak:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Unicode.Scalar {
  /// Whether a line ends here, as YAML has it.
  fileprivate var isBreak: Bool {
    switch value {
    case 0x0a, 0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension Node {
  /// Whether the contents are the same. The positions may differ.
  fileprivate func isSame(as other: Node) -> Bool {
    switch (kind, other.kind) {
    case (.scalar(let a, let aPlain), .scalar(let b, let bPlain)): a == b && aPlain == bPlain
    case (.sequence(let a), .sequence(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
    case (.scalar, _), (.sequence, _), (.mapping, _): false
    }
  }
}
