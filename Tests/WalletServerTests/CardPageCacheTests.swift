import Conformance
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// A cached page is the same as a new one.
struct CardPageCacheTests {
  private let served: InProcessServer
  private let first = ListCards(CardQuery(include: [.availableActions], limit: 3))

  /// The clock stands still, so the limit of requests does not rise again.
  init() throws { served = try InProcessServer { $0.burst = 10_000 } }

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

  /// A page that is put together from cards which were read for other pages, and from those that a
  /// change has left as they were.
  @Test func aPageOfKnownCardsHasTheSameBytes() throws {
    func check(_ token: Secret) throws {
      let pages = [(3, 2), (2, 2), (5, 9), (0, 2), (1, 3), (0, 50), (6, 1), (Int.max, 1)]
      for (offset, limit) in pages {
        for include in [[], Set(CardInclude.allCases)] as [Set<CardInclude>] {
          let query = CardQuery(include: include, limit: limit, offset: offset)
          let request = ListCards(query).wireRequest(.unknown)
          // Nothing is kept for a request in memory.
          let read = served.server.respond(
            to: MemoryRequest(
              "GET", Wire.base + request.target, headers: [WireField("Host", "x")],
              authorization: secret("Bearer " + text(token))))
          let sent = try served.send(request, token)
          #expect(sent.status == 200 && text(sent.body) == text(read.body), "\(query)")
        }
      }
    }
    let token = try served.signIn().accessToken
    try check(token)
    func change<O: WalletOperation>(_ operation: O) throws -> O.Response {
      let answer = try served.perform(operation, token)
      try check(token)
      return answer
    }
    let cards = try served.perform(ListCards(CardQuery(include: [.tokenizations])), token).cards
    let card = try #require(cards.first { $0.status == .active })
    _ = try change(SetCardStatus(card.id, .locked, reason: "Lost"))
    _ = try change(UnlockCardFor(card.id, seconds: 600))
    // The same letter in two ways: the strings are equal.
    _ = try change(RenameCard(card.id, alias: "Caf\u{e9}"))
    _ = try change(RenameCard(card.id, alias: "Cafe\u{301}"))
    var update = CardControlsUpdate(autoLockAfter: 30)
    update.dailyLimit = .value(5_000_00)
    _ = try change(SetCardControls(card.id, update))
    // What was spent is in the rows of payments.
    let spent = try #require(served.perform(GetCard(card.id), token).spent.today)
    #expect(try change(Authorize(.card(card.id), at: "lidl-sofia", ShopAmount(1_00))).approved)
    #expect(try served.perform(GetCard(card.id), token).spent.today == spent + 1_00)
    let phone = try #require(cards.first { $0.tokenizations?.isEmpty == false })
    _ = try change(SetCardStatus(phone.id, .active, reason: "Found"))
    let tokenReference = try #require(phone.tokenizations?.first?.dpanRef)
    _ = try change(ChangeToken(phone.id, tokenReference, .freeze))
    _ = try change(ReplaceCard(phone.id, .lost))
    _ = try change(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")))
    served.clock.advance(seconds: 600)
    try check(served.signIn().accessToken)
    served.clock.advance(seconds: 4 * 366 * 86_400)
    try check(served.signIn().accessToken)
  }

  /// A request that comes again over its connection is not read again. Others are, however little
  /// they differ from it.
  @Test func aRequestAfterAKnownOneIsAnsweredAsIfItWereAlone() throws {
    let ana = text(try served.signIn().accessToken)
    let boris = text(try served.signIn(as: "boris").accessToken)
    func request(
      _ query: String, token: String? = nil, path: String = "/profile/prepaid/cards",
      method: String = "GET", headers: String = "Host: x\r\n"
    ) -> String {
      "\(method) \(Wire.base)\(path)?\(query) HTTP/1.1\r\n\(headers)"
        + "Authorization: Bearer \(token ?? ana)\r\n\r\n"
    }
    /// What does not change from one time to the next.
    func answers(_ requests: String) throws -> String {
      let last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      return try served.raw(Array((requests + last).utf8))
        .split(separator: "\r\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix(Wire.requestID) }
        .joined(separator: "\n")
    }
    let known = request("limit=2")
    let page = String(try answers(known).dropLast(answers("").count))
    #expect(page.hasPrefix("HTTP/1.1 200 "))
    var others = ["limit=2", "limit=3", "limit=2&limit=2", "limit=2&offset", "limit=x"]
      .map { request($0) }
    others += [boris, "0"].map { request("limit=2", token: $0) }
    others += [
      "", "Host: x\r\nHost: x\r\n", "Host: x y\r\n", "Host: x\r\nAuthorization: Bearer 0\r\n",
      "Host: x\r\nIf-Match: 1\r\nIf-Match: 2\r\n", "Host: x\r\nContent-Length: x\r\n",
    ].map { request("limit=2", headers: $0) }
    others.append(request("limit=2", headers: "Host: x\r\nContent-Length: 2\r\n") + "{}")
    others.append(request("limit=2", path: "/profile/prepaid/programs"))
    others.append(request("limit=2", method: "PUT"))
    others.append(known.replacing("HTTP/1.1", with: "HTTP/1.0"))
    for other in others {
      let expected = try page + page + page + answers(other)
      #expect(try answers(known + known + known + other) == expected, "\(other)")
    }
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
    func kept(_ count: Int, size: Int, zeros: String = "") throws -> [Int] {
      func key(_ number: Int) -> CardPageCache.Key {
        var key = CardPageCache.Key(ListCards(CardQuery()), of: CustomerID("x"))
        key.query = [WireField("offset", zeros + String(number))]
        return key
      }
      for number in 0..<count {
        let response = try #require(DaemonResponse.make(WireResponse(200)))
        served.server.pages.keep(CachedResponse(response, size: size), key(number), edition)
      }
      return (0..<count).filter { served.server.pages.find(key($0), edition) != nil }
    }
    let large = try kept(100, size: 1 << 20)
    #expect((1...8).contains(large.count))
    #expect(large.last == 99)
    // Empty pages count, too.
    #expect(try kept(10_000, size: 2).count <= 4096)
    let long = try kept(1000, size: 2, zeros: String(repeating: "0", count: 1 << 14))
    #expect(long.last == 999 && long.count <= 512)
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
