import Issuer
import Synchronization
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

  /// A day later a key is free again, and the oldest go first to make room.
  @Test func whatIsOverMakesRoom() throws {
    let hours = Mutex<Int64>(0)
    let clock = IssuerClock(
      now: { Timestamp(milliseconds: 1_700_000_000_000 + hours.withLock { $0 } * 3_600_000) },
      boot: { hours.withLock { $0 } * 3_600_000 })
    let ledger = try Vault.demo(clock: clock)
    let issuer = Issuer(ledger: ledger, clock: clock, mostChanges: 3)
    var context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try #require(
      issuer.perform(ListCards(CardQuery()), context).cards.first { $0.status == .active }
    ).id
    func set(_ status: CardStatus, _ key: String) throws -> Card {
      context.idempotencyKey = key
      return try issuer.perform(SetCardStatus(id, status, reason: "Test"), context)
    }
    let first = try set(.locked, "a")
    hours.withLock { $0 = 12 }
    #expect(try set(.active, "b").version == first.version + 1)
    #expect(try set(.locked, "c").version == first.version + 2)
    // Three are kept: another is one too many, a repetition is none.
    #expect(throws: WalletError.self) { try set(.active, "d") }
    #expect(try set(.locked, "a") == first)
    hours.withLock { $0 = 24 }
    // The first is over: its key is free, and is behind the others now.
    #expect(try set(.active, "a").version == first.version + 3)
    #expect(throws: WalletError.self) { try set(.locked, "d") }
    hours.withLock { $0 = 36 }
    #expect(try set(.locked, "d").version == first.version + 4)
    #expect(try set(.active, "a").version == first.version + 3)
    #expect(try set(.active, "b").version == first.version + 5)
    #expect(throws: WalletError.self) { try set(.locked, "e") }
  }
}
