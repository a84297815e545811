import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Events from the server, for any number of listeners over one connection. The connection is made
/// for the first listener, and made again when it is lost.
///
/// A missing stream does not mean that the server is unreachable: a proxy may keep the answer. Another
/// request finds out whether it is. If it is not, a request for the events that ends at once (a poll)
/// takes the place of the stream from time to time.
final class EventStream: Sendable {
  private struct State {
    var listeners: [Int: NewsQueue] = [:]
    var next = 0
    var isStopped = false
    var task: Task<Void, Never>?
    var parser = EventParser()
    var isConnected = false
    /// The pauses between connections, for all reasons.
    var backoff = Backoff()
    /// The last attempt was answered, but not with an event stream. The server is reachable all the
    /// same.
    var isRefused = false
    /// A successful request has shortened the pause, and there has been no event stream since.
    var isExpedited = false
    /// The connection state that was last reported to listeners.
    var isLost = false
    /// Whether it was reported to listeners that news are late.
    var isLate = false
    /// An attempt that fails before this time is not followed by a poll; nil: each is.
    var nextPoll: Instant?
    var isSignedOut = false
    /// When anything was last received from the server.
    var lastReceived: Instant?
  }

  private let profile: RemoteProfile
  private let network: any Transport
  private let signIn: SignIn
  /// Allows requests again as soon as events arrive.
  private let breaker: CircuitBreaker
  private let state = Mutex(State())

  init(
    _ profile: RemoteProfile, _ network: any Transport, _ signIn: SignIn, _ breaker: CircuitBreaker
  ) {
    self.breaker = breaker
    self.profile = profile
    self.network = network
    self.signIn = signIn
  }

  func listen() -> AsyncStream<WalletEvent> {
    let queue = NewsQueue()
    let number = state.withLock { state in
      defer { state.next += 1 }
      guard !state.isStopped else {
        queue.finish()
        return state.next
      }
      state.listeners[state.next] = queue
      if state.task == nil { connect(&state) }
      return state.next
    }
    return queue.stream { [weak self] in self?.removeListener(number) }
  }

  /// Starts a new connection at once.
  private func connect(_ state: inout State) {
    state.task?.cancel()
    state.isConnected = false
    state.nextPoll = nil
    let me: @Sendable () -> EventStream? = { [weak self] in self }
    state.task = Task(executorPreference: network.executor) { [network] in
      await EventStream.run(me, network)
    }
  }

  // MARK: The state of the connection

  /// A request was answered. If the event stream is lost, it is tried again at once, one time.
  func serverAnswered() {
    let wasLost = state.withLock { state in
      state.lastReceived = profile.clock.now
      guard state.isLost else { return false }
      state.isLost = false
      if !state.isConnected && !state.isRefused && !state.isExpedited && state.task != nil {
        state.isExpedited = true
        connect(&state)
      }
      return true
    }
    if wasLost { send(.connectionRestored) }
  }

  /// A request got no answer. An open event stream is connected again: it may be half open, and the
  /// new attempt notices when the server is back.
  func serverUnreachable(_ error: WalletError) {
    let silence = state.withLock { state -> Duration? in
      guard !state.isLost, state.task != nil else { return nil }
      state.isLost = true
      if state.isConnected { connect(&state) }
      return state.lastReceived.map { profile.clock.now - $0 } ?? .zero
    }
    if let silence { send(.connectionLost(error, silence: Int64(silence.inMilliseconds))) }
  }

  func signedIn() {
    state.withLock { state in
      state.isSignedOut = false
      if state.task != nil { connect(&state) }
    }
  }

  private func signedOut() {
    let isNew = state.withLock { state in
      defer { state.isSignedOut = true }
      return !state.isSignedOut
    }
    if isNew { send(.signInEnded) }
  }

  func stop() {
    let (listeners, task) = state.withLock { state in
      state.isStopped = true
      defer {
        state.listeners = [:]
        state.task = nil
      }
      return (Array(state.listeners.values), state.task)
    }
    task?.cancel()
    for listener in listeners { listener.finish() }
  }

