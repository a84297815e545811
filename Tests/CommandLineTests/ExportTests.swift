import Foundation
import Testing
import WalletModel

@testable import WalletCommands

/// Payments for other programs, read by these programs.
struct ExportTests {
  static let formats = ["beancount", "ledger", "ofx"]

  private func export(_ format: String, _ shop: TestShop, _ more: [String] = []) throws -> String {
    let run = try shop.vault.run(["transactions", "all", "--format", format] + more)
    #expect(run.status == 0, "\(run.err)")
    return run.out
  }

  private func json(_ shop: TestShop) throws -> [[String: Any]] {
    let run = try shop.vault.run(["transactions", "all", "--format", "json"])
    return try run.list()
  }

  @Test(arguments: formats) func theProgramsReadWhatWasPaid(_ format: String) throws {
    let shop = try TestShop()
    let topUp = try shop.vault.run(["card", "top-up", shop.card, "50"])
    #expect(topUp.status == 0, "\(topUp.err)")
    let all = try json(shop)
    let states = Set(all.compactMap { $0["state"] as? String })
    #expect(states == ["PENDING", "COMPLETE", "REFUND", "DECLINE"])
    let booked = all.filter { $0["state"] as? String != "DECLINE" }
    let read = try ExportReader.read(format, [try export(format, shop, ["--pending"])])
    #expect(Set(read.map(\.id)).count == read.count)
    #expect(Set(read.map(\.id)) == Set(booked.compactMap { $0["id"] as? String }))
    for payment in booked {
      let found = try #require(read.first { $0.id == payment["id"] as? String })
      let total = try #require(payment["total"] as? String)
      // The first account is the card's; the programs write numbers their own way.
      let change = try #require(found.changes.first)
      #expect(Decimal(string: change[1]) == Decimal(string: total))
      #expect(change[2] == payment["currency"] as? String)
      let isRefund = payment["state"] as? String == "REFUND"
      #expect(total.hasPrefix("-") != isRefund)
      #expect(found.isPending == (payment["state"] as? String == "PENDING"))
      if format != "ofx" {
        let sum = found.changes.compactMap { Decimal(string: $0[1]) }.reduce(0, +)
        #expect(sum == 0)
      }
    }
    if format == "beancount" {
      #expect(read.contains { $0.change("Equity:Transfers") == ["-50.00", "EUR"] })
      #expect(read.contains { $0.change("Assets:Cards:4821") != nil })
    }
    // Without the option pending payments are not booked.
    let complete = try ExportReader.read(format, [try export(format, shop)])
    #expect(complete.count < read.count && !complete.contains(where: \.isPending))
  }

  @Test func aPaymentKeepsItsIDWhenItIsComplete() throws {
    let shop = try TestShop()
    let known = Set(try json(shop).compactMap { $0["id"] as? String })
    func new() throws -> [String: String] {
      var found: [String: String] = [:]
      for payment in try json(shop) {
        let id = try #require(payment["id"] as? String)
        if known.contains(id) { continue }
        found[id] = "\(payment["state"] ?? "") \(payment["amount"] ?? "")"
      }
      return found
    }
    let sale = try shop.sale()
    #expect(try new() == [sale: "PENDING -10.00"])
    _ = try shop.vault.run(["shop", "debit", sale, "4"])
    let id = sale
    #expect(try new() == [id: "COMPLETE -4.00", id + ".2": "PENDING -6.00"])
    let first = try export("ledger", shop)
    let booked = try ExportReader.read("ledger", [first])
    _ = try shop.vault.run(["shop", "debit", sale, "6"])
    #expect(try new() == [id: "COMPLETE -4.00", id + ".2": "COMPLETE -6.00"])

    // Ledger books what is in both files once.
    let second = try export("ledger", shop)
    let both = try ExportReader.read("ledger", [first, second])
    #expect(both.count == booked.count + 1)
    #expect(Set(both.map(\.id)).count == both.count)
    #expect(try export("ledger", shop) == second)
    // The id is the same in a range that begins between the two debits.
    let range = ["transactions", "all", "--format", "csv", "--from"]
    let last = try #require(try json(shop).last?["time"] as? String)
    let late = try shop.vault.run(range + [last]).out.split(separator: "\n")
    #expect(late.count == 2 && late[1].hasPrefix(id + ".2,"), "\(late)")
  }

