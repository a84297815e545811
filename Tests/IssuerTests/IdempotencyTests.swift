import Issuer
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@Suite struct IdempotencyTests {
  /// A change whose key cannot be stored must not happen, because a repetition would make it again.
  @Test func aChangeIsRefusedIfItsKeyCannotBeStored() throws {
    let ledger = try Vault.demo()
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(mostChanges: 3))
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
    // Control: without a key the change is possible.
    _ = try issuer.perform(create, context)
    #expect(try issuer.perform(ListCards(CardQuery()), context).cards.count == cards.count + 1)
  }

  /// Without a key, too, a cancellation that is repeated changes nothing.
  @Test func aRepeatedCancellationIsAuditedOnce() throws {
    let ledger = try Vault.demo()
    try SampleVirtualCards(ledger, clock: .system, random: .system).add()
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(isSimulation: true))
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let sources = try issuer.perform(ListFundingSources(), context)
    let source = try #require(sources.first { $0.state == .active })
    for _ in 1...2 {
      let cancelled = try issuer.perform(CancelFundingSource(source.id), context)
      #expect(cancelled.state == .inactive && cancelled.version == source.version + 1)
    }
    let notes = try ledger.auditLog().filter { $0.action == "CANCEL_FUNDING_SOURCE" }.map(\.note)
    #expect(notes == ["INACTIVE"])
  }

  /// A client repeats a request without an answer: the failure counts once and gets the same
  /// answer.
  @Test func aRepeatedFailureIsCountedOnce() throws {
    let ledger = try Vault.demo()
    let issuer = Issuer(ledger: ledger)
    var context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let cards = try issuer.perform(ListCards(CardQuery(statuses: [.issued])), context).cards
    let card = try #require(cards.first)
    let wrong = ActivateCard(
      card.id, CardActivationRequest(lastFourDigits: card.lastFour, cvv: secret("x")))
    let mistaken = ActivateCard(
      card.id, CardActivationRequest(lastFourDigits: "0000", cvv: secret("000")))
    func refusal(_ operation: ActivateCard, _ key: String) -> WalletError? {
      context.idempotencyKey = key
      return #expect(throws: WalletError.self) { try issuer.perform(operation, context) }
    }
    // A request of the wrong form is not counted, so another request may use the key.
    #expect(refusal(wrong, "k")?.code == .fieldErrors)
    let first = refusal(mistaken, "k")
    #expect(
      first?.code == .activationDataWrong && issuer.takeEvents() == [.cardsChanged([card.id])])
    for _ in 0..<4 { #expect(refusal(mistaken, "k") == first) }
    #expect(issuer.takeEvents() == [])
    #expect(refusal(wrong, "k")?.code == .keyReused)
    // The second of three is not the last.
    #expect(refusal(mistaken, "l")?.details.map(\.english) == ["1 try left."])
    #expect(try issuer.perform(GetCard(card.id), context).version == card.version + 2)
    #expect(try issuer.perform(SettleChange("k"), context) == .unknown)
    #expect(refusal(mistaken, "k") == first)
  }

  /// A failure is not counted if its key cannot be stored.
  @Test func nothingIsCountedIfItsKeyCannotBeStored() throws {
    let ledger = try Vault.demo()
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(mostChanges: 1))
    var context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let cards = try issuer.perform(ListCards(CardQuery(statuses: [.issued])), context).cards
    let card = try #require(cards.first)
    let mistaken = ActivateCard(
      card.id, CardActivationRequest(lastFourDigits: "0000", cvv: secret("000")))
    for (key, code) in [("k", ErrorCode.activationDataWrong), ("l", .rateLimited)] {
      context.idempotencyKey = key
      let error = #expect(throws: WalletError.self) { try issuer.perform(mistaken, context) }
      #expect(error?.code == code)
    }
    #expect(try issuer.perform(GetCard(card.id), context).version == card.version + 1)
  }

  /// A key is free again after a day. The oldest keys are removed first.
  @Test func expiredKeysMakeRoom() throws {
    let hours = Mutex<Int64>(0)
    let clock = IssuerClock(
      now: { Timestamp(milliseconds: 1_700_000_000_000 + hours.withLock { $0 } * 3_600_000) },
      boot: { hours.withLock { $0 } * 3_600_000 })
    let ledger = try Vault.demo(clock: clock)
    let issuer = Issuer(
      ledger: ledger, environment: IssuerEnvironment(clock: clock, mostChanges: 3))
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
    // Three keys are stored. Another one is refused, a repetition is not.
    #expect(throws: WalletError.self) { try set(.active, "d") }
    #expect(try set(.locked, "a") == first)
    hours.withLock { $0 = 24 }
    // The first key has expired: it is free and is now the newest.
    #expect(try set(.active, "a").version == first.version + 3)
    #expect(throws: WalletError.self) { try set(.locked, "d") }
    hours.withLock { $0 = 36 }
    #expect(try set(.locked, "d").version == first.version + 4)
    #expect(try set(.active, "a").version == first.version + 3)
    #expect(try set(.active, "b").version == first.version + 5)
    #expect(throws: WalletError.self) { try set(.locked, "e") }
  }
}
