import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletModel

/// However many events arrive, only a few wait, and they contain all that is needed.
@Suite struct NewsQueueTests {
  private static func taken(_ events: [WalletEvent]) -> [WalletEvent] {
    var backlog = NewsBacklog()
    for event in events { backlog.add(event) }
    var taken: [WalletEvent] = []
    while let event = backlog.take() { taken.append(event) }
    return taken
  }

  private static func cards(_ numbers: Range<Int>) -> [CardID] {
    numbers.map { CardID("c\($0)") }
  }

  @Test func changedCardsAreMerged() {
    let few = (0..<5_000).map { WalletEvent.cardsChanged(Self.cards($0 % 9..<$0 % 9 + 1)) }
    #expect(Self.taken(few) == [.cardsChanged(Self.cards(0..<9))])
    let many = (0..<5_000).map { WalletEvent.cardsChanged(Self.cards($0..<$0 + 1)) }
    #expect(Self.taken(many) == [.cardsChanged(nil)])
    #expect(Self.taken([.cardsChanged(Self.cards(0..<3_000))]) == [.cardsChanged(nil)])
    #expect(Self.taken([.cardsChanged(nil), few[0]]) == [.cardsChanged(nil)])
    // Each topic for itself.
    let both = [few[0], .phoneMessage, few[1], .phoneMessage]
    #expect(Self.taken(both) == [.cardsChanged(Self.cards(0..<2)), .phoneMessage])
  }

  @Test(arguments: NewsTopic.allCases) func everyTopicIsOnTheWire(_ topic: NewsTopic) {
    let event = WalletEvent.changed(topic, ids: nil)
    #expect(WireNews(event)?.event == event)
  }

  @Test func otherEventsAreLimited() {
    let lost = WalletEvent.connectionLost(WalletError(.netLost))
    let flood = (0..<5_000).flatMap { number -> [WalletEvent] in
      [
        lost, .phoneMessage, .cardsAdded(total: number), .connectionRestored,
        .damageFound(.verbatim("\(number)")),
      ]
    }
    let taken = Self.taken(flood + [.signInEnded])
    #expect(taken.count == NewsBacklog.mostOthers + 2)
    #expect(taken.contains(.phoneMessage) && taken.contains(.cardsAdded(total: 4_999)))
    #expect(
      taken.suffix(2) == [.damageFound(.verbatim("4999")), .signInEnded], "the last ones, in order")
    #expect(Self.taken([lost, .connectionRestored]) == [lost, .connectionRestored])
  }

  @Test func eventsAreInOrderAndTheStreamEnds() async throws {
    let queue = NewsQueue()
    let ended = Mutex(0)
    let task = Task {
      var heard: [WalletEvent] = []
      for await event in queue.stream(onEnd: { ended.withLock { $0 += 1 } }) {
        heard.append(event)
        if event == .phoneMessage { queue.put(.connectionRestored) }
      }
      return heard
    }
    queue.put(.signInEnded)
    queue.put(.phoneMessage)
    try await eventually("the end of the stream") {
      queue.finish()
      return ended.withLock { $0 } > 0
    }
    let heard = await task.value
    #expect(heard.starts(with: [.signInEnded, .phoneMessage]))
    #expect(ended.withLock { $0 } == 1)
  }

  /// A listener who cancels or releases the stream is removed.
  @Test func aCancelledListenerIsRemoved() async {
    let ended = Mutex(0)
    let task = Task {
      for await _ in NewsQueue().stream(onEnd: { ended.withLock { $0 += 1 } }) {}
    }
    task.cancel()
    await task.value
    #expect(ended.withLock { $0 } == 1)
    _ = NewsQueue().stream { ended.withLock { $0 += 1 } }
    #expect(ended.withLock { $0 } == 2)
  }
}
