import Issuer
import Secrets
import Testing
import VaultLedger
import WalletModel

@testable import CommandTesting

/// Steps of a payment with many later payments. Its amounts are in yen, which has no decimals.
struct OldPaymentTests {
  private let shop: TestShop
  private let sale: String

  init() throws {
    shop = try TestShop()
    sale = try Self.id(of: shop.vault.run(Self.authorize("ramen-tokyo", "1000", shop.card)))
    try shop.vault.addPayments(TransactionQuery.maximumLimit)
  }

  private static func authorize(_ merchant: String, _ amount: String, _ card: String) -> [String] {
    ["shop", "authorize", merchant, amount, "--card", card, "--json"]
  }

  private static func id(of run: Run) throws -> String {
    try run.text("id")
  }

  /// The current amount of the payment with this id, in yen.
  private func yen(_ id: String) throws -> Int? {
    let list = try shop.vault.run(["transactions", "all", "--limit", "5000", "--json"]).list()
    let payment = try #require(list.first { $0["id"] as? String == id })
    let amount = try #require(payment["transactedAmount"] as? [String: Any])
    #expect(amount["currencyCode"] as? String == "JPY")
    return amount["amount"] as? Int
  }

  @Test func stepsReadAmountsInTheCurrencyOfThePayment() throws {
    func step(_ name: String, _ id: String, _ amount: String) throws -> Run {
      let run = try shop.vault.run(["shop", name, id, amount, "--json"])
      #expect(run.status == 0, "\(name): \(run.err)")
      return run
    }
    _ = try step("increment", sale, "10")
    #expect(try yen(sale) == 1010)
    _ = try step("reverse", sale, "20")
    let debit = try Self.id(of: try step("debit", sale, "900"))
    #expect(try yen(sale) == 90)
    try shop.vault.addPayments(TransactionQuery.maximumLimit)
    let refund = try Self.id(of: try step("refund", debit, "30"))
    #expect(try yen(refund) == 30)
  }

  @Test func anAmountIsNeverReadInAnotherCurrency() throws {
    let wrong: [(words: [String], status: Int32, says: String)] = [
      (["increment", sale, "10.5"], 2, "amount of JPY"),
      (["increment", sale, "10", "--currency", "EUR"], 5, "JPY"),
      // No payment has this currency any more, so the shop reports it.
      (["increment", try ended(), "10"], 5, "JPY"),
      (["increment", try ended(), "10", "--currency", "JPY"], 5, "already debited"),
      (["increment", "none", "10"], 3, "doesn't know this payment"),
    ]
    for (words, status, says) in wrong {
      let run = try shop.vault.run(["shop"] + words)
      #expect(run.status == status && run.err.contains(says), "\(words): \(run.err)")
    }
    #expect(try yen(sale) == 1000)
  }

  /// The issuer's clock was set back: the payment that it has booked last is the oldest one.
  @Test func paymentsAreListedInTheOrderOfTheTimesThatAreShown() throws {
    try shop.vault.addPayments(1, secondsAgo: 40 * 86_400)
    func times(_ order: String) throws -> [Timestamp] {
      let words = ["transactions", "all", "--limit", "5000", "--order", order, "--json"]
      return try shop.vault.run(words).list().map { payment in
        try #require((payment["transactedAt"] as? String).flatMap { Timestamp($0) })
      }
    }
    let newest = try times("newest")
    #expect(newest == newest.sorted(by: >) && Set(newest).count > 1)
    #expect(try times("oldest") == newest.reversed())
  }

  /// A payment in yen with nothing reserved.
  private func ended() throws -> String {
    let id = try Self.id(of: shop.vault.run(Self.authorize("ramen-tokyo", "5", shop.card)))
    _ = try shop.vault.run(["shop", "debit", id, "5"])
    return id
  }
}

extension TestVault {
  /// Adds newer payments in euros, in one commit.
  ///
  /// - Parameter secondsAgo: How long before the newest payment their time is.
  func addPayments(_ count: Int, secondsAgo: Int64 = 0) throws {
    let passphrase = Array("correct horse".utf8).withUnsafeBytes { Secret(copying: $0) }
    let ledger = try Vault.open(at: file, passphrase: passphrase)
    let owner = ledger.owner
    try ledger.write { writer throws(WalletError) in
      let newest = try writer.transactions(of: nil, owner, TransactionQuery(limit: 1))
      guard var payment = newest.transactions.first,
        let card = try writer.card(payment.cardID, of: owner)
      else { throw WalletError(.notFound) }
      payment.type = .complete
      payment.transactedAt = payment.transactedAt.adding(seconds: -secondsAgo)
      payment.transactedAmount = Money(1, Currency("EUR"))
      for number in 0..<count {
        payment.id = TransactionID("later-\(newest.transactions[0].id.rawValue)-\(number)")
        try writer.add(payment, of: card.payments, owner)
      }
    }
  }
}
