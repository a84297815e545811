import Foundation
import Testing
import WalletModel

@testable import CommandTesting
@testable import WalletCommands

/// Payments for other programs. `ExportReaderTests` reads them with these programs.
struct ExportTests {
  static let formats = ["beancount", "ledger", "ofx"]

  /// The ids of the payments in a text, in its order.
  private func ids(_ format: String, _ text: String) -> [String] {
    let lines = text.split(separator: "\n")
    let begin = ["beancount": "  id: \"", "ledger": "    ; UUID: "][format]
    guard let begin else {
      return text.matches(of: #/<FITID>([^<]*)</FITID>/#).map { String($0.1) }
    }
    return lines.filter { $0.hasPrefix(begin) }.map {
      String($0.dropFirst(begin.count)).replacing("\"", with: "")
    }
  }

  @Test(arguments: formats) func onlyWhatWasPaidIsBooked(_ format: String) throws {
    let shop = try TestShop()
    try shop.vault.run(["card", "top-up", shop.card, "50"]).succeeded()
    let all = try shop.exportedJSON()
    func wanted(_ states: Set<String>) throws -> [String] {
      try all.filter { states.contains($0["state"] as? String ?? "") }
        .map(TestShop.bookedID).sorted()
    }
    #expect(
      Set(all.compactMap { $0["state"] as? String })
        == ["PENDING", "COMPLETE", "REFUND", "DECLINE"])
    let withPending = try ids(format, shop.export(format, ["--pending"]))
    #expect(try withPending.sorted() == wanted(["PENDING", "COMPLETE", "REFUND"]))
    // Without the option pending payments are not booked.
    #expect(try ids(format, shop.export(format)).sorted() == wanted(["COMPLETE", "REFUND"]))
  }

  /// Ledger refuses a journal in which a UUID has two amounts.
  @Test(arguments: formats) func anIDHasOneAmountInAllExports(_ format: String) throws {
    let shop = try TestShop()
    let sale = try shop.sale()
    let before = try ids(format, shop.export(format, ["--pending"]))
    #expect(before.contains(sale + ".pending-1000") && !before.contains(sale))
    _ = try shop.vault.run(["shop", "debit", sale, "4"])
    let after = try ids(format, shop.export(format, ["--pending"]))
    #expect(after.contains(sale) && after.contains(sale + ".2.pending-600"))
  }

  @Test func cardsWithTheSameLastDigitsHaveAccountsOfTheirOwn() {
    let ids = ["11111111-aa", "22222222-bb", "22222222-cc", "33333333-dd"]
    let made = Optional(Timestamp(milliseconds: 0))
    let cards = ids.map {
      (id: CardID($0), lastFour: $0.hasPrefix("3") ? "0093" : "4242", made: made)
    }
    let names = ExportAccounts.names(cards)
    #expect(ids.map { names[CardID($0)] } == ["4242", "4242-22222222", "4242-22222222-cc", "0093"])
    // A card that comes later changes no account.
    for count in cards.indices {
      for (card, name) in ExportAccounts.names(Array(cards.prefix(count))) {
        #expect(names[card] == name)
      }
    }
    let payments = cards.map {
      Transaction(
        id: TransactionID($0.id.rawValue), cardID: $0.id, type: .complete,
        transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(1, Currency("EUR")),
        description: "x")
    }
    let entries = ExportEntry.entries(
      payments, lastFour: Dictionary(uniqueKeysWithValues: cards.map { ($0.id, $0.lastFour) }))
    // Without names, as for cards that are not listed any more, too.
    for accounts in [ExportAccounts(names: names), ExportAccounts()] {
      let found = Set(entries.map { accounts.card($0) })
      #expect(found.count == cards.count)
      for account in found {
        for format in [ExportFormat.beancount, .ledger] {
          #expect(ExportAccounts.isName(account, for: format), "\(account)")
          #expect(format.text(entries, accounts).contains("  \(account)  -0.01 EUR\n"))
        }
      }
    }
  }

  /// Nobody knows whether it is older than a card that comes later.
  @Test func aCardWithoutADateHasItsIDInItsName() {
    let new = (id: CardID("11111111-aa"), lastFour: "4242", made: Timestamp?.none)
    let old = (id: CardID("22222222-bb"), lastFour: "4242", made: Optional(Timestamp(seconds: 1)))
    for cards in [[new], [new, old], [old, new]] {
      let names = ExportAccounts.names(cards)
      #expect(names[new.id] == "4242-11111111")
      #expect(names[old.id] == (cards.count == 2 ? "4242" : nil))
    }
  }

