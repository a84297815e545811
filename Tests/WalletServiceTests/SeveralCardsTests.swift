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
