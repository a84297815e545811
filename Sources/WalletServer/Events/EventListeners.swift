import CMicroHTTPD
import Glibc
import Issuer
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
    /// Damage is permanent, so later listeners are told too.
    var damage: WalletEvent?
  }
  private let state = Locked(State())
  /// Differs between runs, so that ids of an earlier run are not mistaken for ours.
  private let run: String

  /// Asks its issuer for news while one of its customers listens; nil: there is none.
  private let gateway: (any CardGateway)?
  /// Has the news, whichever server they come from; nil: they are kept here.
  private let shared: (any SharedNews)?

  init(run: String, shared: (any SharedNews)? = nil, gateway: (any CardGateway)? = nil) {
    self.run = run
    self.shared = shared
    self.gateway = gateway
  }

  /// - Throws: `.unavailable` if there are too many listeners, `.rateLimited` if one customer has
  ///   too many.
  func add(_ listener: EventListener, after last: String?) throws(WalletError) {
    if let shared { return try add(listener, after: last, shared) }
    try state.withLock { state throws(WalletError) in
      let theirs = try register(listener, &state)
      if theirs == 0, listener.customer == gateway?.customer { gateway?.setListening(true) }
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
        // Anything may have happened.
        for event in [WalletEvent.cardsChanged(nil), .phoneMessage] {
          send(News(id: state.next - 1, event: event), [listener])
        }
      }
    }
  }

  /// - Returns: How many the customer had before.
  private func register(_ listener: EventListener, _ state: inout State) throws(WalletError)
    -> Int
  {
    guard !state.isClosed, state.listeners.count < Self.maximumTotal else {
      throw WalletError(.unavailable, retryAfter: 1)
    }
    let theirs = state.listeners.values.count { $0.customer == listener.customer }
    guard theirs < Self.maximumPerUser else {
      throw WalletError(.rateLimited, .verbatim("Too many open event streams"), retryAfter: 30)
    }
    state.listeners[ObjectIdentifier(listener)] = listener
    return theirs
  }

  func remove(_ listener: EventListener) {
    state.withLock { state in
      state.listeners[ObjectIdentifier(listener)] = nil
      guard let gateway, listener.customer == gateway.customer,
        !state.listeners.values.contains(where: { $0.customer == gateway.customer })
      else { return }
      gateway.setListening(false)
    }
  }

  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    if events.isEmpty { return }
    state.withLock { state in
      if shared != nil {
        let theirs = state.listeners.values.filter { $0.customer == customer }
        for event in events { send(event, id: nil, theirs) }
        return
      }
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
      if shared != nil { return send(event, id: nil, Array(state.listeners.values)) }
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

  /// Ends the streams for which this is true.
  func end(_ isOver: (EventListener) -> Bool) {
    for listener in state.withLock({ Array($0.listeners.values) }) where isOver(listener) {
      listener.end()
    }
  }

  func has(_ customer: CustomerID) -> Bool {
    state.withLock { $0.listeners.values.contains { $0.customer == customer } }
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
    send(news.event, id: "\(run)-\(news.id)", listeners)
  }

  private func send(_ event: WalletEvent, id: String?, _ listeners: [EventListener]) {
    guard !listeners.isEmpty, let wire = WireNews(event) else { return }
    let text = (id.map { "id: \($0)\n" } ?? "") + "event: \(wire.name)\ndata: \(wire.data)\n\n"
    for listener in listeners { listener.put(text) }
  }
}

// Of a shared ledger. Its numbers are each customer's own, and the same on all servers.
extension EventListeners {
  /// The id of a change: the ledger, its number, and when it was told, in seconds since 1970.
  private func id(_ number: Int64, _ shared: any SharedNews) -> String {
    "\(shared.sharedID)-\(number)-\(shared.clock.now().milliseconds / 1000)"
  }

  /// The number of the last change that a client knows; nil: what came after it may be forgotten.
  private func number(_ last: String, _ shared: any SharedNews) -> Int64? {
    let parts = last.split(separator: "-")
    guard parts.count == 3, parts[0] == shared.sharedID, let number = Int64(parts[1]),
      let told = Int64(parts[2])
    else { return nil }
    // Servers remove old news a little earlier or later.
    let age = shared.clock.now().milliseconds / 1000 - told
    return (0..<shared.newsSeconds - 300).contains(age) ? number : nil
  }

