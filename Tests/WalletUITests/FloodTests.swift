import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// Thousands of cards are changed by others: only a few requests are made, and the final state is
/// right.
@Suite struct FloodTests {
  /// Answers the requests of the screen when the test calls it.
  private struct Server {
    var versions: [Int]
    var state = Fixture.state()
    private(set) var asked: [Effect] = []
    /// Requests about cards.
    private(set) var count = 0
    private(set) var most = 0
    private(set) var paymentCount = 0

    init(cards: Int) {
      versions = Array(repeating: 1, count: cards)
      take(state.start())
      while answer() {}
      count = 0
      most = 0
    }

    static func id(_ number: Int) -> CardID { CardID("c\(number)") }

    func card(_ number: Int) -> Card {
      var card = Fixture.cards[number % 2]
      card.id = Server.id(number)
      card.version = versions[number]
      return card
    }

    mutating func take(_ effects: [Effect]) {
      let requests = effects.filter { effect in
        effect.query(CardPageQuery.self) != nil || effect.query(CardRowQuery.self) != nil
          || effect.query(CardDetailsQuery.self) != nil || effect.payments != nil
      }
      asked += requests
      let payments = requests.count { $0.payments != nil }
      paymentCount += payments
      count += requests.count - payments
      most = max(most, asked.count { $0.payments == nil })
    }

    mutating func news(_ event: WalletEvent) { take(reduce(&state, .event(event))) }

    /// Answers the oldest request. Returns false if there is none.
    mutating func answer() -> Bool {
      guard !asked.isEmpty else { return false }
      let effect = asked.removeFirst()
      if let query = effect.query(CardPageQuery.self) {
        let end = min(query.offset + query.limit, versions.count)
        let meta = PagingResultMeta(
          numberOfRecords: versions.count, limit: query.limit, page: query.offset / query.limit + 1)
        let list = CardList(cards: (query.offset..<end).map(card), meta: meta)
        take(state.answer(query, list))
      } else if let query = effect.query(CardRowQuery.self) {
        let number = Int(query.id.rawValue.dropFirst()) ?? -1
        let result: Result<Card, WalletError> =
          versions.indices.contains(number)
          ? .success(card(number)) : .failure(WalletError(.notFound))
        take(reduce(&state, .answer(query, result)))
      } else if let query = effect.query(CardDetailsQuery.self) {
        take(state.fail(query, .notFound))
      } else if let query = effect.payments {
        take(state.answer(query, TransactionPage([], nextToken: nil)))
      }
      return true
    }

    /// Until there are no more requests, also after some time.
    mutating func settle() {
      for _ in 0..<10 {
        while answer() {}
        state.clock.now += Clock.second
        take(reduce(&state, .tick(state.clock)))
      }
    }

    var isTrue: Bool {
      versions.indices.allSatisfy { state.cards.list.row(Server.id($0))?.version == versions[$0] }
    }
  }

  /// One event for each change. None is answered before all have arrived.
  @Test(arguments: [1, 4, 48, 5_000]) func manyCardsChangeWhileTheServerIsSilent(_ changed: Int) {
    var server = Server(cards: 5_000)
    for number in 0..<changed {
      server.versions[number] += 1
      server.news(.cardsChanged([Server.id(number)]))
    }
    #expect(server.most <= CardRefresh.maximumConcurrent + 1, "\(server.most) at once")
    server.settle()
    #expect(server.isTrue && server.most <= CardRefresh.maximumConcurrent + 1)
    // The first cards are read separately, then the list in six pages.
    #expect(
      server.count <= max(changed, CardRefresh.maximumConcurrent) + 7, "\(server.count) requests")
    #expect(server.count >= min(changed, 6), "control: it asks at all")
  }

  /// Answers arrive between the changes: the list is read once a second, not once for each change.
  @Test func manyCardsChangeWhileTheServerAnswers() {
    var server = Server(cards: 300)
    for round in 0..<5_000 {
      server.versions[round % 300] += 1
      server.news(.cardsChanged((0..<100).map { Server.id(($0 + round) % 300) }))
      _ = server.answer()
      _ = server.answer()
    }
    #expect(server.count <= 4, "\(server.count) requests in one second")
    server.settle()
    #expect(server.isTrue)
  }

  /// A card that changes all the time is read only as often as answers arrive.
  @Test func oneCardThatChangesAllTheTimeIsReadSeldom() {
    var server = Server(cards: 6)
    for _ in 0..<5_000 {
      server.versions[3] += 1
      server.news(.cardsChanged([Server.id(3)]))
    }
    #expect(server.count == 1 && server.asked.count == 1)
    server.settle()
    #expect(server.isTrue && server.count == 2)
  }

  /// The event names no cards, or an unknown one.
  @Test(arguments: [nil, [CardID("nowhere")]]) func eventsWithoutIDsReadTheListOnce(
    _ ids: [CardID]?
  ) {
    var server = Server(cards: 6)
    for _ in 0..<5_000 { server.news(.cardsChanged(ids)) }
    server.versions[5] += 1
    server.news(.cardsChanged(nil))
    server.settle()
    #expect(server.isTrue && server.count <= 4 && server.most <= 2, "\(server.count)")
  }

  @Test func paymentsAreReadOnceAfterManyChanges() {
    var server = Server(cards: 6)
    server.take(Tab.activity.command.run(&server.state))
    for _ in 0..<5_000 { server.news(.cardsChanged([Server.id(0)])) }
    #expect(server.paymentCount == 1)
    server.settle()
    #expect(server.paymentCount == 2 && server.count <= 4, "\(server.count)")
    #expect(server.state.activity.book.isLoading == false)
  }

  /// A key that is held down passes all cards before one answer arrives. The last card is read at
  /// the end.
  @Test func movingPastManyCardsReadsFewDetails() {
    var server = Server(cards: 500)
    for _ in 0..<499 {
      server.take(server.state.press(Key(.down)))
      server.take(reduce(&server.state, .settle))
    }
    let details = server.asked.count { $0.query(CardDetailsQuery.self) != nil }
    #expect(details <= DetailsState.maximumConcurrent && server.paymentCount == 1)
    while server.answer() {}
    let last = Server.id(499)
    #expect(server.state.focusedID == last && server.state.cards.details.failure(last) != nil)
  }

  @Test func holdingTheRefreshKeyReadsOnce() {
    var server = Server(cards: 6)
    for _ in 0..<500 { server.take(server.state.press(.control("r"))) }
    #expect(server.asked.count == 1)
    server.settle()
    #expect(server.count == 2)
  }
}
