import Testing

/// All texts of the screen are in `Words`. ScreenKit and WalletUI have none of their own.
@Suite struct ScreenLiteralTests {
  /// Names of keys, the name of the program, and texts that only tests read.
  private static let allowed: Set = [
    "Enter", "Esc", "Tab", "⇧Tab", "Space", "Backspace", "Del", "Ins", "Home", "End",
    "PgUp", "PgDn", "walletui, X", "walletui X X", "name@example.com", "key ", "run ",
    "VISA", "EUR", "PIN", "CVV", "pane list", "pane details", "item X", "field X", "choice X",
    "caret X", "USD",
    // Ids of rows.
    "persona:", "source:", "unfinished:", "making X", "damaged X",
  ]

  /// Texts for people: several words, or a word with a capital or one that is not an identifier.
  static func isText(_ literal: String) -> Bool {
    let letters = literal.replacing("X", with: "")
    let isName = letters.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")
    }
    let words = letters.split { !$0.isLetter }.filter { $0.count > 2 }
    guard let first = words.first else { return false }
    return !isName || first.first?.isUppercase == true
  }

  private static func texts() throws -> [String] {
    try ["ScreenKit", "WalletUI"].flatMap { try Literals.texts(in: $0) }
  }

  @Test func theScreenContainsNoTexts() throws {
    let texts = try Self.texts()
    #expect(texts.count > 100)
    let own = Set(texts.filter(ScreenLiteralTests.isText)).subtracting(ScreenLiteralTests.allowed)
    #expect(own == [], "these belong into Words, in every language")
  }

  /// The check can fail, and its exceptions still exist.
  @Test(arguments: [
    (#"  canvas.write("Card locked", 1, 1)"#, true), (#"  toast("Locked")"#, true),
    (#"  let text = "\(name) gesperrt""#, true), (#"  let id = "card.lock""#, false),
    (#"  // "Not in a comment""#, false), (#"  let mark = "│ " + "…""#, false),
    (#"  let a = "x", b = "all of it""#, true),
  ])
  func itFindsTexts(_ source: String, _ isFound: Bool) {
    #expect(Literals.texts(of: source).contains(where: ScreenLiteralTests.isText) == isFound)
  }

  @Test func everyExceptionIsNeeded() throws {
    let unused = ScreenLiteralTests.allowed.subtracting(try Self.texts())
    #expect(unused == [])
  }
}
