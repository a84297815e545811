import Issuer
import Synchronization
import Threads
import WalletModel

/// Sends the events in the outbox, to each address in the order of the changes.
final class WebhookDeliveries: Sendable {
  private let queues: [WebhookQueue]

  init(
    _ ledger: any Ledger, _ options: WebhookOptions, clock: MonotonicClock,
    notice: @escaping @Sendable (String) -> Void
  ) {
    let outbox = WebhookOutbox(ledger)
    queues = options.addresses.map { WebhookQueue(outbox, $0, options, clock, notice) }
  }

  func start() { for queue in queues { queue.start() } }

  /// Looks for new events.
  ///
  /// - Parameter removed: How many dead letters of each address were removed to make room.
  func wake(_ removed: [String: Int] = [:]) { for queue in queues { queue.wake(removed) } }

  /// Ends the attempts in progress, whose events are sent again after the next start.
  func stop() {
    for queue in queues { queue.stop() }
    for queue in queues { queue.waitForEnd(within: 5) }
  }

  /// For the metrics: over all addresses.
  var waiting: Int { queues.reduce(0) { $0 + $1.waiting } }
  var dead: Int { queues.reduce(0) { $0 + $1.dead } }
  var delivered: Int { queues.reduce(0) { $0 + $1.delivered } }
}

/// The events for one address, and the thread that sends them.
private final class WebhookQueue: @unchecked Sendable {
  /// After the store could not be read or changed, in seconds.
  private static let storePause = 10.0
  private let outbox: WebhookOutbox
  private let address: WebhookAddress
  private let options: WebhookOptions
  private let clock: MonotonicClock
  private let notice: @Sendable (String) -> Void
  private let sender = WebhookSender()
  private let deliveredCount = Atomic(0)
  /// Dead letters that were removed and not reported yet.
  private let removedCount = Atomic(0)
  private let lock = Lock()
  private let hasChanged = Condition()
  // Protected by the lock.
  private var isAwake = true
  private var isStopped = false
  private var isRunning = false

  init(
    _ outbox: WebhookOutbox, _ address: WebhookAddress, _ options: WebhookOptions,
    _ clock: MonotonicClock, _ notice: @escaping @Sendable (String) -> Void
  ) {
    self.outbox = outbox
    self.address = address
    self.options = options
    self.clock = clock
    self.notice = notice
  }

  var waiting: Int { (try? outbox.count(for: address.text, areDead: false)) ?? 0 }
  var dead: Int { (try? outbox.count(for: address.text, areDead: true)) ?? 0 }
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

  func wake(_ removed: [String: Int]) {
    removedCount.add(removed[address.text] ?? 0, ordering: .relaxed)
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
    let end = clock.now + .seconds(seconds)
    lock.lock()
    defer { lock.unlock() }
    while isRunning {
      guard clock.wait(hasChanged, lock, until: end) else { return }
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
      let end = clock.now + .seconds(pause)
      while !isStopped, clock.wait(hasChanged, lock, until: end) {}
    } else {
      while !isStopped && !isAwake { hasChanged.wait(lock) }
    }
    isAwake = false
    return !isStopped
  }

  /// The pause before the next attempt; nil: all is sent.
  private func sendAll() throws(WalletError) -> Double? {
    while case let events = try next(), !events.isEmpty {
      for event in events {
        switch sender.send(
          event, isPlain: address.isPlain,
          signature: WebhookSignature.of(event.body, key: options.secret),
          seconds: options.seconds)
        {
        case .accepted:
          try outbox.update([event]) { _ in false }
          deliveredCount.add(1, ordering: .relaxed)
        case .failed(let problem):
          if let pause = try fail(event, problem) { return pause }
        case .stopped: return nil
        }
      }
    }
    return nil
  }

  /// The next events. Also reports how many dead letters were removed: not with each change, which
  /// would make the log as long as the list of changes.
  private func next() throws(WalletError) -> [WebhookRecord] {
    let removed = removedCount.exchange(0, ordering: .relaxed)
    if removed > 0 {
      notice("webhooks for \(address.text): \(removed) of the oldest dead letters were removed")
    }
    return try outbox.next(for: address.text)
  }

  /// Counts a failed attempt. Returns the pause before the next one; nil: it was the last one.
  private func fail(_ event: WebhookRecord, _ problem: String) throws(WalletError) -> Double? {
    let attempts = event.attempts + 1
    let isLast = attempts >= options.attempts
    let removed = try outbox.update([event]) { event in
      event.attempts = attempts
      event.problem = problem
      // It may have become a dead letter meanwhile, to make room.
      event.isDead = event.isDead || isLast
      return true
    }
    removedCount.add(removed, ordering: .relaxed)
    notice(
      "webhook \(event.eventID) for \(address.text) was not delivered: \(problem); "
        + (isLast ? "it is a dead letter" : "attempt \(attempts) of \(options.attempts)"))
    if isLast { return nil }
    let pause = min(
      options.firstPause * Double(1 << min(attempts - 1, 30)), options.longestPause)
    // Jitter: servers that failed together do not come back together.
    return pause * Double.random(in: 0.5...1)
  }
}
