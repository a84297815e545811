import Languages

/// Reads a `CardFilter` by recursive descent.
struct CardFilterParser {
  private struct Token {
    enum Kind: Equatable {
      /// A word of the language, or a value.
      case word
      /// A value in quotation marks.
      case text
      /// `(`, `)` or a comparison of signs.
      case sign
      case end
    }
    var kind: Kind
    /// Without quotation marks and escapes.
    var text: String
    var position: Int
  }

  private var tokens: [Token] = []
  private var next = 0
  private var comparisons = 0
  private var depth = 0

  init(_ text: String) throws(CardFilterMistake) {
    let characters = Array(text)
    guard characters.count <= CardFilter.maximumLength else {
      throw CardFilterMistake(
        position: CardFilter.maximumLength,
        reason: LocalizedText(
          "A filter has at most \(CardFilter.maximumLength) characters",
          "Ein Filter hat höchstens \(CardFilter.maximumLength) Zeichen"))
    }
    var index = 0
    while index < characters.count {
      let first = characters[index]
      if first.isWhitespace {
        index += 1
      } else if first == "\"" {
        tokens.append(try Self.quoted(characters, &index))
      } else if Self.isSign(first) {
        tokens.append(Self.sign(characters, &index))
      } else {
        let start = index
        while index < characters.count, !Self.endsWord(characters[index]) { index += 1 }
        tokens.append(
          Token(kind: .word, text: String(characters[start..<index]), position: start))
      }
    }
    tokens.append(Token(kind: .end, text: "", position: characters.count))
  }

  mutating func whole() throws(CardFilterMistake) -> CardFilter.Node {
    let node = try alternatives()
    guard token.kind == .end else {
      throw mistake(
        "“and”, “or” or the end is expected here", "Hier folgt „and“, „or“ oder das Ende")
    }
    return node
  }

  // MARK: Tokens

  private static func isSign(_ character: Character) -> Bool { "()=!<>".contains(character) }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || character == "\"" || isSign(character)
  }

  /// `(`, `)`, or as many signs as make a comparison.
  private static func sign(_ characters: [Character], _ index: inout Int) -> Token {
    let start = index
    index += 1
    if !"()".contains(characters[start]), index < characters.count, characters[index] == "=" {
      index += 1
    }
    return Token(kind: .sign, text: String(characters[start..<index]), position: start)
  }

  private static func quoted(_ characters: [Character], _ index: inout Int)
    throws(CardFilterMistake) -> Token
  {
    let start = index
    var text = ""
    index += 1
    while index < characters.count, characters[index] != "\"" {
      if characters[index] == "\\" { index += 1 }
      guard index < characters.count else { break }
      text.append(characters[index])
      index += 1
    }
    guard index < characters.count else {
      throw CardFilterMistake(
        position: start,
        reason: LocalizedText(
          "The text has no closing quotation mark", "Dem Text fehlt das schließende Zeichen"))
    }
    index += 1
    return Token(kind: .text, text: text, position: start)
  }

  private var token: Token { tokens[next] }

  private func mistake(_ english: String, _ german: String) -> CardFilterMistake {
    CardFilterMistake(position: token.position, reason: LocalizedText(english, german))
  }

  /// Takes a word of the language, if it is the next one.
  private mutating func take(_ word: String) -> Bool {
    guard token.kind == .word, token.text.lowercased() == word else { return false }
    next += 1
    return true
  }

  private mutating func take(sign: String) -> Bool {
    guard token.kind == .sign, token.text == sign else { return false }
    next += 1
    return true
  }

  // MARK: Rules

  private mutating func alternatives() throws(CardFilterMistake) -> CardFilter.Node {
    var nodes = [try conjunction()]
    while take("or") { nodes.append(try conjunction()) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func conjunction() throws(CardFilterMistake) -> CardFilter.Node {
    var nodes = [try operand()]
    while take("and") { nodes.append(try operand()) }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  private mutating func operand() throws(CardFilterMistake) -> CardFilter.Node {
    guard depth < CardFilter.maximumDepth else {
      throw mistake(
        "There are more than \(CardFilter.maximumDepth) levels of “not” and parentheses",
        "Es sind mehr als \(CardFilter.maximumDepth) Ebenen aus „not“ und Klammern")
    }
    depth += 1
    defer { depth -= 1 }
    if take("not") { return .not(try operand()) }
    if take(sign: "(") {
      let node = try alternatives()
      guard take(sign: ")") else { throw mistake("“)” is missing here", "Hier fehlt „)“") }
      return node
    }
    return try comparison()
  }

  private mutating func comparison() throws(CardFilterMistake) -> CardFilter.Node {
    comparisons += 1
    guard comparisons <= CardFilter.maximumComparisons else {
      throw mistake(
        "There are more than \(CardFilter.maximumComparisons) comparisons",
        "Es sind mehr als \(CardFilter.maximumComparisons) Vergleiche")
    }
    guard token.kind == .word,
      let member = CardFilter.Member(rawValue: token.text.lowercased())
    else { throw mistake("“id” or “state” is expected here", "Hier folgt „id“ oder „state“") }
    next += 1
    let written = token.text.lowercased()
    guard token.kind == .word || token.kind == .sign,
      let comparison = CardFilter.Comparison.allCases.first(where: {
        $0.rawValue.lowercased() == (written == "==" ? "=" : written)
      })
    else {
      throw mistake(
        "A comparison is expected here, like = or contains",
        "Hier folgt ein Vergleich, etwa = oder contains")
    }
    next += 1
    let first = try value(of: member)
    guard comparison == .between else { return .compare(member, comparison, first, to: []) }
    guard take("and") else {
      throw mistake(
        "“and” and the upper end are expected here", "Hier folgen „and“ und das obere Ende")
    }
    return .compare(member, .between, first, to: try value(of: member))
  }

  private mutating func value(of member: CardFilter.Member) throws(CardFilterMistake) -> [UInt8] {
    guard token.kind == .word || token.kind == .text else {
      throw mistake("A value is expected here", "Hier folgt ein Wert")
    }
    defer { next += 1 }
    return Array((member == .state ? token.text.uppercased() : token.text).utf8)
  }
}
