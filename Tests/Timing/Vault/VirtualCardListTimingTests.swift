import Testing
import WalletModel

@testable import VaultTesting

/// Lists of very many virtual cards, some of which cannot be read.
@Suite struct VirtualCardListTimingTests {
  @Test func eachOfManyCardsIsListedOnceAlsoThoseThatCannotBeRead() async throws {
    let lists = try await DamagedVirtualCards(count: 10_000, filter: "card-99")
    #expect(lists.newestFirst.map(\.id) == lists.ids.reversed())
    let unread = lists.newestFirst.filter(\.isDamaged).map(\.id)
    #expect(unread.count == 101 && Set(unread) == lists.damaged)
    #expect(lists.oldestFirst.map(\.id) == lists.ids)
    #expect(lists.filtered.map(\.id) == lists.ids.filter { $0.hasPrefix("card-99") })
    #expect(lists.pagesAreFull)
  }
}
