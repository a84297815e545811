import Conformance
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

/// How many confirmations a customer may have under way.
@Suite struct Events {
  @Test func theOldestGiveWay() throws {
    let ledger = try Vault.demo()
    let clock = TestClock(IssuerClock.system.now())
    let issuer = Issuer(
      ledger: ledger, clock: IssuerClock(now: { clock.now }, boot: { clock.boot }))
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let card = try #require(issuer.perform(ListCards(CardQuery()), context).cards.first)
    func event() throws -> ScaEvent {
      let error = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), context) }
      return try #require(error?.scaEvent)
    }
    func isKnown(_ event: ScaEvent) throws -> Bool {
      try ledger.read { reader throws(WalletError) in
        try reader.scaEvent(event.id, of: ledger.owner) != nil
      }
    }
    let events = try (0..<Issuer.Limits.events).map { _ in try event() }
    #expect(try events.allSatisfy(isKnown))
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try issuer.perform(CreateChallenge(events[0].reference, sms), context)

    // Whatever was done about it, and however many come.
    for _ in 0..<3 { _ = try event() }
    #expect(try events.map(isKnown) == events.indices.map { $0 >= 3 })
    let gone = #expect(throws: WalletError.self) {
      try issuer.perform(CreateChallenge(events[0].reference, sms), context)
    }
    #expect(gone?.code == .scaExpired)
    _ = try issuer.perform(CreateChallenge(events[3].reference, sms), context)

    // Those that are over go first.
    clock.advance(milliseconds: 299_999)
    let last = try event()
    clock.advance(milliseconds: 1)
    _ = try event()
    #expect(try isKnown(last))
    #expect(try events.filter(isKnown).isEmpty)
  }
}
