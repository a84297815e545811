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
    _ = try await service.cards.rename(first.id, "Mine")
    let unlocked = await service.cards.change(
      locked.changed.map { CardTarget($0.id, version: $0.version) }, .unlock)
    #expect(unlocked.changed.map(\.id) == [second.id])
    #expect(unlocked.refused.map(\.id) == [first.id])
    #expect(unlocked.refused.first?.error.code == .versionConflict)
    #expect(try await service.cards.get(first.id).status == .locked)
  }

  /// A card that is refused does not keep the others; a lost connection does.
  @Test func aRefusalKeepsNoOtherCardAndALostConnectionKeepsAll() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let (old, good) = (try await service.card("Old"), try await service.card("Groceries"))
    let outcome = await service.cards.change([CardTarget(old.id), CardTarget(good.id)], .lock)
    #expect(outcome.refused.map(\.id) == [old.id] && outcome.changed.map(\.id) == [good.id])
    backend.lose(.request(.netOffline))
    let targets = (0..<20).map { CardTarget(CardID("card-\($0)")) }
    let lost = await service.cards.change(targets, .lock)
    #expect(lost.changed.isEmpty && lost.stopped?.code == .netOffline)
    #expect(lost.refused.count + lost.rest.count == targets.count && !lost.rest.isEmpty)
  }
}

/// Virtual cards are paused with the others, page by page.
@Suite struct SeveralVirtualCardsTests {
  @Test func aPageThatCannotBeReadAndACardThatRefusesAreNamed() async throws {
    let fixture = try await VirtualCardsFixture()
    let device = fixture.device()
    let (first, second) = (try await fixture.made(device), try await fixture.made(device))
    let service = WalletService(backend: fixture.backend, context: fixture.backend.real.context)
    fixture.backend.refuse { $0 is ListVirtualCards ? WalletError(.internalError) : nil }
    let unread = await service.cards.changeAllVirtual(.lock)
    #expect(unread.unread?.code == .internalError && unread.changedVirtual.isEmpty)
    #expect(unread.stopped == nil)
    fixture.backend.refuse {
      ($0 as? UpdateVirtualCard)?.id == first.id ? WalletError(.internalError) : nil
    }
    let refused = await service.cards.changeAllVirtual(.lock)
    #expect(refused.refused.map(\.id.rawValue) == [first.id])
    #expect(refused.refused.first?.virtual?.lastFour == first.lastFour)
    #expect(refused.changedVirtual.map(\.id).contains(second.id))
    fixture.backend.refuse {
      $0 is UpdateVirtualCard ? WalletBackendFailure.lost(.netOffline) : nil
    }
    let lost = await service.cards.changeAllVirtual(.unlock)
    #expect(lost.stopped?.code == .netOffline && lost.changedVirtual.isEmpty)
  }
}
