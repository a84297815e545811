import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

struct EventTests {
  @Test func everyKindOfEventIsWrittenAndRead() throws {
    let events: [WalletEvent] =
      WalletEvent.allChanged + [
        .cardsChanged([CardID("a\"b"), CardID("c")]), .cardsAdded(total: 7),
        .damageFound(.verbatim("It is\nbroken")),
      ]
    #expect(Set(events.compactMap { WireNews($0)?.name }) == Set(WireNews.names))
    for event in events {
      let news = try #require(WireNews(event))
      #expect(!news.data.contains("\n"))
      #expect(news.event == event)
    }
    let ofOneConnection: [WalletEvent] = [
      .connectionLost(WalletError(.netOffline)), .connectionRestored, .newsLate, .newsOnTime,
      .signInEnded,
    ]
    for event in ofOneConnection { #expect(WireNews(event) == nil) }
    #expect(WireNews(name: "weather", data: "{}").event == nil)
    #expect(WireNews(name: "cards", data: "").event == nil)
  }

  @Test func eventsReachAllListenersAndThoseWhoReconnect() throws {
    let (served, token) = try InProcessServer.signedIn()
    let other = try served.signIn().accessToken
    let card = try served.activeCard(token)
    let streams = [try Stream(served, token), try Stream(served, other)]
    for stream in streams { #expect(stream.reads(": walletd\n\n")) }
    _ = try served.perform(SetCardStatus(card.id, .locked, reason: "x"), token)
    for stream in streams {
      #expect(stream.reads("event: cards\ndata: {\"cardIds\":[\"\(card.id)\"]}\n\n"))
    }
    let id = try #require(streams[0].lastID)
    _ = try served.perform(SetCardStatus(card.id, .active, reason: "x"), token)
    // Missed events are sent again, and only those.
    let back = try Stream(served, token, after: id)
    #expect(back.reads("event: cards\ndata: {\"cardIds\":[\"\(card.id)\"]}\n\n"))
    // After a long absence or a restart, any card may have changed.
    let stranger = try Stream(served, token, after: "other-3")
    #expect(stranger.reads("event: cards\ndata: {}\n\n"))
  }

  /// F31: news of a virtual card comes with the ids. `EventTimingTests` shows that it comes soon.
  @Test func aPaymentWithAVirtualCardIsReported() throws {
    let (served, token) = try InProcessServer.signedIn()
    let own = try Belongings(served, token, key: "own-change")
    let stream = try served.listen(token)
    let payment = Authorize(.card(CardID(own.virtualCard)), at: "oebb", ShopAmount(1))
    #expect(try served.perform(payment, token).approved)
    #expect(stream.reads("\"\(own.virtualCard)\""))
    #expect(stream.reads("event: virtualCards\n"))
    #expect(stream.reads("event: phone\n"))
  }

  /// At least the last 256 events are kept without a gap; none before the last 512.
  @Test func recentEventsAreKept() throws {
    let listeners = EventListeners(run: "run")
    let customer = CustomerID("c")
    func told(after last: Int) throws -> String {
      let listener = Self.listener(customer)
      try listeners.add(listener, after: "run-\(last)")
      defer { listeners.remove(listener) }
      return Self.read(listener) ?? ""
    }
    var count = 0
    for wanted in [256, 511, 512, 513, 1000] {
      while count < wanted {
        count += 1
        listeners.publish([.cardsAdded(total: count)], to: customer)
      }
      let ids = try told(after: count - 256).split(separator: "\n").filter { $0.hasPrefix("id: ") }
      #expect(ids == ((count - 255)...count).map { "id: run-\($0)" })
    }
    let lost = try told(after: count - 512)
    #expect(lost.contains("event: cards\ndata: {}\n") && lost.contains("event: phone\n"))
  }

  /// Numbers are shared by all customers, so there are gaps in the numbers of one.
  @Test func eventsOfOthersDisplaceNoEvents() throws {
    let listeners = EventListeners(run: "run")
    let (ana, boris) = (CustomerID("ana"), CustomerID("boris"))
    listeners.publish([.cardsAdded(total: 1)], to: ana)
    listeners.publish([.phoneMessage], to: boris)
    listeners.publish(.cardsChanged(nil))
    func told(_ customer: CustomerID, after last: Int) throws -> [String] {
      let listener = Self.listener(customer)
      try listeners.add(listener, after: "run-\(last)")
      defer { listeners.remove(listener) }
      let text = Self.read(listener) ?? ""
      return text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map {
        String($0.dropFirst(7))
      }
    }
    #expect(try told(boris, after: 0) == ["phone", "cards"])
    #expect(try told(boris, after: 1) == ["phone", "cards"])
    #expect(try told(boris, after: 2) == ["cards"])
    #expect(try told(ana, after: 1) == ["cards"])
    #expect(try told(CustomerID("carla"), after: 2) == ["cards"])
    #expect(try told(ana, after: 3).isEmpty)
    // A number that was never used.
    #expect(try told(ana, after: 4) == NewsTopic.allCases.map(\.rawValue))
  }

  private static func listener(_ customer: CustomerID, _ topic: NewsTopic? = nil) -> EventListener {
    EventListener(
      customer: customer, token: [],
      connection: MemoryConnection(MemoryRequest("GET", EventStreams.path)), topic: topic)
  }

  /// F31: a subscription to one type has no other news, except of what any card may have.
  @Test func aStreamOfOneTypeHasNoOtherNews() throws {
    let listeners = EventListeners(run: "run")
    let customer = CustomerID("c")
    func kinds(_ topic: NewsTopic?) throws -> [String] {
      let listener = Self.listener(customer, topic)
      try listeners.add(listener, after: nil)
      defer { listeners.remove(listener) }
      let events: [WalletEvent] = [
        .cardsChanged([CardID("x")]), .virtualCardsChanged(["y"]), .phoneMessage,
        .savedCardsChanged, .cardsAdded(total: 2), .cardsChanged(nil),
      ]
      listeners.publish(events, to: customer)
      return (Self.read(listener) ?? "").matches(of: /event: (\S+)\n/).map { String($0.1) }
    }
    #expect(try kinds(nil) == ["cards", "virtualCards", "phone", "savedCards", "added", "cards"])
    #expect(try kinds(.virtualCards) == ["virtualCards", "added", "cards"])
    #expect(try kinds(.cards) == ["cards", "added", "cards"])
    #expect(try kinds(.payments) == ["added", "cards"])
  }

  @Test func aTypeIsAKindOfNews() throws {
    let (served, token) = try InProcessServer.signedIn()
    func answer(_ query: String) throws -> WireResponse {
      try served.send(
        "GET", EventStreams.path + query,
        [
          WireField("Authorization", "Bearer " + text(token)), WireField("Prefer", "wait=0"),
          WireField("Last-Event-ID", "other-3"),
        ])
    }
    let missed = try text(answer("?type=virtualCards").body).matches(of: /event: (\S+)\n/)
    #expect(missed.map { String($0.1) } == ["cards", "virtualCards"])
    for query in ["?type=weather", "?type=", "?type=cards&type=phone", "?kind=cards"] {
      #expect(try answer(query).status == 400, "\(query)")
    }
  }

  /// nil: the stream has ended.
  private static func read(_ listener: EventListener) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 * 1024) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = listener.read(into: start, buffer.count)
      return count < 0
        ? nil
        : String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// Nothing is kept for a listener who does not read or was signed off.
  @Test func slowReadersAreDisconnected() throws {
    let text = String(repeating: "x", count: 40_000)
    let slow = Self.listener(CustomerID("c"))
    slow.put(text)
    slow.put(text)
    slow.put(text)
    #expect(Self.read(slow) == nil)
    let ended = Self.listener(CustomerID("c"))
    ended.put(text)
    ended.end()
    ended.put(text)
    #expect(Self.read(ended) == nil)
    let quick = Self.listener(CustomerID("c"))
    for _ in 0..<3 {
      quick.put(text)
      #expect(Self.read(quick) == text)
    }
  }

  /// A connection that ends before the first event has an id for the next connection.
  @Test func eventsMissedBeforeTheFirstOneAreSent() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    let id: String
    do {
      let first = try Stream(served, token)
      #expect(first.reads(": walletd\n\n") && !first.everything.contains("event:"))
      id = try #require(first.lastID)
    }
    _ = try served.perform(SetCardStatus(card.id, .locked, reason: "x"), token)
    let back = try Stream(served, token, after: id)
    #expect(back.reads("event: cards\ndata: {\"cardIds\":[\"\(card.id)\"]}\n\n"))
  }

