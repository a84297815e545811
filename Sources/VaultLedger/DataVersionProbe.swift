import Threads
import WalletModel

/// A connection of its own that tells whether anybody committed anything. It waits for nobody: not
/// for a transaction that is being synced, and not for one that reads.
final class DataVersionProbe: @unchecked Sendable {
  private let lock = Lock()
  private var database: Database?
  private var isOver = false

  /// Another number after each commit to the file, the ledger's own included.
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
