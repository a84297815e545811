import CMicroHTTPD
import Threads
import WalletAPI
import WalletModel

/// The listeners for events, and recent events for clients that return (`Last-Event-ID`).
final class EventListeners: Sendable {
  private static let maximumTotal = 512
  /// Listeners of one customer.
  private static let maximumPerUser = 16

  private struct News {
    let id: Int
    let event: WalletEvent
  }

  /// Recent events: at least `least`, and less than twice as many.
  private struct RecentEvents {
    static let least = 256
    var news: [News] = []
    /// The number of the last event that was removed; 0: none was.
    var gone = 0

    mutating func add(_ one: News) {
      news.append(one)
      // Not with each event, since removing moves the rest.
      guard news.count >= 2 * Self.least else { return }
      gone = news[Self.least - 1].id
      news.removeFirst(Self.least)
    }
  }

  private struct State {
    var listeners: [ObjectIdentifier: EventListener] = [:]
    /// The events of each customer, and those for everybody. They share one numbering.
    var news: [CustomerID: RecentEvents] = [:]
    var forAll = RecentEvents()
    var next = 1
    var isClosed = false
    /// Damage is permanent, so later listeners get it too.
    var damage: WalletEvent?
  }
  private let state = Locked(State())
  /// Differs between runs, so that ids of an earlier run are not mistaken for ours.
  private let run: String

  init(run: String) { self.run = run }

  /// - Throws: `.unavailable` if there are too many listeners, `.rateLimited` if one customer has
  ///   too many.
  func add(_ listener: EventListener, after last: String?) throws(WalletError) {
    try state.withLock { state throws(WalletError) in
      guard !state.isClosed, state.listeners.count < Self.maximumTotal else {
        throw WalletError(.unavailable, retryAfter: 1)
      }
      let theirs = state.listeners.values.count { $0.customer == listener.customer }
      guard theirs < Self.maximumPerUser else {
        throw WalletError(.rateLimited, .verbatim("Too many open event streams"), retryAfter: 30)
      }
      state.listeners[ObjectIdentifier(listener)] = listener
      // A new listener gets an id at once, so that it can ask for everything that it misses later.
      let id = last == nil ? "id: \(run)-\(state.next - 1)\n" : ""
      listener.put(id + "retry: 1000\n: walletd\n\n")
      if let damage = state.damage { send(News(id: state.next - 1, event: damage), [listener]) }
      guard let last else { return }
      let own = state.news[listener.customer] ?? RecentEvents()
      let parts = last.split(separator: "-")
      let known = parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
      if let known, known < state.next, known >= max(own.gone, state.forAll.gone) {
        let missed = (own.news + state.forAll.news).filter { $0.id > known }
        for item in missed.sorted(by: { $0.id < $1.id }) { send(item, [listener]) }
      } else {
        for event in WalletEvent.allChanged {
          send(News(id: state.next - 1, event: event), [listener])
        }
      }
    }
  }

  func remove(_ listener: EventListener) {
    state.withLock { _ = $0.listeners.removeValue(forKey: ObjectIdentifier(listener)) }
  }

  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    if events.isEmpty { return }
    state.withLock { state in
      for event in events {
        let news = number(event, &state)
        state.news[customer, default: RecentEvents()].add(news)
        send(news, state.listeners.values.filter { $0.customer == customer })
      }
    }
  }

  /// Sends an event to everybody.
  func publish(_ event: WalletEvent) {
    state.withLock { state in
      if case .damageFound = event { state.damage = event }
      let news = number(event, &state)
      state.forAll.add(news)
      send(news, Array(state.listeners.values))
    }
  }

  private func number(_ event: WalletEvent, _ state: inout State) -> News {
    defer { state.next += 1 }
    return News(id: state.next, event: event)
  }

  /// Sends a heartbeat to all, and ends streams whose sign-in has ended.
  func sendHeartbeat(_ isSignedIn: (EventListener) -> Bool) {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      if isSignedIn(listener) { listener.put(": \n\n") } else { listener.end() }
    }
  }

  var count: Int { state.withLock { $0.listeners.count } }

  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.end() }
  }

  /// Formatted only if somebody listens.
  private func send(_ news: News, _ listeners: [EventListener]) {
    guard !listeners.isEmpty, let wire = WireNews(news.event) else { return }
    let text = "id: \(run)-\(news.id)\nevent: \(wire.name)\ndata: \(wire.data)\n\n"
    for listener in listeners where listener.wants(news.event) { listener.put(text) }
  }
}

/// One event stream. Its connection is suspended while there is nothing to send.
final class EventListener: @unchecked Sendable {
  let customer: CustomerID
  let token: [UInt8]
  private let connection: any RequestConnection
  /// The news that it subscribes to (F31); nil: all.
  private let topic: NewsTopic?
  private struct Output {
    var waiting: [UInt8] = []
    var isSuspended = false
    var isOver = false
    /// The connection is closed, and must not be used any more.
    var isGone = false
  }
  private let state = Locked(Output())

  init(
    customer: CustomerID, token: [UInt8], connection: any RequestConnection,
    topic: NewsTopic? = nil
  ) {
    self.customer = customer
    self.token = token
    self.connection = connection
    self.topic = topic
  }

  /// Any card, without ids, also means that anything may have changed.
  func wants(_ event: WalletEvent) -> Bool {
    guard let topic, case .changed(let other, let ids) = event else { return true }
    return other == topic || (other == .cards && ids == nil)
  }

  func put(_ text: String) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.waiting.append(contentsOf: text.utf8)
      // A client that does not read for this long is disconnected and may return.
      if state.waiting.count > 64 * 1024 { end(&state) } else { wake(&state) }
    }
  }

  func end() { state.withLock { end(&$0) } }

  /// The stream ends after what waits. To be called before it is read.
  func finish() { state.withLock { $0.isOver = true } }

  /// Unread data is dropped.
  private func end(_ state: inout Output) {
    state.isOver = true
    state.waiting = []
    wake(&state)
  }

  func gone() { state.withLock { $0.isGone = true } }

  private func wake(_ state: inout Output) {
    guard state.isSuspended, !state.isGone else { return }
    state.isSuspended = false
    connection.resume()
  }

  /// Called by the sender of the stream for up to `count` bytes. 0: there are none now;
  /// `cmhd_end_of_stream()`: there will be none.
  func read(into buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    state.withLock { state in
      if !state.waiting.isEmpty {
        let part = min(count, state.waiting.count)
        state.waiting.withUnsafeBytes {
          UnsafeMutableRawPointer(buffer).copyMemory(
            from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: part)
        }
        state.waiting.removeFirst(part)
        return part
      }
      if state.isOver { return cmhd_end_of_stream() }
      state.isSuspended = true
      connection.suspend()
      return 0
    }
  }
}
