import Secrets
import Testing
import WalletModel

/// Typed text is read in one way, for every source.
struct TypedTextTests {
  @Test(arguments: [
    ("123456", "123456"), ("123 456", "123456"), ("123-456 ", "123456"),
    (" 123\u{2011}456", "123456"),
    ("\u{feff}123\u{a0}456\t", "123456"), ("\u{200e}4000/0000\u{2069}", "40000000"),
    ("12345x", "12345x"), ("1.2", "1.2"), ("٤٢", "٤٢"), ("r", "r"), ("", ""), ("- -", ""),
  ])
  func separatorsAreLeftOut(_ typed: String, _ expected: String) {
    #expect(typed.withoutSeparators == expected)
    let digits = secret(typed)
    #expect(digits.removingSeparators() === digits)
    #expect(digits.withBytes { String(decoding: $0, as: UTF8.self) } == expected)
  }

  /// Damaged bytes stay, so that the digits around them are not a code.
  @Test func damagedBytesAreNoSeparators() {
    let typed = Secret(capacity: 16)
    for byte: UInt8 in [0x31, 0xff, 0xc3, 0x32] { typed.append(byte) }
    let digits = typed.removingSeparators()
    #expect(digits.withBytes { String(decoding: $0, as: UTF8.self) } == "1\u{fffd}\u{fffd}2")
  }

  @Test(arguments: [
    (" Zoe\u{308} ", "Zo\u{eb}"), ("\u{feff}a  b\u{a0}", "a  b"), ("", ""), (" \t", ""),
  ])
  func namesAreComposed(_ typed: String, _ expected: String) {
    #expect(Array(String(typed: typed).utf8) == Array(expected.utf8))
    let details = CustomerDetails(name: typed, mobile: "", email: "")
    #expect(Array(details.name.utf8) == Array(expected.utf8))
  }

  @Test(
    arguments: [
      (" 12.50 ", 12_50), ("€12,5", 12_50), ("12\u{a0}€", 12_00), ("1 200 EUR", 1_200_00),
      ("EUR12", 12_00), ("$12", nil), ("12 USD", nil), ("-5", nil), ("€", nil), ("4E20", nil),
      ("€ 1\u{202f}200,50", 1_200_50), ("\u{200e}1 200 300.5\u{a0}€", 1_200_300_50),
      ("12 50", nil), ("1 2", nil), ("1234 567", nil), ("1 200 5", nil), ("1  200", nil),
      ("12. 50", nil), ("12 .50", nil), ("1 200.5 0", nil), ("1 20\u{301}0", nil),
    ] as [(String, Int64?)])
  func amountsAreReadWithTheirCurrency(_ typed: String, _ minorUnits: Int64?) {
    #expect(Money(written: typed, Currency("EUR"))?.minorUnits == minorUnits)
  }

  /// It is counted as it becomes a key: four letters with accents of their own are no eight.
  @Test(arguments: [
    ("abc", false), ("1234567", false), ("12345678", true), ("ÄÖÜäöüß€", true),
    ("e\u{301}e\u{301}e\u{301}e\u{301}", false), ("\u{feff}1234567", false),
  ])
  func aNewPassphraseHasEightCharacters(_ typed: String, _ isEnough: Bool) {
    #expect(PassphraseStrength.isLongEnough(secret(typed)) == isEnough)
  }

  /// UAX 31: between letters of scripts that use them, joiners are no danger.
  @Test(arguments: [
    ("می\u{200c}خواهم", true), ("क्\u{200d}ष", true), ("👩\u{200d}💻", true),
    ("pay\u{200d}pal", false), ("می\u{200c}", false), ("a\u{200b}b", false),
  ])
  func joinersOfWordsMayBeInAName(_ name: String, _ isFine: Bool) {
    #expect((Rules.alias(name) == nil) == isFine)
  }
}
