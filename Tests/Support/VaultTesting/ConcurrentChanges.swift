import Issuer
import WalletAPI
import WalletModel

@testable import VaultLedger

/// Changes of the first card by several threads at once.
struct ConcurrentChanges {
  /// The changes that were acknowledged.
  let acknowledged: Int
  /// The changes that the card's version counts.
  let made: Int
  let transactions: Int64
  /// The card afterwards.
  let card: Card

  init(_ ledger: VaultLedger, threads count: Int, each: Int) throws {
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0].id
    let before = try issuer.perform(GetCard(id), context).version
    let commits = try ledger.store.readRoot().counter
    let threads = (0..<count).map { number in
      OnThread {
        var made = 0
        for index in 0..<each {
          var context = context
          if index % 3 == 0 { context.idempotencyKey = "\(number)-\(index)" }
          let status: CardStatus = index % 2 == 0 ? .locked : .active
          let change = SetCardStatus(id, status, reason: "\(number)")
          if (try? issuer.perform(change, context)) != nil { made += 1 }
          // A change that writes and then throws has no effect.
          if index % 4 == 0 { try? Self.halfDone(ledger, id) }
          if index % 5 == 0 { _ = try? issuer.perform(GetCard(id), context) }
        }
        return made
      }
    }
    acknowledged = try threads.reduce(0) { try $0 + $1.wait() }
    card = try issuer.perform(GetCard(id), context)
    made = card.version - before
    transactions = try ledger.store.readRoot().counter - commits
  }

  private static func halfDone(_ ledger: VaultLedger, _ id: CardID) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      guard var record = try writer.card(id, of: ledger.owner) else { return }
      record.card.alias = "half done"
      try writer.put(record, of: ledger.owner)
      throw WalletError(.cancelled)
    }
  }
}
