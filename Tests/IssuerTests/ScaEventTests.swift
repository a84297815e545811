import Conformance
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

/// The sample wallet with a clock that the test controls.
private func setUp() throws -> (Issuer, TestClock, RequestContext) {
  let ledger = try Vault.demo()
  let clock = TestClock(IssuerClock.system.now())
  let issuer = Issuer(
    ledger: ledger,
    environment: IssuerEnvironment(clock: clock.issuer))
  let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
  return (issuer, clock, context)
}

/// The text of a message with a code, and the time until which it can be sent.
@Suite struct MessageTests {
  @Test func everyConfirmationHasAText() {
    let all = WireRoute.all.compactMap(\.contract.confirms)
    let words = Set(all.map { $0(Contract.Confirmed(lastFour: "4821", target: nil)) })
    // A URL to the details and the details have the same text.
    #expect(all.count == 10 && words.count == all.count - 1)
    #expect(words.allSatisfy { $0.hasPrefix("to ") && $0 != "to confirm" })
  }

  /// Events in older files do not contain the whole request.
  @Test func anEventWithoutARequestHasExpired() throws {
    let (issuer, _, context) = try setUp()
    let card = try #require(issuer.perform(ListCards(CardQuery()), context).cards.first)
    let error = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), context) }
    let event = try #require(error?.scaEvent)
    var again = context
    again.sca = event.reference
    let same = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), again) }
    #expect(same?.scaEvent?.id == event.id, "control: it waits for its code")
    try issuer.ledger.write { writer throws(WalletError) in
      guard
        var record = try writer.get(ScaEventRecord.self, event.id.rawValue, of: context.customerID)
      else { return }
      record.request = []
      try writer.put(record, of: context.customerID)
    }
    let old = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), again) }
    #expect(old?.code == .scaExpired)
    let sms = ScaVerification(method: .otp, channel: .sms)
    let code = #expect(throws: WalletError.self) {
      try issuer.perform(CreateChallenge(event.reference, sms), context)
    }
    #expect(code?.code == .scaExpired)
  }

  @Test func anExpiredCodeIsNotDelivered() throws {
    let (issuer, clock, context) = try setUp()
    let card = try #require(issuer.perform(ListCards(CardQuery()), context).cards.first)
    let error = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), context) }
    let event = try #require(error?.scaEvent)
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try issuer.perform(CreateChallenge(event.reference, sms), context)
    let message = try #require(issuer.takeMessages().last)
    clock.advance(milliseconds: IssuerLimits.code * 1000 - 1)
    #expect(try issuer.delivery(of: message, context.customerID) != nil)
    clock.advance(milliseconds: 1)
    let late = #expect(throws: WalletError.self) {
      try issuer.delivery(of: message, context.customerID)
    }
    #expect(late?.code == .scaExpired)
  }
}

/// The number of confirmations that a customer may have at the same time.
@Suite struct ScaEventTests {
  @Test func theOldestEventsAreReplaced() throws {
    let (issuer, clock, context) = try setUp()
    let card = try #require(issuer.perform(ListCards(CardQuery()), context).cards.first)
    func event() throws -> ScaEvent {
      let error = #expect(throws: WalletError.self) { try issuer.perform(GetPin(card.id), context) }
      return try #require(error?.scaEvent)
    }
    func isKnown(_ event: ScaEvent) throws -> Bool {
      try issuer.ledger.read { reader throws(WalletError) in
        try reader.get(ScaEventRecord.self, event.id.rawValue, of: context.customerID) != nil
      }
    }
    let events = try (0..<IssuerLimits.events).map { _ in try event() }
    #expect(try events.allSatisfy(isKnown))
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try issuer.perform(CreateChallenge(events[0].reference, sms), context)

    // This is true for any number of new events.
    for _ in 0..<3 { _ = try event() }
    #expect(try events.map(isKnown) == events.indices.map { $0 >= 3 })
    let gone = #expect(throws: WalletError.self) {
      try issuer.perform(CreateChallenge(events[0].reference, sms), context)
    }
    #expect(gone?.code == .scaExpired)
    _ = try issuer.perform(CreateChallenge(events[3].reference, sms), context)

    // Expired events are removed first.
    clock.advance(milliseconds: 299_999)
    let last = try event()
    clock.advance(milliseconds: 1)
    _ = try event()
    #expect(try isKnown(last))
    #expect(try events.filter(isKnown).isEmpty)
  }
}