  @Test func cardsWhoseIDsBeginAlikeHaveOFXAccountsOfTheirOwn() {
    let start = String(repeating: "a", count: 22)
    let ids = [start + "1", start + "2", "b-3"].map { CardID($0) }
    let payments = ids.map {
      Transaction(
        id: TransactionID($0.rawValue), cardID: $0, type: .complete,
        transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(1, Currency("EUR")),
        description: "x")
    }
    let entries = ExportEntry.entries(payments, lastFour: [:])
    let accounts = ExportAccounts(
      names: Dictionary(uniqueKeysWithValues: ids.map { ($0, $0.rawValue) }))
    func found(_ entries: [ExportEntry], _ accounts: ExportAccounts) -> [String] {
      ExportFormat.ofx.text(entries, accounts)
        .matches(of: #/<ACCTID>([^<]*)</ACCTID>/#).map { String($0.1) }
    }
    let all = found(entries, accounts)
    #expect(Set(all).count == 3 && all.last == "b-3", "\(all)")
    #expect(all.allSatisfy { $0.utf8.count <= 22 }, "\(all)")
    // It is the same if no other card has a payment. A card that is alone has its plain id.
    #expect(entries.flatMap { found([$0], accounts) } == all)
    #expect(found([entries[0]], ExportAccounts()) == [start])
  }

  @Test func aPaymentKeepsItsIDWhenItIsComplete() throws {
    let shop = try TestShop()
    let known = Set(try shop.exportedJSON().compactMap { $0["id"] as? String })
    func new() throws -> [String: String] {
      var found: [String: String] = [:]
      for payment in try shop.exportedJSON() {
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
    let first = try shop.export("ledger")
    _ = try shop.vault.run(["shop", "debit", sale, "6"])
    #expect(try new() == [id: "COMPLETE -4.00", id + ".2": "COMPLETE -6.00"])

    // What is in both exports has the same id.
    let second = try shop.export("ledger")
    let (before, after) = (ids("ledger", first), ids("ledger", second))
    #expect(Set(after).count == after.count && Set(after).isSuperset(of: before))
    #expect(after.count == before.count + 1)
    #expect(try shop.export("ledger") == second)
    // The id is the same in a range that begins between the two debits.
    let range = ["transactions", "all", "--format", "csv", "--from"]
    let last = try #require(try shop.exportedJSON().last?["time"] as? String)
    let late = try shop.vault.run(range + [last]).out.split(separator: "\n")
    #expect(late.count == 2 && late[1].hasPrefix(id + ".2,"), "\(late)")
  }

  @Test func aDeclineNamesItsRule() throws {
    let shop = try TestShop()
    let limit = ["card", "limits", shop.card, "--per-payment", "9.99"]
    #expect(try shop.vault.run(limit).status == 0)
    let receipt = try shop.authorize([])
    #expect(receipt.out.contains("declined: over €9.99 a payment"), "\(receipt.out)")
    let declined = try #require(try shop.exportedJSON().last)
    #expect(declined["declineReason"] as? String == "VELOCITY_EXCEEDED")
    #expect(declined["declineRule"] as? String == "PAYMENT_LIMIT 9.99 EUR")
    let csv = try shop.vault.run(["transactions", "all", "--format", "csv"]).out
    let lines = csv.split(whereSeparator: \.isNewline)
    #expect(lines.first?.hasSuffix(",declineRule,note") == true)
    #expect(lines.last?.hasSuffix(",\"PAYMENT_LIMIT 9.99 EUR\",") == true, "\(csv)")
  }

  @Test func aNoteIsInEveryFormat() throws {
    let shop = try TestShop()
    let sale = try shop.sale()
    let note = #"=Lunch "2" <b>; [2020-01-01]"#
    let noted = try shop.vault.run(["transactions", "note", sale, note])
    #expect(noted.status == 0, "\(noted.err)")
    _ = try shop.vault.run(["shop", "debit", sale, "10"])
    let json = try shop.exportedJSON()
    #expect(json.last?["note"] as? String == note)
    #expect(json.first?["note"] is NSNull, "control: another payment has none")
    for (format, line) in [
      ("csv", #","'=Lunch ""2"" <b>; [2020-01-01]""#),
      ("beancount", #" * "Lidl Sofia" "=Lunch \"2\" <b>; [2020-01-01]""#),
      ("ledger", "    ; Memo: \(note)"),
      ("ofx", #"<MEMO>=Lunch "2" &lt;b&gt;; [2020-01-01]</MEMO>"#),
    ] {
      let text = try shop.export(format)
      #expect(text.contains(line + "\n") || text.contains(line + "</STMTTRN>\n"), "\(text)")
    }
    #expect(try ids("ledger", shop.export("ledger")).contains(sale))
  }

  @Test func aVirtualCardIsExported() throws {
    let cards = try TestVirtualCards()
    let id = try cards.card()
    #expect(try cards.pay(id).status == 0)
    let words = ["virtual", "transactions", id, "--format", "beancount", "--pending"]
    let text = try cards.run(words + ["--account", "Liabilities:Card"]).out
    #expect(text.contains(" ! \"Brooklyn Books\" \"\"\n"), "\(text)")
    // 2.99 % of 12.50.
    #expect(text.contains("  Liabilities:Card  -12.87 USD\n"), "\(text)")
    #expect(text.contains("  Expenses:Fees  0.37 USD\n"), "\(text)")
    let last = try cards.lastFour(id)
    let csv = try cards.run(["transactions", "all", "--format", "csv"]).out
    #expect(csv.contains("\"\(last)\",\"Brooklyn Books\""), "\(csv)")
  }

  /// The programs themselves read these texts in `ExportReaderTests`.
  @Test func textFromOutsideBeginsNoLine() throws {
    let entries = HostileExport.entries
    let head = #/2023-11-\d\d \* "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*"/#
      .matchingSemantics(.unicodeScalar)
    for (format, text) in [
      ("beancount", ExportFormat.beancount.text(entries, ExportAccounts())),
      ("ledger", ExportFormat.ledger.text(entries, ExportAccounts())),
    ] {
      #expect(ids(format, text) == entries.map(\.id))
      var heads = 0
      for line in text.split(separator: "\n") where !line.hasPrefix("  ") {
        if line == BeancountExport.header.dropLast() { continue }
        #expect(line.hasPrefix("2023-11-"), "\(format): \(line)")
        if format == "beancount" { #expect(line.wholeMatch(of: head) != nil, "\(line)") }
        heads += 1
      }
      #expect(heads == entries.count)
    }
    let ofx = ExportFormat.ofx.text(entries, ExportAccounts())
    #expect(ids("ofx", ofx) == entries.map(\.id))
    let name = #/<NAME>[^<>]*</NAME>/#.matchingSemantics(.unicodeScalar)
    #expect(ofx.matches(of: name).count == entries.count)
    #expect(ofx.matches(of: #/<NAME>/#).count == entries.count)
  }

  @Test func aSpreadsheetRunsNoFormula() throws {
    let entries = HostileExport.entries
    let text = ExportFormat.csv.text(entries, ExportAccounts())
    let table = cells(text)
    let titles = try #require(table.first)
    let rows = table.dropFirst().map { row in
      Dictionary(zip(titles, row), uniquingKeysWith: { first, _ in first })
    }
    try HostileExport.check(rows)
    HostileExport.checkOtherSeparators(text)
    let json = try Run(status: 0, out: ExportFormat.json.text(entries, ExportAccounts()), err: "")
      .list()
    #expect(json.map { $0["merchant"] as? String } == entries.map(\.merchant))
  }

  /// The cells of CSV (RFC 4180).
  private func cells(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = String.UnicodeScalarView()
    var (isQuoted, isAfterQuote) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        // Two of them are one that was in the text.
        if isAfterQuote { cell.append(scalar) }
        isQuoted.toggle()
        isAfterQuote = !isQuoted
        continue
      }
      isAfterQuote = false
      if isQuoted || (scalar != "," && scalar != "\n") {
        cell.append(scalar)
        continue
      }
      row.append(String(cell))
      cell = String.UnicodeScalarView()
      if scalar == "\n" {
        rows.append(row)
        row = []
      }
    }
    return rows
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
    try Command.run(["--demo", "transactions", "all"] + words).refused(2, says)
  }
}
