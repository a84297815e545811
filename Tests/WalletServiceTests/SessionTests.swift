import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// Keys, versions and guards that the service adds to calls.
struct SessionTests {
  @Test func onlyChangesHaveAKey() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let card = try await service.card("Everyday")
    _ = try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version)
    _ = try await service.send(SetCardStatus.unlock(card.id))
    let contexts = backend.contexts
    #expect(contexts.map { $0.idempotencyKey == nil } == [true, false, false])
    #expect(contexts.map(\.expectedVersion) == [nil, card.version, nil])
    let keys = contexts.compactMap(\.idempotencyKey)
    #expect(Set(keys).count == 2)
    #expect(keys.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func anOldVersionIsRefused() async throws {
    let service = try RecordingBackend().service()
    let card = try await service.card("Everyday")
    await #expect {
      _ = try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version + 1)
    } throws: {
      ($0 as? WalletError)?.code == .versionConflict
    }
    #expect(try await service.cards.get(card.id).status == .active)
  }

  @Test func aChangeInProgressIsNotSentTwice() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let card = try await service.card("Everyday")
    let other = try await service.card("Groceries")
    let gate = backend.hold()
    let first = Task { try await service.send(SetCardStatus.lock(card.id)) }
    try await eventually("the request") { backend.names.last == "SET_STATUS" }
    await #expect {
      _ = try await service.send(SetCardStatus.lock(card.id))
    } throws: {
      let error = $0 as? WalletError
      return error?.code == .actionRefused && error?.details.isEmpty == false
    }
    // Another card is another change.
    let second = Task { try await service.send(SetCardStatus.lock(other.id)) }
    try await eventually("the second request") {
      backend.names.count { $0 == "SET_STATUS" } >= 2
    }
    gate.finish()
    #expect(try await first.value.status == .locked)
    #expect(try await second.value.status == .locked)
    // After the answer the change may be requested again. Now the rules decide.
    #expect(
      await failure { try await service.send(SetCardStatus.lock(card.id)) }?.code
        == .transitionRefused)
  }

  /// After an outage, all orders of virtual cards that have waited are sent.
  @Test func proofsForSeveralOrdersOfAPersonaAreUnderWayAtATime() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let persona = try await service.send(CreatePersona(PersonaRequest(name: "Shopping")))
    func proof() -> Task<OwnershipProof, any Error> {
      let order = VirtualCardOrder(personaID: persona.id, fundingSourceID: "", cardHolder: "Ana")
      return Task { try await service.virtualCards.proof(for: order) }
    }
    let gate = backend.hold()
    let (first, second) = (proof(), proof())
    try await eventually("both requests") {
      backend.names.count { $0 == "GET_OWNERSHIP_PROOF" } >= 2
    }
    gate.finish()
    #expect(try await !first.value.proof.isEmpty)
    #expect(try await !second.value.proof.isEmpty)
  }

  @Test func aFailedChangeDoesNotBlockTheNext() async throws {
    let service = try RecordingBackend().service()
    for _ in 1...2 {
      #expect(
        await failure { try await service.send(SetCardStatus.unlock(CardID("nope"))) }?.code
          == .notFound)
    }
  }

  @Test(.timeLimit(.minutes(60))) func changesAreSentAsEvents() async throws {
    let service = try RecordingBackend().service()
    let card = try await service.card("Everyday")
    var news = service.events().makeAsyncIterator()
    _ = try await service.send(SetCardStatus.lock(card.id))
    #expect(await news.next() == .cardsChanged([card.id]))
  }
}
