import Threads

/// The ledgers of this process that have a file open. At the end of the process all of them are
/// closed, whoever holds references to them. Thread-safe.
final class OpenLedgerRegistry: @unchecked Sendable {
  static let shared = OpenLedgerRegistry()

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
  /// To be called before a process ends. Afterwards each file is the whole wallet, unless another
  /// process has it open.
  package static func closeAll() { OpenLedgerRegistry.shared.closeAll() }
}
