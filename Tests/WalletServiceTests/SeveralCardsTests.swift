import Issuer
import Testing
import WalletAPI
import WalletModel
import WalletService

/// All cards are locked together, and only these are unlocked again.
@Suite struct SeveralCardsTests {
  @Test func whatIsLockedTogetherIsUnlockedTogether() async throws {
    let service = try RecordingBackend().service()
    let all = try await service.cards.all().cards
    let targets = all.filter { $0.refusal(of: .lock) == nil }.map { CardTarget($0.id) }
    #expect(targets.count >= 2)
    let locked = await service.cards.change(targets, .lock)
    #expect(Set(locked.changed.map(\.id)) == Set(targets.map(\.id)))
    #expect(locked.refused.isEmpty && locked.rest.isEmpty && locked.stopped == nil)
    #expect(locked.changed.allSatisfy { $0.status == .locked })
    let versions = locked.changed.map { CardTarget($0.id, version: $0.version) }
    let unlocked = await service.cards.change(versions, .unlock)
    #expect(unlocked.changed.count == targets.count)
    for before in all {
      #expect(try await service.cards.get(before.id).status == before.status, "\(before.alias)")
    }
  }

  /// Somebody else's change of a card is not taken back.
  @Test func aCardOfAnotherVersionIsLeftAsItIs() async throws {
    let service = try RecordingBackend().service()
    let (first, second) = (try await service.card("Everyday"), try await service.card("Groceries"))
    let locked = await service.cards.change([CardTarget(first.id), CardTarget(second.id)], .lock)
    _ = try await service.send(RenameCard(first.id, alias: "Mine"))
    let unlocked = await service.cards.change(
      locked.changed.map { CardTarget($0.id, version: $0.version) }, .unlock)
    #expect(unlocked.changed.map(\.id) == [second.id])
    #expect(unlocked.refused.map(\.id) == [first.id])
    #expect(unlocked.refused.first?.error.code == .versionConflict)
    #expect(try await service.cards.get(first.id).status == .locked)
  }

  /// A card that is refused does not keep the others; a lost connection or vault does.
  @Test func aRefusalKeepsNoOtherCardAndALostConnectionKeepsAll() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let (old, good) = (try await service.card("Old"), try await service.card("Groceries"))
    let outcome = await service.cards.change([CardTarget(old.id), CardTarget(good.id)], .lock)
    #expect(outcome.refused.map(\.id) == [old.id] && outcome.changed.map(\.id) == [good.id])
    let targets = (0..<20).map { CardTarget(CardID("card-\($0)")) }
    for code in [ErrorCode.netOffline, .vaultReplaced] {
      backend.lose(.request(code))
      let lost = await service.cards.change(targets, .lock)
      #expect(lost.changed.isEmpty && lost.stopped?.code == code)
      #expect(lost.refused.count + lost.rest.count == targets.count && !lost.rest.isEmpty)
    }
  }
}

/// Virtual cards are paused with the others, page by page.
@Suite struct SeveralVirtualCardsTests {
  private let fixture: VirtualCardsFixture
  private let cards: CardService
  private let device: VirtualCardService

  init() async throws {
    fixture = try await VirtualCardsFixture()
    device = fixture.device()
    cards = WalletService(backend: fixture.backend, context: fixture.backend.real.context).cards
  }

  private func now(_ card: VirtualCard) async throws -> VirtualCard {
    try #require(try await device.get(card.id)).card
  }

  @Test func whatIsPausedTogetherIsResumedTogether() async throws {
    let (first, own) = (try await fixture.made(device), try await fixture.made(device))
    let closed = try await fixture.made(device)
    _ = try await device.cancel(closed.id)
    let alone = try await device.update(own.id, VirtualCardUpdate(isPaused: .value(true))).card
    let locked = await cards.changeAllVirtual(.lock)
    #expect(locked.changedVirtual.map(\.id) == [first.id])
    #expect(locked.refused.isEmpty && locked.stopped == nil && locked.nextToken == nil)
    #expect(try await now(first).isPausedWithAll)
    #expect(try await now(own) == alone)
    let again = await cards.changeAllVirtual(.lock)
    #expect(again.isEmpty && again.refused.isEmpty)
    let resumed = await cards.changeAllVirtual(.unlock)
    #expect(resumed.changedVirtual.map(\.id) == [first.id])
    var open = try await now(first)
    #expect(!open.isPaused && !open.isPausedWithAll)
    (open.version, open.updatedAt) = (first.version, first.updatedAt)
    #expect(open == first)
    #expect(try await now(own) == alone)
  }

  /// Between the list and the pause somebody pauses the card alone: it stays theirs.
  @Test func aCardThatIsPausedMeanwhileIsNotTakenBack() async throws {
    let card = try await fixture.made(device)
    let theirs = try await device.update(card.id, VirtualCardUpdate(isPaused: .value(true))).card
    let outcome = await cards.change([CardTarget(card, version: nil)], .lock)
    #expect(outcome.isEmpty && outcome.refused.isEmpty)
    #expect(try await !now(card).isPausedWithAll)
    // A card of another version is not resumed either.
    _ = try await device.update(card.id, VirtualCardUpdate(isPaused: .value(false)))
    let locked = await cards.changeAllVirtual(.lock)
    #expect(locked.changedVirtual.map(\.id) == [card.id])
    let old = await cards.change([CardTarget(card, version: theirs.version)], .unlock)
    #expect(old.refused.map(\.error.code) == [.versionConflict])
    #expect(try await now(card).isPausedWithAll)
  }

  @Test func aCardThatRefusesAndAPageThatCannotBeReadAreReported() async throws {
    let (first, second) = (try await fixture.made(device), try await fixture.made(device))
    fixture.backend.refuse { $0 is ListVirtualCards ? WalletError(.internalError) : nil }
    let unread = await cards.changeAllVirtual(.lock)
    #expect(unread.stopped?.code == .internalError && unread.isEmpty)
    fixture.backend.refuse {
      ($0 as? UpdateVirtualCard)?.id == first.id ? WalletError(.internalError) : nil
    }
    let refused = await cards.changeAllVirtual(.lock)
    #expect(refused.refused.map(\.id.rawValue) == [first.id] && refused.stopped == nil)
    #expect(refused.changedVirtual.map(\.id) == [second.id])
    fixture.backend.refuse {
      $0 is UpdateVirtualCard ? WalletBackendFailure.lost(.netOffline) : nil
    }
    let lost = await cards.changeAllVirtual(.unlock)
    #expect(lost.stopped?.code == .netOffline && lost.isEmpty)
    // A server without virtual cards has none.
    fixture.backend.refuse { $0 is ListVirtualCards ? WalletError(.notFound) : nil }
    let none = await cards.changeAllVirtual(.lock)
    #expect(none.isEmpty && none.stopped == nil)
  }
}
