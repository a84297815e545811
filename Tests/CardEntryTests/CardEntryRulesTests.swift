import CardEntry
import Testing
import WalletModel

struct CardEntryRulesTests {
  /// D06: exact lengths; the number of an unknown brand is invalid.
  @Test(arguments: [
    ("4111111111111111", CardEntryError?.none), ("5555555555554444", nil),
    ("378282246310005", nil), ("6011000990139424", nil), ("", .empty),
    ("4222222222222", .length([16])), ("4111111111111111110", .length([16])),
    ("37828224631000", .length([15])), ("3782822463100051", .length([15])),
    ("4111111111111112", .checkDigit), ("378282246310006", .checkDigit),
    ("9111111111111111", .unknownBrand), ("30569309025904", .unknownBrand), ("5", .unknownBrand),
  ])
  func numberOfAPayment(_ number: String, _ expected: CardEntryError?) {
    #expect(CardEntryRules(.payment(allBrands)).numberError(bytes(number)) == expected)
  }

  /// D04: "This card is not supported", as soon as the brand is known.
  @Test func brandsOfTheAccountAreAccepted() {
    let rules = CardEntryRules(.payment(AcceptedBrands([.visa: .credit, .amex: []])))
    #expect(rules.numberError(bytes("4")) == .length([16]))
    #expect(rules.numberError(bytes("34")) == .notSupported)
    #expect(rules.numberError(bytes("51")) == .notSupported)
    #expect(rules.numberError(bytes("5")) == .unknownBrand)
  }

  /// E09: up to 19 digits with a check digit.
  @Test(arguments: [
    ("4111111111111111", CardEntryError?.none), ("4222222222222", nil),
    ("4111111111111111110", nil), ("30569309025904", nil), ("3530111333300000", nil),
    ("6759649826438453", nil), ("676770000000", .checkDigit), ("378282246310005", nil),
    ("41111111111111111", .length([13, 16, 19])), ("37828224631000", .length([15])),
    ("555555555555444", .length([16])), ("30569309025", .length(Array(12...19))),
    ("30569309025905", .checkDigit), ("", .empty),
    ("67596498264384531234", .length(Array(12...19))),
  ])
  func numberOfASavedCard(_ number: String, _ expected: CardEntryError?) {
    #expect(CardEntryRules(.saving()).numberError(bytes(number)) == expected)
  }

  @Test func mostDigitsOfANumber() {
    let payment = CardEntryRules(.payment(allBrands))
    #expect(CardBrand.allCases.map(payment.maximum) == [16, 15, 16, 16, 16])
    #expect(CardBrand.allCases.map(CardEntryRules(.saving()).maximum) == [19, 15, 16, 19, 19])
  }

  /// D09.
  @Test func placeholderHasTheGroupsOfTheBrand() {
    var rules = CardEntryRules(.payment(allBrands))
    #expect(rules.placeholder(.unknown) == "XXXX XXXX XXXX XXXX")
    #expect(rules.placeholder(.amex) == "XXXX XXXXXX XXXXX")
    rules.separator = .none
    #expect(rules.placeholder(.amex) == "XXXXXXXXXXXXXXX")
  }

  /// D10.
  @Test(arguments: [
    (CardBrand.visa, [3]), (.mastercard, [3]), (.discover, [3]), (.amex, [4]), (.unknown, [3, 4]),
  ])
  func digitsOfACVV(_ brand: CardBrand, _ lengths: [Int]) {
    for count in 0...5 {
      let expected: CardEntryError? =
        count == 0 ? .empty : lengths.contains(count) ? nil : .length(lengths)
      #expect(CardEntryRules.cvvError(count: count, brand) == expected)
    }
  }

  /// D11.
  @Test(arguments: [
    (11, 2026, CardEntryError?.none), (10, 2026, .expired), (12, 2025, .expired), (1, 2027, nil),
    (12, 2046, nil), (1, 2047, .tooLate(lastYear: 2046)), (0, 2027, .month), (13, 2027, .month),
    (-1, 2027, .month), (12, Int.max, .tooLate(lastYear: 2046)), (12, Int.min, .expired),
  ])
  func expiry(_ month: Int, _ year: Int, _ expected: CardEntryError?) {
    let expiry = CardExpiry(month: month, year: year)
    #expect(CardEntryRules.expiryError(expiry, today: november) == expected)
  }

  @Test func theCenturyIsThatOfToday() {
    func year(_ digits: String, _ year: Int) -> Int? {
      CardEntryRules.expiry(bytes(digits), today: CalendarMonth(year: year, month: 1))?.year
    }
    #expect(year("1229", 2026) == 2029)
    #expect(year("1205", 2099) == 2005)
    #expect(year("1205", 2100) == 2105)
    #expect(year("129", 2026) == nil)
  }
}
