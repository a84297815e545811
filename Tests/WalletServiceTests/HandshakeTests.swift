import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletService

/// A server that demands the same event for every request, even after a confirmation.
private struct DemandingBackend: WalletBackend {
  let event: ScaEvent

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  { throw .scaRequired(event) }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

/// The SCA handshake (B05, B09) over the real engine.
struct HandshakeTests {
  private let backend: RecordingBackend
  private let service: WalletService

  init() throws {
    backend = try RecordingBackend()
    service = backend.service()
  }

  @Test func anOperationIsRepeatedWithItsEvent() async throws {
    let card = try await service.card("Groceries")
    let details = try await service.confirmed { service throws(WalletError) in
      try await service.cards.secureDetails(card.id)
    }
    let pan = try #require(details.pan.secret)
    #expect(pan.withBytes { $0.count == 16 && PAN.isLuhnValid($0) })
    #expect(pan.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) } == card.lastFour)
    #expect(details.cvv.secret?.isDigits(count: 3) == true)
    #expect(details.expiry == card.expiry)

    let reveals = zip(backend.names, backend.contexts).filter { $0.0 == "SHOW_DETAILS" }
    #expect(reveals.count == 2)
    #expect(reveals.first?.1.sca == nil)
    #expect(reveals.last?.1.sca != nil)
  }

  @Test func aGrantIsForOneActionOnOneCard() async throws {
    let card = try await service.card("Groceries")
    let other = try await service.card("Everyday")
    var reference: ScaReference?
    do {
      _ = try await service.cards.pin(card.id)
      Issue.record("a PIN without a code")
    } catch {
      #expect(error.code == .scaRequired)
      let event = try #require(error.scaEvent)
      try await service.enterCode(event)
      reference = event.reference
    }
    let authorized = service.authorized(by: reference)
    await #expect(throws: WalletError.self) {
      _ = try await authorized.cards.secureDetails(card.id)
    }
    await #expect(throws: WalletError.self) { _ = try await authorized.cards.pin(other.id) }
    #expect(try await authorized.cards.pin(card.id).secret?.isDigits(count: 4) == true)
    await #expect(throws: WalletError.self) { _ = try await authorized.cards.pin(card.id) }
  }

  @Test func aSecondDemandForTheSameEventIsAnError() async throws {
    let card = try await service.card("Groceries")
    let demand = await #expect(throws: WalletError.self) {
      _ = try await service.cards.pin(card.id)
    }
    let demanding = WalletService(
      backend: DemandingBackend(event: try #require(demand?.scaEvent)),
      context: backend.real.context)
    var asked = 0
    do {
      _ = try await demanding.withSCA { service throws(WalletError) in
        try await service.cards.pin(card.id)
      } authenticate: { _ throws(WalletError) in
        asked += 1
      }
      Issue.record("the server has demanded a code")
    } catch {
      #expect(asked == 1 && error.code == .scaRejected)
    }
  }

  @Test func theNewPinIsShown() async throws {
    let card = try await service.card("Everyday")
    let changed = try await service.confirmed { service throws(WalletError) in
      try await service.send(SetCardPin(card.id, pin: secret("7391")))
    }
    #expect(changed.version == card.version + 1)
    let shown = try await service.confirmed { service throws(WalletError) in
      try await service.cards.pin(card.id)
    }
    #expect(shown.secret?.matches(secret("7391")) == true)
  }

  @Test func cancellingEndsTheOperation() async throws {
    let card = try await service.card("Groceries")
    await #expect(throws: WalletError(.cancelled)) {
      try await service.withSCA { service throws(WalletError) in
        try await service.cards.pin(card.id)
      } authenticate: { _ throws(WalletError) in
        throw WalletError(.cancelled)
      }
    }
    #expect(backend.names.filter { $0 == "SHOW_PIN" }.count == 1)
  }

  @Test func anOperationWithoutACodeRunsOnce() async throws {
    let programs = try await service.withSCA { service throws(WalletError) in
      try await service.send(GetPrograms())
    } authenticate: { _ throws(WalletError) in
      Issue.record("nothing to authenticate")
    }
    #expect(!programs.isEmpty)
    await #expect(throws: WalletError.self) {
      try await service.withSCA { service throws(WalletError) in
        try await service.cards.pin(CardID("nope"))
      } authenticate: { _ throws(WalletError) in
        Issue.record("an error that no code mends")
      }
    }
  }

  @Test func secretsNeedTheScope() async throws {
    var context = backend.real.context
    context.scopes = [.wallet]
    let narrow = WalletService(backend: backend, context: context)
    let card = try await narrow.card("Groceries")
    #expect(await failure { try await narrow.cards.secureDetails(card.id) }?.code == .scopeMissing)
  }
}
