import Synchronization
import WalletAPI
import WalletModel

/// News from the server, for any number of listeners over one connection. It is made when somebody
/// listens first, and made again when it is lost.
final class NewsStream: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<WalletEvent>.Continuation] = [:]
    var next = 0
    var isStopped = false
    var task: Task<Void, Never>?
    var parser = EventParser()
  }

  private let profile: RemoteProfile
  private let network: NetworkThread
  private let signIn: SignIn
  private let state = Mutex(State())

  init(_ profile: RemoteProfile, _ network: NetworkThread, _ signIn: SignIn) {
    self.profile = profile
    self.network = network
    self.signIn = signIn
  }

  func listen() -> AsyncStream<WalletEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WalletEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let number = state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      if state.task == nil {
        let me: @Sendable () -> NewsStream? = { [weak self] in self }
        state.task = Task(executorPreference: network) { [network] in
          await NewsStream.run(me, network)
        }
      }
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return stream
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

  /// The last one to leave ends the connection.
  private func leave(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return nil }
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  private func send(_ event: WalletEvent) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(event) }
  }

  // MARK: The connection

  private static let firstPause = 500
  private static let longestPause = 30_000

  private static func run(_ stream: @Sendable () -> NewsStream?, _ network: NetworkThread) async {
    var lost = 0
    while !Task.isCancelled {
      guard let wasOpen = await stream()?.connect() else { return }
      lost = wasOpen ? 0 : min(lost + 1, 10)
      let bound = min(longestPause, firstPause << lost)
      let wanted = stream()?.state.withLock { $0.parser.retry } ?? 0
      let pause = Int.random(in: 0...bound) + wanted
      await network.sleep(.milliseconds(pause))
    }
  }

  /// Stays until the connection ends; answers whether there was one.
  private func connect() async -> Bool {
    guard let tokens = try? await signIn.tokens() else { return false }
    var request = TransferRequest(url: profile.origin + Wire.base + WireNews.path, method: "GET")
    request.headers = ["Accept: text/event-stream", "Cache-Control: no-store"]
    let lastID = state.withLock { state in
      state.parser.reset()
      return state.parser.lastID
    }
    if let lastID { request.headers.append("Last-Event-ID: \(lastID)") }
    request.secretHeaders = [tokens.header]
    let wasOpen = Mutex(false)
    request.onHead = { [weak self] status in
      guard status == 200 else { return }
      wasOpen.withLock { $0 = true }
      // What happened between the wish to listen and this moment, nobody has told.
      if lastID == nil {
        self?.send(.cardsChanged(nil))
        self?.send(.phoneMessage)
      }
    }
    request.onBytes = { [weak self] bytes in self?.take(bytes) }
    let answer = try? await network.send(request)
    if answer?.status == 401 { _ = try? await signIn.tokens(besides: tokens.number) }
    return wasOpen.withLock { $0 }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    let events = state.withLock { $0.parser.take(bytes) }
    for event in events {
      if let news = WireNews(name: event.name, data: event.data).event { send(news) }
    }
  }
}
