import Testing
import WalletModel
import WalletService

/// Cards that were locked together, over the real engine.
@Suite struct TakingBackTests {
  @Test func takingItBackRestoresTheEndOfATime() async throws {
    let service = try RecordingBackend().service()
    let travel = try await service.cards.unlock(try await service.card("Travel").id, for: 1800)
    let everyday = try await service.card("Everyday")
    let locked = await service.cards.change(
      [CardTarget(travel.id), CardTarget(everyday.id)], .lock)
    #expect(locked.changed.map(\.status) == [.locked, .locked])
    #expect(locked.changed.map(\.unlockedUntil) == [nil, nil])
    let open = await service.cards.change(
      locked.changed.map { CardTarget($0.id, version: $0.version) }, .unlock)
    #expect(open.changed.map(\.status) == [.active, .active])
    #expect(open.changed.map(\.unlockedUntil) == [travel.unlockedUntil, nil])
    #expect(travel.unlockedUntil != nil)
  }
}