  @Test func aVirtualCardIsExported() throws {
    let cards = try TestVirtualCards()
    let id = try cards.card()
    #expect(try cards.pay(id).status == 0)
    let words = ["virtual", "transactions", id, "--format", "beancount", "--pending"]
    let read = try ExportReader.read(
      "beancount", [try cards.run(words + ["--account", "Liabilities:Card"]).out])
    #expect(read.map(\.payee) == ["Brooklyn Books"])
    #expect(read[0].isPending && read[0].change("Liabilities:Card")?[1] == "USD")
    // 2.99 % of 12.50.
    #expect(read[0].change("Expenses:Fees") == ["0.37", "USD"])
    let last = try cards.lastFour(id)
    let csv = try cards.run(["transactions", "all", "--format", "csv"]).out
    #expect(csv.contains("\"\(last)\",\"Brooklyn Books\""), "\(csv)")
  }

  /// Names with which a merchant could end a text, begin a comment, or run a formula.
  static let hostile = [
    "a\"b\\", "\" \"\n2020-01-01 open Assets:Evil", "a  ; b\tc", "; all a comment", "a | b",
    "(x) y", "* ! z", "<NAME>x</NAME>", "]]> &amp; &lt;", "&#x41; &bogus;", "=1+1", " +1", "-1",
    "@SUM(A1)", "＝1", "\r\n=1", "a,b;c", "\u{202e}evil", "\u{0}\u{1b}[31m", "", "   ",
    "include /etc",
    "long " + String(repeating: "ä", count: 300), "#tag ^link", "%2f {x} [y]", "日本語 🍜",
  ]

  private var hostileEntries: [ExportEntry] {
    let payments = Self.hostile.enumerated().map { index, name in
      Transaction(
        id: TransactionID("\(name.prefix(24))-\(index)"), cardID: CardID("c\n\"&"), type: .complete,
        transactedAt: Timestamp(milliseconds: 1_700_000_000_000 + Int64(index) * 1000),
        billedAmount: Money(Int64(index + 1), Currency("EUR")),
        transactedAmount: Money(100, Currency("JPY")), description: name, mcc: name)
    }
    return ExportEntry.entries(payments, lastFour: [CardID("c\n\"&"): "=1;\n"])
  }

