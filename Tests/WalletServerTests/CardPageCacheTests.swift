import Conformance
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// A cached page is the same as a new one.
struct CardPageCacheTests {
  private let served: InProcessServer
  private let first = ListCards(CardQuery(include: [.availableActions], limit: 3))

  init() throws { served = try InProcessServer() }

  @Test func aPageIsKeptUntilSomethingChanges() throws {
    let token = try served.signIn().accessToken
    let before = try served.perform(first, token)
    let edition = try CardPageCache.Edition(served.server.ledger, served.clock.now)
    let key = CardPageCache.Key(first, of: served.server.ledger.owner)
    let kept = try #require(served.server.pages.find(key, edition))
    #expect(try served.perform(first, token) == before)
    #expect(served.server.pages.find(key, edition) === kept)

    let card = try #require(before.cards.first { $0.status == .active })
    let locked = try served.perform(SetCardStatus(card.id, .locked, reason: "Lost"), token)
    let after = try served.perform(first, token)
    #expect(after.cards.first { $0.id == card.id }?.version == locked.version)
    #expect(after.cards.first { $0.id == card.id }?.status == .locked)
    #expect(served.server.pages.find(key, edition) == nil)
  }

  @Test func aPageIsKeptForOneDayOnly() throws {
    let before = try served.perform(first, served.signIn().accessToken)
    #expect(before.cards.contains { $0.status == .active })
    served.clock.advance(seconds: 4 * 366 * 86_400)
    let after = try served.perform(first, served.signIn().accessToken)
    #expect(after.cards.allSatisfy { $0.status == .expired || $0.status == .cancelled })
  }

  @Test func aPageIsServedToItsOwnerOnly() throws {
    let ana = try served.signIn().accessToken
    let boris = try served.signIn(as: "boris").accessToken
    #expect(try served.perform(first, ana).cards.count == 3)
    #expect(try served.perform(first, boris).cards.isEmpty)
    let answer = try served.send("GET", Wire.base + first.wireRequest(.unknown).target)
    #expect(answer.status == 401)
  }

  /// The size of the cache is limited for all pages together, however many there are.
  @Test func pagesAreForgotten() throws {
    let edition = try CardPageCache.Edition(served.server.ledger, served.clock.now)
    func key(_ number: Int) -> CardPageCache.Key {
      CardPageCache.Key(ListCards(CardQuery(offset: number)), of: CustomerID("x"))
    }
    for number in 0..<100 {
      let response = try #require(DaemonResponse.make(WireResponse(200)))
      served.server.pages.keep(
        CachedResponse(response, size: 1 << 20), key(number), edition)
    }
    let kept = (0..<100).filter { served.server.pages.find(key($0), edition) != nil }
    #expect((1...8).contains(kept.count))
    #expect(kept.last == 99)
    // Empty pages count, too.
    for number in 0..<10_000 {
      let response = try #require(DaemonResponse.make(WireResponse(200)))
      served.server.pages.keep(CachedResponse(response, size: 2), key(number), edition)
    }
    let known = (0..<10_000).count {
      served.server.pages.find(key($0), edition) != nil
    }
    #expect(known <= 4096)
  }

  @Test func onePageHasOneKey() throws {
    let token = try served.signIn().accessToken
    let edition = try CardPageCache.Edition(served.server.ledger, served.clock.now)
    let key = CardPageCache.Key(ListCards(CardQuery(limit: 3)), of: served.server.ledger.owner)
    var request = WireRequest(.get, "/profile/prepaid/cards")
    var pages: [CachedResponse] = []
    for query in [
      [WireField("limit", "3")], [WireField("limit", "0003"), WireField("offset", "00")],
      [WireField("offset", "0"), WireField("limit", "3")],
    ] {
      request.query = query
      #expect(try served.send(request, token).status == 200)
      pages.append(try #require(served.server.pages.find(key, edition)))
    }
    #expect(pages.allSatisfy { $0 === pages[0] })
  }
}

extension CardPageCache.Key {
  fileprivate init(_ operation: ListCards, of customer: CustomerID) {
    self.init(
      customer: customer, operation: ListCards.contract.name, ids: [], query: operation.wireQuery)
  }
}
