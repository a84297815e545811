import Languages
import Testing
import WalletModel
import Words

@Suite struct FormatTests {
  @Test(
    arguments: [
      (0, "EUR", "€0.00"), (1, "EUR", "€0.01"), (-1, "EUR", "−€0.01"), (99, "EUR", "€0.99"),
      (420, "EUR", "€4.20"), (-420, "EUR", "−€4.20"), (128_410, "EUR", "€1,284.10"),
      (100_000_000, "USD", "$1,000,000.00"), (1000, "JPY", "¥1,000"), (-5, "JPY", "−¥5"),
      (1200, "CHF", "CHF 12.00"), (1, "KWD", "KWD 0.001"), (1_234_567, "KWD", "KWD 1,234.567"),
      (1990, "ISK", "ISK 1,990"), (5000, "IQD", "IQD 5.000"), (1, "UYW", "UYW 0.0001"),
      (Int64.max, "EUR", "€92,233,720,368,547,758.07"),
      (Int64.min, "EUR", "−€92,233,720,368,547,758.08"),
    ] as [(Int64, String, String)])
  func englishMoney(_ units: Int64, _ code: String, _ text: String) {
    #expect(Words.english.money(Money(units, Currency(code))) == text)
  }

  @Test(
    arguments: [
      (128_449, "EUR", "€1,284"), (128_450, "EUR", "€1,285"), (-128_450, "EUR", "−€1,285"),
      (-49, "EUR", "€0"), (-5, "JPY", "−¥5"), (1_234_500, "KWD", "KWD 1,235"),
    ] as [(Int64, String, String)])
  func moneyIsRoundedToWholeUnits(_ units: Int64, _ code: String, _ text: String) {
    #expect(Words.english.roughly(Money(units, Currency(code))) == text)
  }

  /// An unknown word of a server is shown as it is. UNKNOWN means that the server does not know
  /// (A09).
  @Test(arguments: [Language.english, .german]) func unknownWordsAreShown(_ language: Language) {
    let words = Words(language)
    for text in [
      words.cards.status(.other("A_WORD")), words.cards.type(.other("A_WORD")),
      words.cards.scheme(.other("A_WORD")),
      words.cards.phoneWallet(.other("A_WORD")), words.commandLine.tokenization(.other("A_WORD")),
      words.cards.transaction(.other("A_WORD")), words.cards.declined(.other("A_WORD")),
      words.commandLine.declineReason(.other("A_WORD")), words.codes.channel(.other("A_WORD")),
      words.commandLine.action(.other("A_WORD")),
    ] { #expect(text == "A_WORD") }
    // A41: a published word of another server has a text.
    for (word, text) in TransferReason.texts {
      let reason = DeclineReason(rawValue: word)
      #expect(reason.isKnown || words.cards.declined(reason) == text[language])
      #expect(reason.transferReason == word)
    }
    #expect(words.cards.status(.other("UNKNOWN")) == words.cards.status(.unspecified))
    #expect(!words.cards.status(.unspecified).isEmpty)
  }

  @Test(
    arguments: [
      (0, "EUR", "0,00 €"), (-1, "EUR", "−0,01 €"), (128_410, "EUR", "1.284,10 €"),
      (100_000_000, "USD", "1.000.000,00 $"), (1000, "JPY", "1.000 ¥"), (1200, "CHF", "12,00 CHF"),
      (1_234_567, "KWD", "1.234,567 KWD"), (Int64.min, "EUR", "−92.233.720.368.547.758,08 €"),
    ] as [(Int64, String, String)])
  func germanMoney(_ units: Int64, _ code: String, _ text: String) {
    #expect(Words(.german).money(Money(units, Currency(code))) == text)
  }

  @Test(arguments: [
    (Language.english, 0, "0"), (.english, 999, "999"), (.english, 100_000, "100,000"),
    (.english, -1000, "−1,000"), (.german, 1_234_567, "1.234.567"),
  ])
  func numbers(_ language: Language, _ number: Int, _ text: String) {
    #expect(Words(language).number(number) == text)
  }

  /// 2026-03-10T00:30:07Z.
  static let now = Timestamp(milliseconds: 1_773_102_607_000)

  @Test(arguments: [
    (0, "just now", "gerade eben"), (59, "just now", "gerade eben"),
    (60, "1 min ago", "vor 1 Min."), (7199, "1 h ago", "vor 1 Std."),
    (86_400, "yesterday", "gestern"), (172_800, "2 days ago", "vor 2 Tagen"),
    (604_799, "6 days ago", "vor 6 Tagen"), (604_800, "3 Mar 2026", "03.03.2026"),
  ])
  func timesAgo(_ seconds: Int64, _ english: String, _ german: String) {
    let time = FormatTests.now.adding(seconds: -seconds)
    #expect(Words.english.ago(time, now: FormatTests.now, in: .utc) == english)
    #expect(Words(.german).ago(time, now: FormatTests.now, in: .utc) == german)
  }

  /// A screen calculates with any time that a server sends.
  @Test(arguments: ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-03-03T12:00:00Z"])
  func anAgeChangesWithinADay(_ text: String) throws {
    let time = try #require(Timestamp(text))
    let left = Words.english.ageChanges(time, now: FormatTests.now)
    #expect(left.map { (1...86_400_000).contains($0) } ?? (time < FormatTests.now))
  }

  @Test func datesUseTheOffset() {
    for (offset, english, german) in [
      (0, "10 Mar", "10. März"), (-3600, "9 Mar", "9. März"),
    ] {
      #expect(Words.english.day(FormatTests.now, in: TimeZone(offset: offset)) == english)
      #expect(Words(.german).day(FormatTests.now, in: TimeZone(offset: offset)) == german)
    }
    #expect(Words.english.date(FormatTests.now, in: .utc) == "10 Mar 2026")
    #expect(Words(.german).date(FormatTests.now, in: .utc) == "10.03.2026")
    #expect(Words.english.minute(FormatTests.now, in: TimeZone(offset: 7200)) == "02:30")
    #expect(Words.english.second(FormatTests.now, in: .utc) == "00:30:07")
  }

  /// The list of payments has nine columns for a day, one of which separates it from the name.
  @Test(arguments: Language.allCases)
  func everyDayFitsItsColumn(_ language: Language) {
    for month in 1...12 {
      let time = Timestamp("2026-\(month < 10 ? "0" : "")\(month)-28T12:00:00Z")!
      #expect(Words(language).day(time, in: .utc).count <= 8)
    }
  }
}
