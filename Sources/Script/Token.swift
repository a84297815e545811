/// Why a line is none of a script.
struct Mistake: Error, Equatable {
  /// From 1, in characters.
  let column: Int
  let message: String
  init(_ column: Int, _ message: String) {
    self.column = column
    self.message = message
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

  /// nil: it is in quotes or slashes.
  var word: String? { if case .word(let word) = kind { word } else { nil } }

  /// Whatever it is, as text.
  var plain: String {
    switch kind {
    case .word(let text), .text(let text), .regex(let text): text
    }
  }

  /// Words are separated by spaces; `#` begins a comment where a word could begin.
  static func split(_ line: Substring) throws(Mistake) -> [Token] {
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
      // Elsewhere it is a key.
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

  /// What stands between two quotes or slashes. A backslash takes the next one as it is; in a
  /// regular expression it stays before anything else.
  private static func quoted(_ letters: [Character], _ index: inout Int, _ quote: Character)
    throws(Mistake) -> String
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
      throw Mistake(start + 1, "the closing \(quote) is missing")
    }
    index += 1
    if index < letters.count, letters[index] != " ", letters[index] != "\t" {
      throw Mistake(index + 1, "a space is missing after the closing \(quote)")
    }
    return text
  }
}
