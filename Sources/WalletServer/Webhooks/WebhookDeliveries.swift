import Glibc
import Issuer
import Synchronization
import Threads
import WalletModel

/// Sends the events in the outbox, to each address in the order of the changes.
final class WebhookDeliveries: Sendable {
  private let outbox: WebhookOutbox
  private let clock: IssuerClock
  private let notice: @Sendable (String) -> Void
  private struct State {
    var queues: [WebhookQueue]
    var isStarted = false
    var isStopped = false
  }
  private let state: Mutex<State>
  private let deliveredBefore = Atomic(0)

  init(
    _ ledger: any Ledger, _ options: WebhookOptions, clock: IssuerClock,
    notice: @escaping @Sendable (String) -> Void
  ) {
    outbox = WebhookOutbox(ledger)
    self.clock = clock
    self.notice = notice
    state = Mutex(State(queues: Self.makeQueues(outbox, options, clock, notice)))
  }

  private static func makeQueues(
    _ outbox: WebhookOutbox, _ options: WebhookOptions, _ clock: IssuerClock,
    _ notice: @escaping @Sendable (String) -> Void
  ) -> [WebhookQueue] {
    options.addresses.map { WebhookQueue(outbox, $0, options, clock, notice) }
  }

  private var queues: [WebhookQueue] { state.withLock { $0.queues } }

  /// The addresses that get every event from now on.
  var roots: [String] { queues.map(\.root) }

  func start() {
    let queues = state.withLock { state in
      state.isStarted = true
      return state.queues
    }
    for queue in queues { queue.start() }
  }

  /// Goes on with other addresses, keys or certificates. An attempt in progress is ended; its event
  /// is sent again.
  func replace(_ options: WebhookOptions) {
    let new = Self.makeQueues(outbox, options, clock, notice)
    let old = state.withLock { state -> [WebhookQueue] in
      if state.isStopped { return [] }
      defer { state.queues = new }
      return state.queues
    }
    end(old)
    deliveredBefore.add(old.reduce(0) { $0 + $1.delivered }, ordering: .relaxed)
    let isRunning = state.withLock { $0.isStarted && !$0.isStopped }
    // One at a time sends to an address.
    if isRunning { for queue in new { queue.start() } }
  }

  /// Looks for new events.
  func wake() { for queue in queues { queue.wake() } }

  /// Ends the attempts in progress, whose events are sent again after the next start.
  func stop() {
    let queues = state.withLock { state in
      state.isStopped = true
      return state.queues
    }
    end(queues)
  }

  private func end(_ queues: [WebhookQueue]) {
    for queue in queues { queue.stop() }
    for queue in queues { queue.waitForEnd(within: 5) }
  }

  /// For the metrics: over all addresses.
  var waiting: Int { queues.reduce(0) { $0 + $1.waiting } }
  var dead: Int { queues.reduce(0) { $0 + $1.dead } }
  var delivered: Int {
    queues.reduce(deliveredBefore.load(ordering: .relaxed)) { $0 + $1.delivered }
  }
}

/// The events for one address, and the thread that sends them.
private final class WebhookQueue: @unchecked Sendable {
  /// After the store could not be read or changed, in seconds.
  private static let storePause = 10.0
  private let outbox: WebhookOutbox
  private let address: WebhookAddress
  private let options: WebhookOptions
  private let clock: IssuerClock
  private let notice: @Sendable (String) -> Void
  private let sender = WebhookSender()
  private let waitingCount = Atomic(0)
  private let deadCount = Atomic(0)
  private let deliveredCount = Atomic(0)
  private let lock = Lock()
  private let hasChanged = Condition()
  // Protected by the lock.
  private var isAwake = true
  private var isStopped = false
  private var isRunning = false

  init(
    _ outbox: WebhookOutbox, _ address: WebhookAddress, _ options: WebhookOptions,
    _ clock: IssuerClock, _ notice: @escaping @Sendable (String) -> Void
  ) {
    self.outbox = outbox
    self.address = address
    self.options = options
    self.clock = clock
    self.notice = notice
  }

