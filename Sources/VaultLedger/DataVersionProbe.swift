import Threads
import WalletModel

/// A separate read-only connection that shows whether anybody has committed a change. It never
/// waits for a transaction on the ledger's own connections.
final class DataVersionProbe: @unchecked Sendable {
  private let lock = Lock()
  private var database: Database?
  private var isOver = false

  /// A number that changes with each commit to the file, by this ledger or another connection.
  func version(of path: String) throws(WalletError) -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { throw WalletError(.cancelled) }
    let connection: Database
    if let database {
      connection = database
    } else {
      connection = try VaultFile.connect(path, readOnly: true)
      database = connection
    }
    if connection.isReplaced { throw WalletError(.vaultReplaced) }
    let statement = try connection.statement(0, "PRAGMA data_version")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  func close() {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    database = nil
  }
}
