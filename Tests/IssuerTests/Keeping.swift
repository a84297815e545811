import Issuer
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@Suite struct Keeping {
  /// What cannot be kept under its key must not happen: a repetition would do it again.
  @Test func nothingIsDoneWhenItsKeyCannotBeKept() throws {
    let ledger = try Vault.demo()
    let issuer = Issuer(ledger: ledger, mostChanges: 3)
    var context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    for key in 0..<3 { _ = try issuer.perform(SettleChange("key\(key)"), context) }
    let cards = try issuer.perform(ListCards(CardQuery()), context).cards
    let card = try #require(cards.first { $0.status == .active })
    context.idempotencyKey = "lock"
    let full = #expect(throws: WalletError.self) {
      try issuer.perform(SetCardStatus(card.id, .locked, reason: "Lost"), context)
    }
    #expect(full?.code == .rateLimited)
    let create = CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR"))
    for _ in 0..<3 {
      #expect(throws: WalletError.self) { try issuer.perform(create, context) }
    }
    context.idempotencyKey = nil
    #expect(try issuer.perform(ListCards(CardQuery()), context).cards == cards)
    // Control: without a key there is room.
    _ = try issuer.perform(create, context)
    #expect(try issuer.perform(ListCards(CardQuery()), context).cards.count == cards.count + 1)
  }
}
