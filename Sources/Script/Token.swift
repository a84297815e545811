import Languages

/// Why a line is invalid.
struct SyntaxMistake: Error, Equatable {
  /// The column, counted in characters from 1.
  let column: Int
  let message: LocalizedText
  init(_ column: Int, _ message: LocalizedText) {
    self.column = column
    self.message = message
  }

  init(_ column: Int, _ english: String, _ german: String) {
    self.init(column, LocalizedText(english, german))
  }
}

/// A word of a line.
struct Token: Equatable {
  enum Kind: Equatable {
    case word(String)
    /// In quotes.
    case text(String)
    /// Between slashes.
    case regex(String)
  }
  let kind: Kind
  let column: Int

  init(_ kind: Kind, _ column: Int) {
    self.kind = kind
    self.column = column
  }

  /// The word; nil: the token is in quotes or slashes.
  var word: String? { if case .word(let word) = kind { word } else { nil } }

  /// The text of a token of any kind.
  var plain: String {
    switch kind {
    case .word(let text), .text(let text), .regex(let text): text
    }
  }

  /// Splits a line at spaces. A `#` at the beginning of a word starts a comment.
  static func split(_ line: Substring) throws(SyntaxMistake) -> [Token] {
    var tokens: [Token] = []
    let letters = Array(line)
    var index = 0
    while index < letters.count {
      let start = index
      switch letters[index] {
      case " ", "\t": index += 1
      case "#": return tokens
      case "\"":
        let text = try quoted(letters, &index, "\"")
        tokens.append(Token(.text(text), start + 1))
      // In other statements a slash is a key.
      case "/" where ["wait", "expect"].contains(tokens.first?.word):
        let text = try quoted(letters, &index, "/")
        tokens.append(Token(.regex(text), start + 1))
      default:
        while index < letters.count, letters[index] != " ", letters[index] != "\t" { index += 1 }
        tokens.append(Token(.word(String(letters[start..<index])), start + 1))
      }
    }
    return tokens
  }

  /// The text between two quotes or slashes. A backslash makes the next character literal. In a
  /// regular expression a backslash before another character than the slash is kept.
  private static func quoted(_ letters: [Character], _ index: inout Int, _ quote: Character)
    throws(SyntaxMistake) -> String
  {
    let start = index
    var text = ""
    index += 1
    while index < letters.count, letters[index] != quote {
      if letters[index] == "\\", index + 1 < letters.count {
        index += 1
        let isPlain = quote == "\"" ? ["\"", "\\"].contains(letters[index]) : letters[index] == "/"
        if !isPlain { text.append("\\") }
      }
      text.append(letters[index])
      index += 1
    }
    guard index < letters.count else {
      throw SyntaxMistake(
        start + 1, "the closing \(quote) is missing", "das schließende \(quote) fehlt")
    }
    index += 1
    if index < letters.count, letters[index] != " ", letters[index] != "\t" {
      throw SyntaxMistake(
        index + 1, "a space is missing after the closing \(quote)",
        "nach dem schließenden \(quote) fehlt ein Leerzeichen")
    }
    return text
  }
}
