import Foundation
import Testing

@testable import CommandTesting
@testable import WalletCommands

/// Payments for other programs, read by these programs. `.ci/install-deps` installs them.
struct ExportReaderTests {
  static let formats = ["beancount", "ledger", "ofx"]

  @Test(.enabled(if: ExportReader.isInstalled, ExportReader.isMissing), arguments: formats)
  func theProgramsReadWhatWasPaid(_ format: String) throws {
    let shop = try TestShop()
    try shop.vault.run(["card", "top-up", shop.card, "50"]).succeeded()
    let all = try shop.exportedJSON()
    let states = Set(all.compactMap { $0["state"] as? String })
    #expect(states == ["PENDING", "COMPLETE", "REFUND", "DECLINE"])
    let booked = all.filter { $0["state"] as? String != "DECLINE" }
    let read = try ExportReader.read(format, [try shop.export(format, ["--pending"])])
    #expect(Set(read.map(\.id)).count == read.count)
    #expect(try Set(read.map(\.id)) == Set(booked.map(TestShop.bookedID)))
    for payment in booked {
      let id = try TestShop.bookedID(payment)
      let found = try #require(read.first { $0.id == id })
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
    let complete = try ExportReader.read(format, [try shop.export(format)])
    #expect(complete.count < read.count && !complete.contains(where: \.isPending))
  }

  @Test(.enabled(if: ExportReader.isInstalled, ExportReader.isMissing))
  func aPaymentKeepsItsIDWhenItIsComplete() throws {
    let shop = try TestShop()
    let sale = try shop.sale()
    let pending = try shop.export("ledger", ["--pending"])
    _ = try shop.vault.run(["shop", "debit", sale, "4"])
    let first = try shop.export("ledger")
    let booked = try ExportReader.read("ledger", [first])
    _ = try shop.vault.run(["shop", "debit", sale, "6"])
    // Ledger books what is in both files once.
    let second = try shop.export("ledger")
    let both = try ExportReader.read("ledger", [first, second])
    #expect(both.count == booked.count + 1)
    #expect(Set(both.map(\.id)).count == both.count)
    // The pending payment has become smaller, and ledger reads the journal nevertheless.
    #expect(try ExportReader.read("ledger", [pending, second]).count > both.count)
  }

  @Test(.enabled(if: ExportReader.isInstalled, ExportReader.isMissing))
  func aVirtualCardIsExported() throws {
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
  }

  @Test(.enabled(if: ExportReader.isInstalled, ExportReader.isMissing), arguments: formats)
  func textFromOutsideIsNoSyntax(_ format: String) throws {
    let entries = HostileExport.entries
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

  @Test(.enabled(if: ExportReader.isInstalled, ExportReader.isMissing))
  func aSpreadsheetReadsEachCell() throws {
    let text = ExportFormat.csv.text(HostileExport.entries, ExportAccounts())
    try HostileExport.check(try ExportReader.table(text))
  }
}
