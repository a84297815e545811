import Threads

/// The ledgers of this process that have a file open, so that its end can close them: who holds the
/// last reference to one then need not be known. Thread-safe.
final class OpenLedgers: @unchecked Sendable {
  static let shared = OpenLedgers()

  private struct Reference {
    weak var ledger: VaultLedger?
  }
  private let lock = Lock()
  private let isOneClosed = Condition()
  // Under the lock.
  private var ledgers: [Reference] = []
  private var open = 0

  func add(_ ledger: VaultLedger) {
    lock.take()
    defer { lock.give() }
    ledgers.removeAll { $0.ledger == nil }
    ledgers.append(Reference(ledger: ledger))
    open += 1
  }

  /// To be said once of each that was added, when its connections have ended.
  func noteClosed() {
    lock.take()
    defer { lock.give() }
    open -= 1
    isOneClosed.broadcast()
  }

  /// Waits three seconds, too, for those whose last reference has just gone on another thread.
  func closeAll() {
    lock.take()
    let all = ledgers.compactMap(\.ledger)
    lock.give()
    for ledger in all { ledger.close() }
    lock.take()
    defer { lock.give() }
    let end = Condition.end(after: 3)
    while open > 0, isOneClosed.wait(lock, until: end) {}
  }
}

extension Vault {
  /// Before a process ends: each file is the whole wallet afterwards, unless another process has it
  /// open.
  package static func closeAll() { OpenLedgers.shared.closeAll() }
}
