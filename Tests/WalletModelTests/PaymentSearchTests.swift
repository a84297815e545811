import Testing
import WalletModel

@Suite struct PaymentSearchTests {
  private let now = Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(seconds: 0)

  private func search(_ text: String, offset: Int = 0) -> PaymentSearch {
    PaymentSearch(text, now: now, in: TimeZone(offset: offset)) { word in
      var meaning = PaymentSearch.Meaning()
      if "travel".hasPrefix(word) { meaning.cards = [CardID("travel")] }
      if "declined".hasPrefix(word) { meaning.types = [.decline] }
      if "funds".hasPrefix(word) { meaning.reasons = [.insufficientFunds] }
      if "groceries".hasPrefix(word) { meaning.categories = [.groceries] }
      return meaning
    }
  }

  private func payment(
    _ merchant: String = "Lidl Sofia", _ minorUnits: Int64 = 31_20,
    _ type: TransactionType = .complete, on day: String = "2026-11-21T18:06:00Z",
    card: String = "travel", currency: String = "EUR"
  ) throws -> Transaction {
    Transaction(
      id: TransactionID("p"), cardID: CardID(card), type: type,
      transactedAt: try #require(Timestamp(day)),
      billedAmount: Money(minorUnits, Currency(currency)), description: merchant, mcc: "5411",
      declineReason: type == .decline ? .insufficientFunds : nil)
  }

  @Test(arguments: [
    ("", true), ("  ", true), ("lidl", true), ("LIDL", true), ("sofia lidl", true),
    ("lidl plovdiv", false), ("idl", true), ("travel", true), ("declined", true),
    ("funds", true), ("groceries", true),
    ("groceries >50", false), ("lidl >30 <40", true), ("31.20", true), ("31,2", true),
    ("31", false),
  ])
  func words(_ text: String, _ isFound: Bool) throws {
    #expect(search(text).matches(try payment(type: .decline)) == isFound, "\(text)")
    #expect(search(text).mistake == nil)
  }

  @Test(arguments: [
    ("ana", true), ("LUNCH", true), ("fur", true), ("lidl für", true), ("lidl rent", false),
  ])
  func aNoteIsFound(_ text: String, _ isFound: Bool) throws {
    var noted = try payment()
    #expect(!search("ana").matches(noted), "control")
    noted.note = "Lunch für Ana"
    #expect(search(text).matches(noted) == isFound, "\(text)")
  }

  private func payment(type: TransactionType) throws -> Transaction {
    try payment("Lidl Sofia", 31_20, type)
  }

  @Test(arguments: [
    (">31", true), (">31.2", false), (">31,19", true), ("<31.21", true), ("<31.20", false),
    ("=31.2", true), ("=31.200", true), ("=31", false), (">€31", true), (">0 <100", true),
  ])
  func amounts(_ text: String, _ isFound: Bool) throws {
    #expect(search(text).matches(try payment()) == isFound, "\(text)")
  }

  /// Yen have no decimals, dinars three, the units of Chile four; a server may send any number.
  @Test func amountsAreThoseOfTheirCurrency() throws {
    #expect(search("=500").matches(try payment("Shop", 500, currency: "JPY")))
    #expect(search("=0.5").matches(try payment("Shop", 500, currency: "KWD")))
    #expect(search("=0.5001").matches(try payment("Shop", 5001, currency: "CLF")))
    #expect(search("=1990").matches(try payment("Shop", 1990, currency: "ISK")))
    #expect(search(">999999999999999").matches(try payment("Shop", .max)))
    #expect(search(">999999999999999").matches(try payment("Shop", .min)))
  }

  @Test(arguments: [
    ("november", true), ("nov", true), ("November 2026", true), ("november 2025", false),
    ("oktober", false), ("2026-11", true), ("2026-10", false), ("2026-11-21", true),
    ("2026-11-22", false), ("yesterday", true), ("gestern", true), ("today", false),
    ("heute", false), ("dezember", false),
  ])
  func dates(_ text: String, _ isFound: Bool) throws {
    #expect(search(text).matches(try payment()) == isFound, "\(text)")
  }

  /// In November, December is the one of last year.
  @Test func aMonthIsTheLastOneOfItsName() throws {
    let december = try payment(on: "2025-12-24T10:00:00Z")
    for text in ["december", "dez", "december 2025", "2025-12"] {
      #expect(search(text).matches(december), "\(text)")
    }
    #expect(search("märz").matches(try payment(on: "2026-03-31T23:00:00Z")))
    #expect(!search("märz").matches(try payment(on: "2026-04-01T00:00:00Z")))
    #expect(search("märz", offset: -3600).matches(try payment(on: "2026-04-01T00:30:00Z")))
  }

  @Test(arguments: [
    (">", 1), ("lidl >", 6), ("<abc", 1), ("lidl =1.2.3 >5", 6), ("2026-13", 5),
    ("2026-11-31", 8), ("ö 2026-2-30", 9), (">1.23456", 1),
  ])
  func mistakesHaveAPosition(_ text: String, _ position: Int) throws {
    #expect(try #require(search(text).mistake).position == position, "\(text)")
  }

  /// Letters are found in whichever form either side has them.
  @Test(arguments: [
    ("Tōkyō Metro", "tokyo"), ("Tokyo Metro", "tōkyō"),
    ("Cafe\u{301} Lumie\u{300}re", "café lumière"), ("Café Lumière", "cafe\u{301}"),
    ("Straßenbahn", "STRASSE"), ("Strassenbahn", "straße"),
    ("İstanbul Kart", "istanbul"), ("ISTANBUL", "İstanbul"),
  ])
  func formsOfLettersAreFound(_ merchant: String, _ text: String) throws {
    #expect(search(text).matches(try payment(merchant)))
    #expect(!search(text + "x").matches(try payment(merchant)))
  }

  /// Folding makes words longer, and the mistake is where it was typed.
  @Test func aMistakeBehindALongerFormHasItsPosition() throws {
    #expect(try #require(search("ßß 2026-13").mistake).position == 8)
    #expect(search("marz").matches(try payment(on: "2026-03-03T12:00:00Z")))
  }

  @Test func whatIsNotAMistakeApplies() throws {
    #expect(search("lidl >").matches(try payment()))
    #expect(!search("billa >").matches(try payment()))
    #expect(search(">").isEmpty)
  }

  @Test func damagedPaymentsAreNeverFound() throws {
    var damaged = try payment()
    damaged.isDamaged = true
    #expect(!search("lidl").matches(damaged))
  }
}
