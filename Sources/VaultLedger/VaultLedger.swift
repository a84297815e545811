import CSQLite
import Glibc
package import Issuer
package import WalletModel

/// A ledger in one encrypted file, or in a throw-away database.
///
/// Thread-safe: a lock is around each transaction, and nothing else touches the connection.
package final class VaultLedger: Ledger, @unchecked Sendable {
  package let owner: CustomerID
  package var keys: IssuerKeys { vaultKeys.issuer }
  package let watchedFile: String?

  let store: RowStore
  let vaultKeys: VaultKeys
  private let customers: [CustomerID: Int64]
  private let lock = Lock()
  private let background: any BackgroundWork
  private var dataVersion: Int64 = 0

  /// `owner` is customer 1. `background` is what may wait.
  init(
    _ store: RowStore, _ keys: VaultKeys, owner: CustomerID, watchedFile: String?,
    background: any BackgroundWork
  ) throws(WalletError) {
    self.store = store
    vaultKeys = keys
    self.owner = owner
    customers = [owner: 1]
    self.watchedFile = watchedFile
    self.background = background
    dataVersion = try readDataVersion()
  }

  private var transaction: VaultTransaction {
    VaultTransaction(store: store, keys: vaultKeys, customers: customers)
  }

  package func read<R>(
    _ body: (any LedgerReader) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    lock.take()
    defer { lock.give() }
    try run(.begin)
    // Nothing was written: the end of a reading transaction cannot fail in a way that matters.
    defer { try? run(.commit) }
    return try body(transaction)
  }

  package func write<R>(
    _ body: (any LedgerWriter) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    lock.take()
    defer { lock.give() }
    try run(.beginImmediate)
    do throws(WalletError) {
      store.root = try store.readRoot()
      let result = try body(transaction)
      try store.writeRoot()
      try run(.commit)
      touch()
      return result
    } catch {
      try? run(.rollback)
      throw error
    }
  }

  /// Wakes those who watch the file, now that they can see the change: the log is written to before
  /// that, and its index is shared memory, whose changes wake nobody.
  private func touch() {
    if let watchedFile { utimensat(AT_FDCWD, watchedFile, nil, AT_SYMLINK_NOFOLLOW) }
  }

  private enum Control: Int { case begin = 1000, beginImmediate, commit, rollback, dataVersion }

  private func control(_ control: Control) throws(WalletError) -> Statement {
    let sql =
      switch control {
      case .begin: "BEGIN"
      case .beginImmediate: "BEGIN IMMEDIATE"
      case .commit: "COMMIT"
      case .rollback: "ROLLBACK"
      case .dataVersion: "PRAGMA data_version"
      }
    return try store.database.statement(control.rawValue, sql)
  }

  private func run(_ control: Control) throws(WalletError) { try self.control(control).run() }

  private func readDataVersion() throws(WalletError) -> Int64 {
    let statement = try control(.dataVersion)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  package func wasChangedElsewhere() -> Bool {
    lock.take()
    defer { lock.give() }
    guard let version = try? readDataVersion(), version != dataVersion else { return false }
    dataVersion = version
    return true
  }

  package func backgroundStep() throws(WalletError) -> BackgroundProgress? {
    try background.step(self)
  }
}

/// Work that a ledger does in pieces while nobody waits.
protocol BackgroundWork: Sendable {
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress?
}

struct NoBackgroundWork: BackgroundWork {
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? { nil }
}