  /// The connection ends with the last listener.
  private func removeListener(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return nil }
      state.isLate = false
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  private func send(_ event: WalletEvent) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.put(event) }
  }

  // MARK: The connection

  /// How a connection ended, or that it could not be made.
  private struct Outcome {
    /// When the first bytes of events came; nil: none did.
    var began: Instant?
    /// 0: there was no answer.
    var status = 0
    /// In seconds.
    var retryAfter: Int?
  }

  private static func run(_ stream: @Sendable () -> EventStream?, _ network: any Transport) async {
    while !Task.isCancelled {
      guard let outcome = await stream()?.connect(isPoll: false) else { return }
      if outcome.began == nil { await stream()?.poll(after: outcome) }
      guard let pause = stream()?.pause(after: outcome) else { return }
      await network.wait(pause)
    }
  }

  /// The attempt has brought no events. Finds out whether the server can be reached, and what was
  /// missed.
  private func poll(after outcome: Outcome) async {
    let isDue = state.withLock { state in
      let now = profile.clock.now
      guard !state.isSignedOut, state.nextPoll.map({ $0 <= now }) ?? true else { return false }
      state.nextPoll = now + .seconds(Int.random(in: profile.pollSeconds))
      return true
    }
    guard isDue, !Task.isCancelled else { return }
    if outcome.status == 0 || WireResponse(outcome.status).mayBeFromProxy {
      var probe = TransferRequest(url: profile.origin + Wire.base, method: "GET")
      probe.time = profile.totalTime.inMilliseconds
      do throws(TransferFailure) {
        let answer = try await network.send(probe)
        if answer.mayBeFromProxy { return serverUnreachable(WalletError(.unavailable)) }
        serverAnswered()
      } catch {
        if error.error.code != .cancelled { serverUnreachable(error.error) }
        return
      }
    }
    var hasEvents = false
    // A server that refuses the stream would refuse a poll, too.
    if outcome.status == 0 || outcome.status == 200 {
      hasEvents = await connect(isPoll: true).began != nil
    }
    if Task.isCancelled { return }
    let wasLate = state.withLock { state in
      defer { state.isLate = true }
      return state.isLate
    }
    // Without events, the listeners have to read.
    if !hasEvents { WalletEvent.allChanged.forEach(send) }
    if !wasLate { send(.newsLate) }
  }

  /// nil: without a sign-in there is no use in trying again.
  private func pause(after outcome: Outcome) -> Duration? {
    state.withLock { state in
      if outcome.status == 0 { state.isRefused = false }
      let retry = Duration.milliseconds(state.parser.retry ?? 0)
      let pause = state.backoff.pause(
        lasted: outcome.began.map { profile.clock.now - $0 } ?? .zero,
        wanted: max(retry, .seconds(outcome.retryAfter ?? 0)))
      return state.isSignedOut ? nil : pause
    }
  }

  /// Returns when the connection ends. A token that is refused is renewed once.
  private func connect(isPoll: Bool) async -> Outcome {
    var refused: Int?
    while true {
      guard let tokens = await tokens(besides: refused) else { return Outcome() }
      let outcome = await connect(tokens, isPoll: isPoll)
      guard outcome.status == 401, refused == nil else { return outcome }
      refused = tokens.number
    }
  }

  private func connect(_ tokens: Tokens, isPoll: Bool) async -> Outcome {
    var request = TransferRequest(url: profile.origin + Wire.base + WireNews.path, method: "GET")
    request.headers = ["Accept: text/event-stream", "Cache-Control: no-store"]
    let lastID = state.withLock { state in
      state.parser.reset()
      return state.parser.lastID
    }
    if let lastID { request.headers.append("Last-Event-ID: \(lastID)") }
    request.secretHeaders = [tokens.header]
    request.silence = profile.eventSilence
    request.headTime = profile.totalTime
    if isPoll {
      request.headers.append("\(WireNews.poll.name): \(WireNews.poll.value)")
      request.time = profile.totalTime.inMilliseconds
    }
    let outcome = Mutex(Outcome())
    request.onHead = { [weak self] head in
      let type = head.header("Content-Type") ?? ""
      // Otherwise it may be the page of a captive portal.
      let isNews = head.status == 200 && type.lowercased().hasPrefix("text/event-stream")
      outcome.withLock { $0 = Outcome(status: head.status, retryAfter: head.retryAfter) }
      self?.state.withLock { state in
        state.isConnected = isNews
        state.isRefused = !isNews
        if isNews { state.isExpedited = false }
      }
      if isNews { self?.breaker.succeeded() }
      if !head.mayBeFromProxy { self?.serverAnswered() }
      return isNews || head.status != 200
    }
    // A proxy may pass on the head and keep the rest.
    request.onBytes = { [weak self, clock = profile.clock] bytes in
      let isFirst = outcome.withLock { outcome in
        defer { outcome.began = outcome.began ?? clock.now }
        return outcome.began == nil
      }
      if isFirst { self?.began(isPoll: isPoll, after: lastID) }
      return self?.take(bytes) ?? false
    }
    _ = try? await network.send(request)
    if !Task.isCancelled { state.withLock { $0.isConnected = false } }
    return outcome.withLock { $0 }
  }

  private func began(isPoll: Bool, after lastID: String?) {
    // Without an id the server cannot send what happened before.
    if lastID == nil { WalletEvent.allChanged.forEach(send) }
    if isPoll { return }
    let wasLate = state.withLock { state in
      state.nextPoll = nil
      defer { state.isLate = false }
      return state.isLate
    }
    if wasLate { send(.newsOnTime) }
  }

  private func tokens(besides refused: Int?) async -> Tokens? {
    do throws(WalletError) {
      return try await signIn.tokens(besides: refused)
    } catch {
      if error.code == .unauthorized { signedOut() }
      if error.code.isUnreachable { serverUnreachable(error) }
      return nil
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (events, isTooLong) = state.withLock { state in
      state.lastReceived = profile.clock.now
      return (state.parser.take(bytes), state.parser.isTooLong)
    }
    for event in events {
      if let news = WireNews(name: event.name, data: event.data).event {
        send(news)
      } else if event.name == "cards" || event.name == "added" {
        // Something changed, but the event cannot be read.
        send(.cardsChanged(nil))
      }
    }
    // The event is not requested again. Without an id, every card counts as changed.
    if isTooLong { state.withLock { $0.parser = EventParser() } }
    return !isTooLong
  }
}
