package import Canvas
package import Secrets

/// A line of text that is being edited.
package struct TextInput: Hashable, Sendable {
  /// What can be typed; anything else is ignored.
  package enum Alphabet: Sendable {
    case any, digits
    /// Digits with one point or comma. Blanks and signs stay, so that it is read as it was meant.
    case amount
    /// Digits, a plus sign, and what groups them.
    case phone

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch (self, scalar) {
      case (.any, _), (_, "0"..."9"), (.amount, "."), (.amount, ","): true
      case (.phone, "+"), (.phone, " "), (.phone, "-"), (.phone, "("), (.phone, ")"): true
      case (.amount, _):
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .currencySymbol
      case (.digits, _), (.phone, _): false
      }
    }
  }

  package var text: String
  /// The cursor's position in scalars.
  private(set) var cursor: Int
  /// The maximum length in scalars.
  let limit: Int
  let alphabet: Alphabet

  package init(_ text: String = "", limit: Int = 120, of alphabet: Alphabet = .any) {
    self.text = text
    self.limit = limit
    self.alphabet = alphabet
    cursor = text.unicodeScalars.count
  }

  /// Edits the text; false: the key is not an editing key.
  package mutating func handle(_ key: Key) -> Bool {
    var scalars = Array(text.unicodeScalars)
    switch (key.code, key.modifiers) {
    case (.character(let value), []), (.character(let value), .shift):
      guard let scalar = Unicode.Scalar(value) else { return true }
      insert([scalar], &scalars)
    case (.backspace, _) where key.modifiers.isEmpty:
      if cursor > 0 {
        cursor -= 1
        scalars.remove(at: cursor)
      }
    case (.delete, _): if cursor < scalars.count { scalars.remove(at: cursor) }
    case (.left, _): cursor = max(0, cursor - 1)
    case (.right, _): cursor = min(scalars.count, cursor + 1)
    case (.home, _), (.character(0x61), .control): cursor = 0
    case (.end, _), (.character(0x65), .control): cursor = scalars.count
    case (.character(0x75), .control):
      scalars.removeFirst(cursor)
      cursor = 0
    case (.character(0x77), .control): removeWord(&scalars)
    default: return false
    }
    text = String(String.UnicodeScalarView(scalars))
    return true
  }

  /// Inserts the first line of a pasted text, without control characters.
  package mutating func paste(_ secret: Secret) {
    var pasted: [Unicode.Scalar] = secret.withBytes { bytes in
      let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
      return String(decoding: line, as: UTF8.self).unicodeScalars.filter { $0.value >= 0x20 }
    }
    var scalars = Array(text.unicodeScalars)
    if alphabet == .amount {
      pasted.removeAll { $0.properties.generalCategory == .format }
      // A part of an amount would be another one: `12` of `-12`.
      if !pasted.allSatisfy(alphabet.contains) || scalars.count + pasted.count > limit { return }
    }
    insert(pasted, &scalars)
    text = String(String.UnicodeScalarView(scalars))
  }

  /// Empty, for other text of the same kind.
  var emptied: TextInput { TextInput(limit: limit, of: alphabet) }

  private mutating func insert(_ new: [Unicode.Scalar], _ scalars: inout [Unicode.Scalar]) {
    let room = new.filter(alphabet.contains).prefix(max(0, limit - scalars.count))
    scalars.insert(contentsOf: room, at: cursor)
    cursor += room.count
  }

  private mutating func removeWord(_ scalars: inout [Unicode.Scalar]) {
    let end = cursor
    while cursor > 0, scalars[cursor - 1] == " " { cursor -= 1 }
    while cursor > 0, scalars[cursor - 1] != " " { cursor -= 1 }
    scalars.removeSubrange(cursor..<end)
  }
}

/// A secret that is being typed. It is in locked memory from the first key on. The state knows only
/// the number of characters.
package struct SecretInput: Sendable, Equatable {
  package let secret: Secret
  /// The number of typed characters.
  package private(set) var count = 0
  /// The maximum number of characters.
  package let limit: Int
  package let alphabet: TextInput.Alphabet

  package init(digits: Int) {
    secret = Secret(capacity: digits)
    limit = digits
    alphabet = .digits
  }

  /// A passphrase: up to 256 characters.
  package init() {
    secret = Secret(capacity: 1024)
    limit = 256
    alphabet = .any
  }

  package var isFull: Bool { count == limit }

  /// Empty, for another secret of the same kind.
  var emptied: SecretInput { alphabet == .digits ? SecretInput(digits: limit) : SecretInput() }

  package mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let value), []), (.character(let value), .shift):
      if let scalar = Unicode.Scalar(value) { append(scalar) }
    case (.backspace, []): removeLast()
    case (.character(0x75), .control): wipe()
    default: return false
    }
    return true
  }

  /// Appends the first line of a pasted text; of an input for digits, only the digits.
  package mutating func paste(_ pasted: Secret) {
    // A copy of the input, because a closure cannot change it.
    var input = self
    pasted.withBytes { bytes in
      bytes.forEachScalarOfLine { input.append($0) }
    }
    self = input
  }

  package mutating func wipe() {
    secret.wipe()
    count = 0
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard count < limit, scalar.properties.generalCategory != .control else { return }
    if alphabet == .digits && !("0"..."9").contains(scalar) { return }
    if secret.append(scalar) { count += 1 }
  }

  private mutating func removeLast() {
    guard count > 0 else { return }
    secret.removeLastCharacter()
    count -= 1
  }
}
