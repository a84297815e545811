import FileWatching
import Secrets
import Synchronization
package import Threads
package import WalletAPI
package import WalletModel

/// A wallet in a ledger on this machine. Operations run one after the other on a thread of their
/// own. Events of all changes go to all listeners.
package final class LocalBackend: WalletBackend {
  /// The owner's context, with all scopes and a session of this process.
  package let context: RequestContext

  private let issuer: Issuer
  private let ledger: any Ledger
  private let broadcast = Broadcast()
  private let backgroundDone = Latch()
  private let thread: SerialThread
  private let watch: FileWatch?
  /// Adds the sample, once.
  private let addSample: @Sendable () -> Void
  /// Virtual cards that are being made.
  private let coming: ComingNews

  /// - Parameters:
  ///   - monotonicClock: By which it waits for what happens later, such as the end of the making of
  ///     a virtual card.
  ///   - sample: What a demo gets just before it is first read. So nobody has seen the payments
  ///     without it, to whom its own would be news, and what does not show it does not wait for it.
  ///   - reportsByItself: False: only `reportDue` reports what happens later.
  package init(
    ledger: any Ledger, clock: IssuerClock = .system, monotonicClock: MonotonicClock = .system,
    random: IssuerRandom = .system, sample: SampleVirtualCards? = nil,
    reportsByItself: Bool = true
  ) {
    self.ledger = ledger
    issuer = Issuer(
      ledger: ledger,
      environment: IssuerEnvironment(clock: clock, random: random, isSimulation: true))
    context = RequestContext(
      customerID: ledger.owner, sessionID: random.id(), deviceID: "local")
    let rest = Mutex(sample)
    addSample = { [broadcast] in
      guard let sample = rest.withLock({ $0.take() }) else { return }
      do throws(WalletError) {
        try sample.add()
      } catch {
        broadcast.send(.damageFound(error.message))
      }
    }
    thread = SerialThread { [ledger, broadcast, backgroundDone] in
      Self.workInBackground(ledger, broadcast, backgroundDone)
    }
    let alarm = Alarm(clock: monotonicClock, runsByItself: reportsByItself)
    coming = ComingNews(alarm: alarm) { [broadcast] event, _ in broadcast.send(event) }
    // Our own writes also wake the watch. Only changes by another connection are reported.
    let flag = PendingFlag()
    watch = ledger.watchedFile.flatMap { [thread, ledger, broadcast, issuer, coming] path in
      FileWatch(path) {
        guard flag.raise() else { return }
        thread.enqueue {
          flag.lower()
          guard ledger.wasChangedElsewhere() else { return }
          broadcast.send(.cardsChanged(nil))
          coming.look(issuer, ledger.owner)
        }
      }
    }
    thread.enqueue { [ledger, broadcast, issuer, coming] in
      do throws(WalletError) {
        try ledger.prepare()
      } catch {
        broadcast.send(.damageFound(error.message))
      }
      for customer in (try? ledger.allCustomers()) ?? [] { coming.look(issuer, customer) }
    }
  }

  deinit {
    thread.stop()
    coming.stop()
    broadcast.finish()
    backgroundDone.open()
  }

  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    guard SecretMemory.hasRoom(for: SecretMemory.operation) else {
      throw WalletError.secretMemoryFull
    }
    let result: Result<O.Response, WalletError> = await withCheckedContinuation { continuation in
      thread.enqueue { [issuer, broadcast, coming, addSample] in
        // Other operations show nothing of it before one of these has. A payment is never made before
        // those of the sample.
        if O.contract.method != .get || O.contract.group == .virtualCards
          || operation is ListAllTransactions
        {
          addSample()
        }
        let result: Result<O.Response, WalletError>
        do throws(WalletError) {
          result = .success(try issuer.perform(operation, context))
        } catch {
          result = .failure(error)
        }
        let events = issuer.takeEvents()
        for event in events { broadcast.send(event) }
        coming.look(issuer, context.customerID, after: events)
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  package func events() -> AsyncStream<WalletEvent> { broadcast.listen() }

  /// When the next change that happens by itself is reported; nil: none is expected.
  package var nextReport: MonotonicClock.Instant? { coming.alarm.next }

  /// Reports what has happened by itself, on the calling thread.
  package func reportDue() { coming.alarm.runDue() }

  /// Calls `body` with the events of a change on another thread, before the change's caller gets
  /// the answer. There is one observer; a new one replaces it.
  package func observe(_ body: @escaping @Sendable (WalletEvent) -> Void) {
    broadcast.observe(body)
  }

  /// Returns when a large demo has all its cards, or a file has been checked.
  package func waitForBackgroundWork() async { await backgroundDone.wait() }

  private static func workInBackground(
    _ ledger: any Ledger, _ broadcast: Broadcast, _ backgroundDone: Latch
  ) -> Bool {
    do throws(WalletError) {
      switch try ledger.backgroundStep() {
      case .added(let total): broadcast.send(.cardsAdded(total: total))
      case .damaged(let what): broadcast.send(.damageFound(what))
      case .more: break
      case nil:
        backgroundDone.open()
        return false
      }
      return true
    } catch {
      broadcast.send(.damageFound(error.message))
      backgroundDone.open()
      return false
    }
  }
}

/// Whether a check for changes is already queued. Many changes in a row need one check.
private final class PendingFlag: Sendable {
  private let isUp = Mutex(false)
  /// False if it was already set.
  func raise() -> Bool {
    isUp.withLock { isUp in
      defer { isUp = true }
      return !isUp
    }
  }
  func lower() { isUp.withLock { $0 = false } }
}

/// Events for any number of listeners.
private final class Broadcast: Sendable {
  private struct State {
    var listeners: [Int: NewsQueue] = [:]
    var next = 0
    var isFinished = false
    var observer: (@Sendable (WalletEvent) -> Void)?
    /// The first findings of damage. Damage is permanent, so later listeners get them too.
    var damage: [WalletEvent] = []
  }
  private let state = Mutex(State())

  func listen() -> AsyncStream<WalletEvent> {
    let queue = NewsQueue()
    let number = state.withLock { state in
      if state.isFinished { queue.finish() } else { state.listeners[state.next] = queue }
      for event in state.damage { queue.put(event) }
      defer { state.next += 1 }
      return state.next
    }
    return queue.stream { [weak self] in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
  }

  func observe(_ body: @escaping @Sendable (WalletEvent) -> Void) {
    state.withLock { $0.observer = body }
  }

  func send(_ event: WalletEvent) {
    let (listeners, observer) = state.withLock { state in
      if case .damageFound = event, !state.damage.contains(event),
        state.damage.count < NewsBacklog.mostOthers
      {
        state.damage.append(event)
      }
      return (Array(state.listeners.values), state.observer)
    }
    observer?(event)
    for listener in listeners { listener.put(event) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}

/// Closed at first. Waiting tasks continue when it opens.
private final class Latch: Sendable {
  private struct Waiters {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(Waiters())

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