  @Test func requestsWithoutAChangeSendNoEvent() throws {
    let (served, token) = try InProcessServer.signedIn()
    let stream = try served.listen(token)
    let cards = try served.perform(ListCards(CardQuery(statuses: [.active, .issued])), token).cards
    let issued = try #require(cards.first { $0.status == .issued })
    let active = try #require(cards.first { $0.status == .active })
    let request = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
    for id in [CardID("no-such-card"), active.id, issued.id] {
      #expect(throws: WalletError.self) {
        try served.perform(ActivateCard(id, request), token)
      }
    }
    // The last change was counted.
    #expect(stream.reads("event: cards\ndata: {\"cardIds\":[\"\(issued.id)\"]}\n\n"))
    #expect(!stream.everything.contains("no-such-card"))
    #expect(!stream.everything.contains(active.id.rawValue))
  }

  @Test func streamsEndWithTheServer() throws {
    let served = try InProcessServer()
    let stream = try served.listen(try served.signIn().accessToken)
    served.server.stop()
    #expect(!stream.reads("never"))
  }

  /// nginx collects an answer that does not forbid it, and other proxies store or compress it.
  @Test func noProxyMayKeepTheStream() throws {
    let served = try InProcessServer()
    let stream = try Stream(served, try served.signIn().accessToken)
    #expect(stream.reads(": walletd\n\n"), "the first bytes come at once")
    for field in ["X-Accel-Buffering: no", "Cache-Control: no-cache, no-store, no-transform"] {
      #expect(stream.everything.contains("\r\n\(field)\r\n"))
    }
  }

  /// The answer to a poll ends, so that it passes every proxy.
  @Test func aPollEndsAfterWhatWasMissed() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    func poll(after last: String?) throws -> String {
      let answer = try served.send(
        "GET", EventStreams.path,
        [
          WireField("Authorization", "Bearer " + text(token)),
          WireField("Prefer", "respond-async, wait=0"),
        ] + (last.map { [WireField("Last-Event-ID", $0)] } ?? []))
      #expect(answer.header("Content-Type") == "text/event-stream")
      return text(answer.body)
    }
    let first = try poll(after: nil)
    let id = try #require(first.firstMatch(of: /id: (\S+)\n/)?.1)
    #expect(first.contains(": walletd\n\n") && !first.contains("event:"))
    _ = try served.perform(SetCardStatus(card.id, .locked, reason: "x"), token)
    let missed = try poll(after: String(id))
    #expect(missed.contains("event: cards\ndata: {\"cardIds\":[\"\(card.id)\"]}\n\n"))
  }

  @Test func eventsNeedASignIn() throws {
    let served = try InProcessServer()
    let stream = try Stream(served, secret("x"))
    #expect(stream.reads("401 Unauthorized"))
  }
}