  var root: String { address.text }
  var waiting: Int { waitingCount.load(ordering: .relaxed) }
  var dead: Int { deadCount.load(ordering: .relaxed) }
  var delivered: Int { deliveredCount.load(ordering: .relaxed) }

  func start() {
    lock.lock()
    isRunning = true
    lock.unlock()
    startThread { [self] in
      run()
      lock.lock()
      isRunning = false
      hasChanged.broadcast()
      lock.unlock()
    }
  }

  func wake() {
    lock.lock()
    isAwake = true
    hasChanged.broadcast()
    lock.unlock()
  }

  func stop() {
    sender.stop()
    lock.lock()
    isStopped = true
    hasChanged.broadcast()
    lock.unlock()
  }

  func waitForEnd(within seconds: Double) {
    let end = Condition.end(after: seconds)
    lock.lock()
    defer { lock.unlock() }
    while isRunning {
      guard hasChanged.wait(lock, until: end) else { return }
    }
  }

  private func run() {
    var pause: Double?
    while wait(pause) {
      do throws(WalletError) {
        pause = try sendAll()
      } catch {
        notice("webhooks for \(address.text) wait: \(error.message.english)")
        pause = min(Self.storePause, options.longestPause)
      }
    }
  }

  /// Waits for the end of a pause after a failure, or for new events. False: the server ends.
  ///
  /// - Parameter pause: In seconds. New events do not shorten it, since order is kept.
  private func wait(_ pause: Double?) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if let pause {
      let end = Condition.end(after: pause)
      while !isStopped, hasChanged.wait(lock, until: end) {}
    } else {
      while !isStopped && !isAwake { hasChanged.wait(lock) }
    }
    isAwake = false
    return !isStopped
  }

  /// The pause before the next attempt; nil: all is sent.
  private func sendAll() throws(WalletError) -> Double? {
    while case let events = try read(), !events.isEmpty {
      for event in events {
        switch sender.send(event, isPlain: address.isPlain, options) {
        case .accepted:
          try outbox.update([event]) { _ in false }
          waitingCount.subtract(1, ordering: .relaxed)
          deliveredCount.add(1, ordering: .relaxed)
        case .failed(let problem):
          if let pause = try fail(event, problem) { return pause }
        case .stopped: return nil
        }
      }
    }
    return nil
  }

  private func read() throws(WalletError) -> [WebhookRecord] {
    // One thread does it for all.
    if address == options.addresses.first {
      let old = try outbox.removeAbandoned(options.addresses.map(\.text), clock.now())
      if old > 0 {
        notice(
          "\(old) events were removed: their addresses are in the file of webhooks no more")
      }
    }
    let (events, dead, removed) = try outbox.waiting(for: address.text)
    waitingCount.store(events.count, ordering: .relaxed)
    deadCount.store(dead, ordering: .relaxed)
    if removed > 0 {
      notice("webhooks for \(address.text): \(removed) of the oldest dead letters were removed")
    }
    return events
  }

  /// Counts a failed attempt. Returns the pause before the next one; nil: it was the last one.
  private func fail(_ event: WebhookRecord, _ problem: String) throws(WalletError) -> Double? {
    let attempts = event.attempts + 1
    let isLast = attempts >= options.attempts
    try outbox.update([event]) { event in
      event.attempts = attempts
      event.problem = problem
      event.isDead = isLast
      return true
    }
    notice(
      "webhook \(event.eventID) for \(address.text) was not delivered: \(problem); "
        + (isLast ? "it is a dead letter" : "attempt \(attempts) of \(options.attempts)"))
    if isLast {
      waitingCount.subtract(1, ordering: .relaxed)
      deadCount.add(1, ordering: .relaxed)
      return nil
    }
    let pause = min(
      options.firstPause * Double(1 << min(attempts - 1, 30)), options.longestPause)
    // Jitter: servers that failed together do not come back together.
    return pause * Double.random(in: 0.5...1)
  }
}