  private func add(_ listener: EventListener, after last: String?, _ shared: any SharedNews)
    throws(WalletError)
  {
    let known = last.flatMap { number($0, shared) }
    let start =
      if let known { known } else { try shared.newsNumber(of: listener.customer) }
    // What is told from now on comes by `publish`, and what was told before is read below. Some may
    // come twice, which does no harm.
    try state.withLock { state throws(WalletError) in
      _ = try register(listener, &state)
      listener.number = start
      listener.isCatchingUp = true
      listener.put("id: \(id(start, shared))\nretry: 1000\n: walletd\n\n")
      if let damage = state.damage { send(damage, id: nil, [listener]) }
    }
    let missed: [LedgerNews]?
    do throws(WalletError) {
      missed =
        last != nil && known == nil ? nil : try shared.news(of: listener.customer, after: start)
    } catch {
      remove(listener)
      throw error
    }
    state.withLock { _ in
      listener.isCatchingUp = false
      guard let missed else { return sendAnything([listener]) }
      guard let newest = missed.last else { return }
      // Together, since there may be many, and nobody waits for each of them.
      var change = RecordChange()
      for news in missed { change.add(news.change) }
      listener.number = max(listener.number, newest.number)
      send(change, id: id(newest.number, shared), to: [listener])
    }
  }

  /// Anything may have happened: clients read all.
  private func sendAnything(_ listeners: [EventListener]) {
    for event in [WalletEvent.cardsChanged(nil), .phoneMessage] {
      send(event, id: nil, listeners)
    }
  }

  /// Tells everybody that anything may have happened, and begins with new numbers.
  func publishAnything() {
    state.withLock { state in
      let listeners = Array(state.listeners.values)
      for listener in listeners { listener.number = 0 }
      sendAnything(listeners)
    }
  }

  /// Sends news to the listeners that have not got them yet.
  func publish(_ news: [LedgerNews]) {
    guard let shared else { return }
    state.withLock { state in
      if state.listeners.isEmpty { return }
      let listeners = Dictionary(grouping: state.listeners.values, by: \.customer)
      for one in news {
        if let theirs = listeners[one.customer] { send(one, theirs, shared) }
      }
    }
  }

  private func send(
    _ news: LedgerNews, _ listeners: [EventListener], _ shared: any SharedNews
  ) {
    let waiting = listeners.filter { $0.number < news.number }
    let current = waiting.filter { !$0.isCatchingUp }
    for listener in current { listener.number = news.number }
    send(news.change, id: id(news.number, shared), to: current)
    // A client that breaks off now asks for what came after the last id, and misses something older.
    send(news.change, id: nil, to: waiting.filter(\.isCatchingUp))
  }

  private func send(_ change: RecordChange, id: String?, to listeners: [EventListener]) {
    let events = change.events
    for (index, event) in events.enumerated() {
      // Who gets only some of them asks for all again.
      send(event, id: index == events.count - 1 ? id : nil, listeners)
    }
  }
}

/// One event stream. It is suspended in the daemon while there is nothing to send.
final class EventListener: @unchecked Sendable {
  let customer: CustomerID
  let token: [UInt8]
  private let connection: OpaquePointer
  /// The last change of a shared ledger that was sent. Protected by the lock of `EventListeners`.
  var number: Int64 = 0
  /// What the client missed is still being read. Protected by the same lock.
  var isCatchingUp = false
  private struct State {
    var waiting: [UInt8] = []
    var isSuspended = false
    var isOver = false
    /// The connection is closed. Its pointer must not be used any more.
    var isGone = false
  }
  private let state = Locked(State())

  init(customer: CustomerID, token: [UInt8], connection: OpaquePointer) {
    self.customer = customer
    self.token = token
    self.connection = connection
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

  /// Unread data is dropped.
  private func end(_ state: inout State) {
    state.isOver = true
    state.waiting = []
    wake(&state)
  }

  func gone() { state.withLock { $0.isGone = true } }

  private func wake(_ state: inout State) {
    guard state.isSuspended, !state.isGone else { return }
    state.isSuspended = false
    MHD_resume_connection(connection)
  }

  /// Called by the daemon, which wants up to `count` bytes.
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
      MHD_suspend_connection(connection)
      return 0
    }
  }
}
