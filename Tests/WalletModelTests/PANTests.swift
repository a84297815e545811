import Testing
import WalletModel

/// D05, D07, D08.
struct PANTests {
  @Test(arguments: [
    ("4", CardBrand.visa), ("49", .visa), ("34", .amex), ("37", .amex), ("3", .unknown),
    ("35", .unknown), ("36", .unknown), ("", .unknown), ("5", .unknown), ("6", .unknown),
    ("64", .unknown), ("6011", .unknown), ("60110", .unknown), ("2", .unknown), ("22", .unknown),
    ("27", .unknown), ("222", .unknown), ("2720", .unknown), ("272", .unknown),
    // Mastercard 51–55 and 2221–2720.
    ("50", .unknown), ("51", .mastercard), ("55", .mastercard), ("56", .unknown),
    ("2220", .unknown), ("2221", .mastercard), ("2228", .mastercard), ("2229", .unknown),
    ("22290", .mastercard), ("22299", .mastercard), ("223", .mastercard),
    ("229", .mastercard), ("23", .mastercard), ("26", .mastercard), ("270", .mastercard),
    ("271", .mastercard), ("27200", .mastercard), ("27209", .mastercard), ("2721", .unknown),
    ("2730", .unknown), ("28", .unknown),
    // Discover.
    ("601100", .discover), ("601103", .discover), ("601104", .unknown), ("601105", .discover),
    ("601109", .discover), ("60112", .discover), ("60113", .discover), ("60114", .discover),
    ("60115", .unknown), ("60116", .unknown), ("601174", .discover), ("601177", .discover),
    ("601175", .unknown), ("601186", .discover), ("601189", .discover), ("601185", .unknown),
    ("60119", .discover), ("60111", .unknown), ("643", .unknown), ("644", .discover),
    ("649", .discover), ("65", .unknown), ("650", .discover), ("659", .discover), ("66", .unknown),
  ])
  func brand(_ digits: String, _ expected: CardBrand) {
    #expect(PAN.brand(of: Array(digits.utf8)) == expected)
  }

  /// As on a card, with the whole year, or as people type and copy it.
  @Test(arguments: [
    ("01/29", 1, 2029), ("1/29", 1, 2029), ("12/2029", 12, 2029), ("09/00", 9, 2000),
    ("01/9999", 1, 9999), ("0129", 1, 2029), ("012029", 1, 2029), ("1 /29", 1, 2029),
    (" 12\u{a0}/\u{a0}29 ", 12, 2029), ("01-29", 1, 2029), ("\u{feff}12/29\u{200e}", 12, 2029),
  ])
  func expiryAsWritten(_ text: String, _ month: Int, _ year: Int) {
    #expect(CardExpiry(written: text) == CardExpiry(month: month, year: year))
  }

  @Test(arguments: [
    "", "/", "01", "01/", "/29", "01/-5", "00/29", "13/29", "01/2", "01/029", "001/29", "129",
    "01/2/9", "+1/29", "01/1999", "01/20290", "٠١/٢٩", "1329", "01291",
  ])
  func invalidExpiry(_ text: String) { #expect(CardExpiry(written: text) == nil) }

  @Test func mastercardHasExactlyItsRange() {
    let found = (1000...9999).filter { PAN.brand(of: Array("\($0)00".utf8)) == .mastercard }
    #expect(found == Array(2221...2720) + Array(5100...5599))
  }

  @Test(arguments: [
    ("0", true), ("18", true), ("79927398713", true), ("79927398710", false), ("", false),
    ("1 8", false), ("x", false), ("4111111111111111", true), ("4111111111111112", false),
    ("378282246310005", true), ("5555555555554444", true), ("2223003122003222", true),
    ("6011000990139424", true),
  ])
  func luhn(_ digits: String, _ expected: Bool) {
    #expect(PAN.isLuhnValid(Array(digits.utf8)) == expected)
  }

  @Test(arguments: ["7992739871", "411111111111111", "1", "000000000000000", "37828224631000"])
  func onlyTheCheckDigitIsValid(_ digits: String) {
    let body = Array(digits.utf8)
    let right = PAN.luhnCheckDigit(body)
    for digit in UInt8(0x30)...0x39 {
      #expect(PAN.isLuhnValid(body + [digit]) == (digit == right))
    }
  }

  @Test(arguments: [
    (CardBrand.visa, 16, [4, 4, 4, 4]), (.amex, 15, [4, 6, 5]), (.visa, 5, [4, 1]),
    (.amex, 11, [4, 6, 1]), (.visa, 4, [4]), (.visa, 0, []), (.unknown, 16, [4, 4, 4, 4]),
    (.unknown, 17, [4, 4, 4, 4, 1]), (.visa, 19, [4, 4, 4, 4, 3]), (.amex, 16, [4, 6, 5, 1]),
  ])
  func groups(_ brand: CardBrand, _ count: Int, _ expected: [Int]) {
    let ranges = PAN.groups(brand: brand, count: count)
    #expect(ranges.map(\.count) == expected)
    #expect(Array(ranges.joined()) == Array(0..<count))
  }

  @Test func expiryIsWrittenAsOnACard() {
    #expect(CardExpiry(month: 9, year: 2029).short == "09/29")
    #expect(CardExpiry(month: 12, year: 2105).short == "12/05")
  }

  @Test(arguments: [
    ("2026-11-30T23:59:59Z", false), ("2026-12-01T00:00:00Z", true),
    ("2025-12-31T00:00:00Z", false),
    ("2027-01-01T00:00:00Z", true),
  ])
  func expiryIsAtTheEndOfTheMonth(_ now: String, _ past: Bool) throws {
    let now = try #require(Timestamp(now))
    #expect(CardExpiry(month: 11, year: 2026).isPast(at: now) == past)
  }
}
