import Testing
import WalletModel

@testable import WalletCommands

/// Payments whose merchants and notes try to be more than a text in an export.
enum HostileExport {
  /// Names with which a merchant could end a text, begin a comment, or run a formula.
  static let names = [
    "a\"b\\", "\" \"\n2020-01-01 open Assets:Evil", "a  ; b\tc", "; all a comment", "a | b",
    "(x) y", "* ! z", "<NAME>x</NAME>", "]]> &amp; &lt;", "&#x41; &bogus;", "=1+1", " +1", "-1",
    "@SUM(A1)", "＝1", "\r\n=1", "a,b;c", "\u{202e}evil", "\u{0}\u{1b}[31m", "", "   ",
    "include /etc", "x;=1+1", "a\"; \"\t=1", "b ; -1;@c",
    // A mark and the combining mark behind it are one `Character`.
    "a\"\u{301},\"=1", "<\u{338}/NAME>",
    "long " + String(repeating: "ä", count: 300), "#tag ^link", "%2f {x} [y]", "日本語 🍜",
  ]

  static var entries: [ExportEntry] {
    let payments = names.enumerated().map { index, name -> Transaction in
      var payment = Transaction(
        id: TransactionID("\(name.prefix(24))-\(index)"), cardID: CardID("c\n\"&"), type: .complete,
        transactedAt: Timestamp(milliseconds: 1_700_000_000_000 + Int64(index) * 1000),
        billedAmount: Money(Int64(index + 1), Currency("EUR")),
        transactedAmount: Money(100, Currency("JPY")), description: name, mcc: name)
      payment.note = name
      return payment
    }
    return ExportEntry.entries(payments, lastFour: [CardID("c\n\"&"): "=1;\n"])
  }

  /// Checks the rows of CSV, by their titles: they have all payments, and no cell is a formula.
  static func check(_ rows: [[String: String]]) throws {
    let entries = Self.entries
    try #require(rows.count == entries.count)
    for (row, entry) in zip(rows, entries) {
      #expect(row["id"] == entry.id && row["amount"] == entry.amount?.signedDecimal)
      for name in ["merchant", "mcc", "card", "cardId", "note"] {
        let cell = try #require(row[name]).drop(while: \.isWhitespace)
        #expect(cell.first.map { !"=+-@＝".contains($0) } ?? true, "\(cell)")
      }
      let merchant = try #require(row["merchant"])
      #expect(merchant.replacing("'", with: "") == entry.merchant)
    }
  }

  /// Checks CSV as a spreadsheet reads it whose separator is a semicolon or a tab: quotation marks
  /// inside a line do not count then, and no cell is a formula.
  static func checkOtherSeparators(_ text: String) {
    // Control: such cells are there.
    #expect(text.contains(";'=1+1") && text.contains("\t'=1"))
    let ids = entries.map { $0.id + "," }
    for cell in text.unicodeScalars.split(whereSeparator: { ";\t\r\n".unicodeScalars.contains($0) })
    where !ids.contains(where: { String(cell).hasPrefix($0) }) {
      let first = cell.first { !$0.properties.isWhitespace && $0 != "\"" }
      #expect(first.map { !"=+-@＝".unicodeScalars.contains($0) } ?? true, "\(cell)")
    }
  }
}
