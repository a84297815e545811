import Synchronization
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// The event stream is missing, but requests are answered, or not.
struct LateNewsTests {
  @Test func aStreamThatNeverAnswersLeavesTheWalletOnline() async throws {
    let listener = try await Listener()
    try await listener.waits(for: .newsLate)
    let card = try #require(
      try await listener.backend.perform(ListCards(CardQuery(statuses: [.active]))).cards.first)
    // The next poll reports a change.
    let other = try await listener.place.signIn(Listener.context(listener.place, "other"))
    _ = try await other.perform(SetCardStatus(card.id, .locked, reason: "Test"))
    try await listener.waits(for: .cardsChanged([card.id]))
    #expect(try await listener.backend.perform(GetCard(card.id)).status == .locked)
    listener.transport.holdsStreams.store(false, ordering: .relaxed)
    try await listener.waits(for: .newsOnTime)
    #expect(!listener.wasLost)
  }

  /// What keeps the stream may keep each answer with events. Then the listeners read.
  @Test func pollsThatAreNeverAnsweredLeaveTheWalletOnline() async throws {
    let listener = try await Listener()
    listener.transport.holdsPolls.store(true, ordering: .relaxed)
    try await listener.waits(for: .newsLate)
    try await listener.waits("a second poll") {
      listener.heard.withLock { heard in heard.count { $0 == .cardsChanged(nil) } > 1 }
    }
    #expect(!listener.wasLost)
  }

  /// Control: the wallet is offline when requests fail, and is found again without a stream.
  @Test func onlyRequestsThatFailMakeItOffline() async throws {
    let listener = try await Listener()
    listener.transport.isDown.store(true, ordering: .relaxed)
    try await listener.waits("the loss") { listener.wasLost }
    #expect(!listener.heard.withLock { $0.contains(.newsLate) })
    listener.transport.isDown.store(false, ordering: .relaxed)
    try await listener.waits(for: .connectionRestored)
    try await listener.waits(for: .newsLate)
  }

  /// The same where a proxy answers in place of its server. Nothing is read in vain.
  @Test func aProxyWithoutItsServerIsOffline() async throws {
    let listener = try await Listener(isBadGateway: true)
    try await listener.waits("the loss") { listener.wasLost }
    // A request that is sent only once gets such an answer, too.
    let lock = SetCardStatus(CardID("any"), .locked, reason: "Test")
    #expect(await listener.backend.failure(lock)?.code == .unavailable)
    let sent = listener.transport.refused.load(ordering: .relaxed)
    try await listener.waits("more attempts and probes") {
      listener.transport.refused.load(ordering: .relaxed) > sent + 10
    }
    #expect(listener.heard.withLock { $0.count } == 1)
    listener.transport.isBadGateway.store(false, ordering: .relaxed)
    try await listener.waits(for: .connectionRestored)
    try await listener.waits(for: .newsLate)
  }

  /// A wallet on a server in this process, and the events of its listener.
  private final class Listener: Sendable {
    let place: ServedWallet
    let backend: RemoteBackend
    let transport: FaultyTransport
    let clock: ManualMonotonicClock
    let heard = Locked<[WalletEvent]>([])
    private let task: Task<Void, Never>

    init(isBadGateway: Bool = false) async throws {
      let (place, clock) = (try ServedWallet(over: .memory), ManualMonotonicClock())
      var faulty: FaultyTransport?
      backend = try await place.signIn(Self.context(place, "listener")) { profile in
        profile.clock = clock.clock
        profile.totalTime = .seconds(10)
      } through: { real in
        let transport = FaultyTransport(real)
        faulty = transport
        return transport
      }
      (self.place, self.clock) = (place, clock)
      transport = try #require(faulty)
      transport.isBadGateway.store(isBadGateway, ordering: .relaxed)
      let events = backend.events()
      task = Task { [heard] in
        for await event in events { heard.withLock { $0.append(event) } }
      }
    }

    deinit { task.cancel() }

    static func context(_ place: ServedWallet, _ session: String) -> RequestContext {
      RequestContext(customerID: place.owner, sessionID: session, deviceID: session)
    }

    var wasLost: Bool {
      heard.withLock { events in
        events.contains { if case .connectionLost = $0 { true } else { false } }
      }
    }

    func waits(for event: WalletEvent) async throws {
      try await waits("\(event)") { heard.withLock { $0.contains(event) } }
    }

    /// Moves the client's clock until it is so.
    func waits(_ what: String, until isTrue: () -> Bool) async throws {
      try await eventually("\(what); heard: \(heard.withLock { $0 })") {
        clock.advance(.seconds(1))
        return isTrue()
      }
    }
  }
}

/// Carries requests like another transport, except that event streams are never answered while
/// `holdsStreams`, nor polls while `holdsPolls`, and nothing is sent while `isDown`. While
/// `isBadGateway`, all are refused.
private final class FaultyTransport: Transport {
  let holdsStreams = Atomic(true)
  let holdsPolls = Atomic(false)
  let isDown = Atomic(false)
  let isBadGateway = Atomic(false)
  /// The requests that were refused.
  let refused = Atomic(0)
  private let real: any Transport

  init(_ real: any Transport) { self.real = real }

  var executor: any TaskExecutor { real.executor }
  func wait(_ pause: Duration) async { await real.wait(pause) }
  func start(_ timer: Timer, _ action: @escaping @Sendable () -> Void) {
    real.start(timer, action)
  }
  func stop() { real.stop() }

  func send(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    if isBadGateway.load(ordering: .relaxed) {
      refused.add(1, ordering: .relaxed)
      let answer = WireResponse(502)
      _ = request.onHead?(answer)
      return answer
    }
    // A poll has a limit.
    let isHeld =
      request.time == nil
      ? holdsStreams.load(ordering: .relaxed) : holdsPolls.load(ordering: .relaxed)
    if isHeld, request.url.hasSuffix(WireNews.path) {
      await real.wait(request.headTime ?? .zero)
      throw TransferFailure(error: WalletError(.netLost), isTransient: true)
    }
    if isDown.load(ordering: .relaxed) {
      throw TransferFailure(
        error: WalletError(.netOffline), isTransient: true, mayHaveArrived: false)
    }
    return try await real.send(request)
  }

  func send(_ request: TransferRequest, answer: @escaping @Sendable (Transfer.Outcome) -> Void) {
    real.send(request, answer: answer)
  }
}
