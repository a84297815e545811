import Testing
import WalletModel

@testable import WalletCommands

struct ExportNameTests {
  /// Programs get the name itself, or the name without joiners, and never a sign for one.
  @Test(arguments: [
    ("می\u{200c}خواهم", "می\u{200c}خواهم"), ("क्\u{200d}ष", "क्\u{200d}ष"),
    ("👩\u{200d}💻 Ltd", "👩💻 Ltd"),
    ("pay\u{200d}pal", "paypal"), ("\u{202e}evil", "<U+202E>evil"),
  ])
  func programsGetTheNameItself(_ name: String, _ expected: String) throws {
    let payment = Transaction(
      id: TransactionID("p"), cardID: CardID("c"), type: .complete,
      transactedAt: Timestamp(milliseconds: 1_700_000_000_000),
      billedAmount: Money(1, Currency("EUR")), description: name, mcc: "5411")
    let entry = try #require(ExportEntry.entries([payment], lastFour: [:]).first)
    #expect(Array(entry.merchant.utf8) == Array(expected.utf8))
  }
}
