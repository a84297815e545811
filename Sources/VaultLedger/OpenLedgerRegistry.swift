import Threads

/// The ledgers of this process that have a file open, so that its end can close them: who holds the
/// last reference to one then need not be known. Thread-safe.
final class OpenLedgerRegistry: @unchecked Sendable {
  static let shared = OpenLedgerRegistry()

  private struct Reference {
    weak var ledger: VaultLedger?
  }
  private let lock = Lock()
  private let ledgerClosed = Condition()
  // Under the lock.
  private var ledgers: [Reference] = []
  private var open = 0

  func add(_ ledger: VaultLedger) {
    lock.lock()
    defer { lock.unlock() }
    ledgers.removeAll { $0.ledger == nil }
    ledgers.append(Reference(ledger: ledger))
    open += 1
  }

  /// To be said once of each that was added, when its connections have ended.
  func noteClosed() {
    lock.lock()
    defer { lock.unlock() }
    open -= 1
    ledgerClosed.broadcast()
  }

  /// Waits three seconds, too, for those whose last reference has just gone on another thread.
  func closeAll() {
    lock.lock()
    let all = ledgers.compactMap(\.ledger)
    lock.unlock()
    for ledger in all { ledger.close() }
    lock.lock()
    defer { lock.unlock() }
    let end = Condition.end(after: 3)
    while open > 0, ledgerClosed.wait(lock, until: end) {}
  }
}

extension Vault {
  /// Before a process ends: each file is the whole wallet afterwards, unless another process has it
  /// open.
  package static func closeAll() { OpenLedgerRegistry.shared.closeAll() }
}
