package import Secrets

/// What a person does to a line.
package enum LineEdit: Equatable, Sendable {
  case insert(Unicode.Scalar)
  /// UTF-8. The first line counts.
  case paste(Secret)
  case deleteBackward, deleteForward
  /// Deletes what is before the caret: to the beginning of the word, or of the line.
  case deleteWord, deleteToStart
  case left, right, wordLeft, wordRight, start, end
  /// A click on a column of the display.
  case column(Int)
}

/// A line that is being typed, with a caret. The bytes (ISO 8859-1) are in locked memory from the
/// first key on. Copies of the value share them.
package struct EntryLine: Equatable, Sendable {
  /// For drawing by ranges of bytes, and for requests.
  package let secret: Secret
  /// 0…count: the next byte is inserted before this one.
  package private(set) var caret = 0
  /// Counts the changes, so that states with other bytes are not equal.
  private var changes = 0

  package init(_ grammar: LineGrammar) { secret = Secret(capacity: grammar.capacity) }

  package var count: Int { secret.count }

  /// What an edit did.
  package struct Effect: Equatable, Sendable {
    package var changed = false
    /// A character was refused (D09).
    package var wasRefused = false
  }

  /// Edits the line. Without room nothing is inserted; a text that becomes too long for its brand is
  /// cut at the end.
  package mutating func apply(_ edit: LineEdit, _ grammar: LineGrammar) -> Effect {
    caret = min(caret, count)
    var effect = Effect()
    switch edit {
    case .insert(let scalar): insert(scalar, grammar, &effect)
    case .paste(let pasted): paste(pasted, grammar, &effect)
    case .deleteBackward: remove(max(0, caret - 1)..<caret, grammar, &effect)
    case .deleteForward: remove(caret..<min(count, caret + 1), grammar, &effect)
    case .deleteWord: remove(wordLeft(grammar)..<caret, grammar, &effect)
    case .deleteToStart: remove(0..<caret, grammar, &effect)
    case .left: caret = max(0, caret - 1)
    case .right: caret = min(count, caret + 1)
    case .wordLeft: caret = wordLeft(grammar)
    case .wordRight:
      let words = secret.withBytes { grammar.words($0) }
      caret = words.first { $0 > caret } ?? count
    case .start: caret = 0
    case .end: caret = count
    case .column(let column):
      let display = display(grammar)
      caret = (0...count).last { display.column($0) <= column } ?? 0
    }
    if effect.changed { changes &+= 1 }
    return effect
  }

  /// Overwrites the bytes.
  package mutating func wipe() {
    secret.wipe()
    caret = 0
    changes &+= 1
  }

  private func wordLeft(_ grammar: LineGrammar) -> Int {
    secret.withBytes { grammar.words($0) }.last { $0 < caret } ?? 0
  }

  private mutating func paste(_ pasted: Secret, _ grammar: LineGrammar, _ effect: inout Effect) {
    guard pasted !== secret else { return }
    let text = grammar == .name ? pasted.normalized() ?? pasted : pasted
    // A copy of the line, because a closure cannot change it.
    var line = self
    let result = text.withBytes { bytes in
      var result = Effect()
      bytes.forEachScalarOfLine { scalar in
        guard grammar == .name || !scalar.separatesDigits else { return }
        line.insert(scalar, grammar, &result)
      }
      return result
    }
    self = line
    effect = result
  }

  private mutating func insert(
    _ scalar: Unicode.Scalar, _ grammar: LineGrammar, _ effect: inout Effect
  ) {
    guard let byte = grammar.byte(scalar) else {
      effect.wasRefused = true
      return
    }
    // Of a year with four digits the last two stay: `11/2029`.
    if grammar == .expiry, caret == 4, secret.withBytes({ $0[2...].elementsEqual("20".utf8) }) {
      remove(2..<4, grammar, &effect)
    }
    let place = caret
    let (fits, prefix) = secret.withBytes { bytes in
      (
        bytes.count < grammar.limit(bytes) && grammar.permits(byte, at: place, in: bytes),
        grammar.prefix(byte, in: bytes)
      )
    }
    guard fits else { return }
    let before = count
    if let prefix { put(prefix) }
    put(byte)
    tidy(grammar)
    // A surplus space in a name was removed again.
    if grammar != .name || count > before { effect.changed = true }
  }

  private mutating func put(_ byte: UInt8) {
    if withUnsafeBytes(of: byte, { secret.replace(caret..<caret, with: $0) }) { caret += 1 }
  }

  private mutating func remove(
    _ range: Range<Int>, _ grammar: LineGrammar, _ effect: inout Effect
  ) {
    guard !range.isEmpty else { return }
    effect.changed = secret.replace(range, with: UnsafeRawBufferPointer(start: nil, count: 0))
    caret = range.lowerBound
    tidy(grammar)
  }

  /// Removes what must not be there after a change.
  private mutating func tidy(_ grammar: LineGrammar) {
    while let index = secret.withBytes({ grammar.surplus($0) }) {
      _ = secret.replace(index..<index + 1, with: UnsafeRawBufferPointer(start: nil, count: 0))
      if index < caret { caret -= 1 }
    }
    let limit = secret.withBytes { grammar.limit($0) }
    if count > limit { secret.removeLast(count - limit) }
    caret = min(caret, count)
  }
}

/// How a line is shown: groups of its bytes with a separator between them, if more follows (D08).
package struct LineDisplay: Equatable, Sendable {
  /// Ranges of the line's bytes.
  package let groups: [Range<Int>]
  package let separator: String
  /// The column of the caret: on the byte that it is in front of, or behind the last one.
  package fileprivate(set) var caret = 0

  /// The column of a byte.
  package func column(_ index: Int) -> Int {
    let before = groups.dropFirst().prefix { $0.lowerBound <= index }.count
    return index + before * separator.utf8.count
  }
}

extension EntryLine {
  package func display(_ grammar: LineGrammar) -> LineDisplay {
    let groups = secret.withBytes { grammar.groups($0) }
    var display = LineDisplay(groups: groups, separator: grammar.separator)
    display.caret = display.column(min(caret, count))
    return display
  }
}
