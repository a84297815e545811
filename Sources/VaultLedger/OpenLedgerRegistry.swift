package import Threads

/// The ledgers of a process, or of a part of it, that have a file open. At its end all of them are
/// closed, even if there are references to them. Thread-safe.
final class OpenLedgerRegistry: @unchecked Sendable {
  @TaskLocal static var current = OpenLedgerRegistry()

  private struct Reference {
    weak var ledger: VaultLedger?
  }
  private let lock = Lock()
  private let ledgerClosed = Condition()
  // Protected by the lock.
  private var ledgers: [Reference] = []
  private var open = 0

  func add(_ ledger: VaultLedger) {
    lock.lock()
    defer { lock.unlock() }
    ledgers.removeAll { $0.ledger == nil }
    ledgers.append(Reference(ledger: ledger))
    open += 1
  }

  /// To be called once for each added ledger, when its connections are closed.
  func noteClosed() {
    lock.lock()
    defer { lock.unlock() }
    open -= 1
    ledgerClosed.broadcast()
  }

  /// Also waits up to three seconds for ledgers whose last reference has just been released on
  /// another thread.
  func closeAll(clock: MonotonicClock) {
    lock.lock()
    let all = ledgers.compactMap(\.ledger)
    lock.unlock()
    for ledger in all { ledger.close() }
    lock.lock()
    defer { lock.unlock() }
    let end = clock.now + .seconds(3)
    while open > 0, clock.wait(ledgerClosed, lock, until: end) {}
  }
}

/// The vaults of this process, or of a part of it.
package enum OpenVaults {
  /// To be called before a process ends. Afterwards each file is the whole wallet, unless another
  /// process has it open.
  package static func closeAll(clock: MonotonicClock = .system) {
    OpenLedgerRegistry.current.closeAll(clock: clock)
  }

  /// Runs `body`, and then closes the vaults that were opened in it.
  package static func closingAll<R>(
    clock: MonotonicClock = .system, after body: () throws -> R
  ) rethrows -> R {
    try OpenLedgerRegistry.$current.withValue(OpenLedgerRegistry()) {
      defer { closeAll(clock: clock) }
      return try body()
    }
  }
}
