import Synchronization
import Threads

/// What the parts of the server have to know of each other: whether it is ending, whether its file
/// is damaged or replaced, and how many requests and deliveries are in progress.
final class ServerStatus: Sendable {
  private let draining = Atomic(false)
  private let damaged = Atomic(false)
  private let replaced = Atomic(false)
  private let work = Atomic(0)
  private let lock = Lock()
  private let workEnded = Condition()

  /// The server accepts no new connections and ends soon.
  var isDraining: Bool { draining.load(ordering: .relaxed) }
  /// A check of the ledger found damage.
  var isDamaged: Bool { damaged.load(ordering: .relaxed) }
  /// Why it is not ready, in a word; nil: it is.
  var problem: String? {
    if isDraining { return "draining" }
    return replaced.load(ordering: .relaxed) ? "replaced" : isDamaged ? "damaged" : nil
  }
  /// Requests and deliveries in progress, for which the end of the server waits.
  var inFlight: Int { work.load(ordering: .relaxed) }

  func drain() { draining.store(true, ordering: .sequentiallyConsistent) }
  func foundDamage() { damaged.store(true, ordering: .relaxed) }
  /// Another file is in the place of the ledger's, which is closed. False: that was known.
  func foundReplacement() -> Bool { !replaced.exchange(true, ordering: .relaxed) }
  func beginWork() { work.add(1, ordering: .relaxed) }

  func endWork() {
    let left = work.subtract(1, ordering: .sequentiallyConsistent).newValue
    guard left == 0, draining.load(ordering: .sequentiallyConsistent) else { return }
    lock.lock()
    workEnded.broadcast()
    lock.unlock()
  }

  /// To be called after `drain`. Waits until nothing is in progress, at most until `end`.
  func waitForWork(until end: MonotonicClock.Instant, clock: MonotonicClock) {
    lock.lock()
    defer { lock.unlock() }
    while work.load(ordering: .sequentiallyConsistent) > 0,
      clock.wait(workEnded, lock, until: end)
    {}
  }
}