  @Test(arguments: formats) func textFromOutsideIsNoSyntax(_ format: String) throws {
    let entries = hostileEntries
    let text = try #require(ExportFormat(rawValue: format)).text(entries, ExportAccounts())
    let read = try ExportReader.read(format, [text])
    #expect(read.map(\.id) == entries.map(\.id))
    for (index, payment) in read.enumerated() {
      #expect(Decimal(string: payment.changes[0][1]) == -Decimal(index + 1) / 100)
      if format == "beancount" { #expect(payment.payee == entries[index].merchant) }
      #expect(!payment.payee.contains("\n") && !payment.payee.contains("\t"))
    }
    #expect(!read.contains { $0.changes.contains { $0[0].contains("Evil") } })
  }

  @Test func aSpreadsheetRunsNoFormula() throws {
    let entries = hostileEntries
    let text = ExportFormat.csv.text(entries, ExportAccounts())
    let rows = try ExportReader.table(text)
    #expect(rows.count == entries.count)
    for (row, entry) in zip(rows, entries) {
      #expect(row["id"] == entry.id && row["amount"] == entry.amount?.signedDecimal)
      for name in ["merchant", "mcc", "card", "cardId"] {
        let cell = try #require(row[name]).drop(while: \.isWhitespace)
        #expect(cell.first.map { !"=+-@＝".contains($0) } ?? true, "\(cell)")
      }
      let merchant = try #require(row["merchant"])
      #expect(merchant == entry.merchant || merchant == "'" + entry.merchant)
    }
    let json = try Run(status: 0, out: ExportFormat.json.text(entries, ExportAccounts()), err: "")
      .list()
    #expect(json.map { $0["merchant"] as? String } == entries.map(\.merchant))
  }

  @Test func aDeclinedPaymentNamesItsLimit() throws {
    func declined(_ limit: DeclineLimit?) -> Transaction {
      Transaction(
        id: TransactionID("1"), cardID: CardID("1"), type: .decline,
        transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(60_00, Currency("EUR")),
        description: "x", declineReason: .velocityExceeded, declineLimit: limit)
    }
    let cases: [(DeclineLimit?, String)] = [
      (DeclineLimit(.perPayment, amount: Money(50_00, Currency("EUR"))), "PER_PAYMENT 50.00 EUR"),
      (DeclineLimit(.category, values: ["GROCERIES", "BILLS"]), "CATEGORY GROCERIES BILLS"),
      (DeclineLimit(.other("=A\n1")), "'=A<U+000A>1"), (nil, ""),
    ]
    for (limit, text) in cases {
      let entries = ExportEntry.entries([declined(limit)], lastFour: [:])
      let csv = ExportFormat.csv.text(entries, ExportAccounts())
      let rows = try ExportReader.table(csv)
      #expect(rows.map { $0["declineLimit"] } == [text])
      let json = try Run(
        status: 0, out: ExportFormat.json.text(entries, ExportAccounts()), err: ""
      ).list()
      let plain = String(text.drop { $0 == "'" })
      #expect((json[0]["declineLimit"] as? String ?? "") == plain)
      let booked = entries.filter(\.isBooked)
      #expect(booked == [], "it is in no other format")
    }
  }

  @Test func aCurrencyThatIsNoneIsNotBooked() throws {
    let payment = Transaction(
      id: TransactionID("1"), cardID: CardID("1"), type: .complete,
      transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(1, Currency("E\nR")),
      description: "x")
    let entry = try #require(ExportEntry.entries([payment], lastFour: [:]).first)
    #expect(!entry.isBooked)
    #expect(ExportFormat.ledger.text([entry], ExportAccounts()).isEmpty)
  }

  @Test func accountsAreNames() {
    let names: [(name: String, beancount: Bool, ledger: Bool)] = [
      ("Assets:Cards:Éva-1", true, true), ("Assets", true, true), ("Cards:Mine", false, true),
      ("Assets:cards", false, true), ("assets:my cards", false, true),
      ("Assets:a  b", false, false), ("Assets::B", false, false), ("", false, false),
      ("Assets:B;c", false, false), ("(Assets:B)", false, false), ("Assets:B\n", false, false),
    ]
    for (name, beancount, ledger) in names {
      #expect(ExportAccounts.isName(name, for: .beancount) == beancount, "\(name)")
      #expect(ExportAccounts.isName(name, for: .ledger) == ledger, "\(name)")
    }
  }

  @Test(arguments: [
    (["--account", "Assets:B"], "--account needs --format"),
    (["--format", "csv", "--limit", "5"], "--limit can't be used with --format"),
    (["--format", "csv", "--json"], "--json can't be used with --format"),
    (["--format", "ofx", "--account", "Assets:B"], "isn't an account in ofx"),
    (["--format", "beancount", "--expenses", "mine"], "mine isn't an account in beancount"),
    (["--format", "qif"], "csv"),
  ])
  func mistakesAreExplained(_ words: [String], _ says: String) throws {
    let run = try Binary.run(["--demo", "transactions", "all"] + words)
    #expect(run.status == 2 && run.err.contains(says), "\(run.err)")
  }
}
