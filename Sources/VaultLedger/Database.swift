import CSQLite
import CVaultFile
import WalletModel

/// One SQLite connection. Not thread-safe: it is used under the ledger's lock.
final class Database {
  let handle: OpaquePointer
  private var statements: [Int: PreparedStatement] = [:]
  private var isClosed = false
  private var lastFailure = SQLITE_OK

  /// - Parameters:
  ///   - path: Empty: SQLite's private temporary database, which is deleted with the connection.
  ///   - vfs: The SQLite VFS to use; nil: the default.
  init(path: String, flags: Int32, vfs: UnsafePointer<CChar>? = nil) throws(WalletError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
    guard let opened else {
      throw WalletError(.internalError, detail: .verbatim("SQLite gave nothing."))
    }
    handle = opened
    if code != SQLITE_OK { throw failure(code) }
  }

  deinit {
    guard !isClosed else { return }
    for statement in statements.values { statement.end() }
    sqlite3_close(handle)
  }

  /// Closes the connection and throws when data could not be written, which `deinit` cannot do.
  /// Later calls are refused.
  func close() throws(WalletError) {
    guard !isClosed else { return }
    for statement in statements.values { statement.end() }
    statements = [:]
    let code = sqlite3_close(handle)
    guard code == SQLITE_OK else { throw failure(code) }
    isClosed = true
  }

  /// How long SQLite waits for another writer's lock.
  private static let busyMilliseconds: Int32 = 5000

  /// Settings of every connection (`security.md`, "Vault file").
  func configure(cacheKiB: Int) throws(WalletError) {
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try execute("PRAGMA cell_size_check=ON; PRAGMA cache_size=-\(cacheKiB)")
  }

  /// A number that changes with each commit by any connection. Inside a transaction it belongs to
  /// the state that the transaction reads.
  var version: UInt32 {
    var version: UInt32 = 0
    guard !isClosed else { return version }
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  func execute(_ sql: String) throws(WalletError) {
    guard !isClosed else { throw WalletError(.cancelled) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// The prepared statement with this number. It is prepared once and kept.
  func statement(_ number: Int, _ sql: @autoclosure () -> String) throws(WalletError)
    -> PreparedStatement
  {
    if let statement = statements[number] { return statement }
    let statement = try prepare(sql())
    statements[number] = statement
    return statement
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws(WalletError) -> Int64 {
    let statement = try prepare(sql)
    defer { statement.end() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row.
  func text(_ sql: String) throws(WalletError) -> String {
    let statement = try prepare(sql)
    defer { statement.end() }
    guard try statement.step() else { return "" }
    return String(decoding: statement.blob(0), as: UTF8.self)
  }

  private func prepare(_ sql: String) throws(WalletError) -> PreparedStatement {
    guard !isClosed else { throw WalletError(.cancelled) }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return PreparedStatement(statement, self)
  }

  /// The state of a vault's write-ahead log; nil for other files, or when it cannot be read.
  var log: vaultfile_log? {
    var log = vaultfile_log()
    guard !isClosed,
      sqlite3_file_control(handle, "main", Int32(VAULTFILE_LOG), &log) == SQLITE_OK
    else { return nil }
    return log
  }

  /// Whether another file has the name of this one, of its log or of its index, or another program
  /// has written to it.
  var isReplaced: Bool {
    var answer: Int32 = 0
    if !isClosed { sqlite3_file_control(handle, "main", Int32(VAULTFILE_REPLACED), &answer) }
    return answer != 0
  }

  /// Turns off the checkpoint at closing. A check that found damage must not change the file.
  func keepLogOnClose(_ keeps: Bool = true) {
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
  }

  /// Copies the log into the file and truncates it.
  ///
  /// - Returns: False if other connections prevented it for longer than `milliseconds`; then a part
  ///   of the log may remain.
  func checkpoint(waiting milliseconds: Int32) throws(WalletError) -> Bool {
    guard let log, log.frames > 0 else { return true }
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
    return try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// Whether a failed commit may still have taken effect. Only a failed write of the log itself
  /// comes before the whole change is in the log.
  var mayHaveCommitted: Bool {
    lastFailure & 0xff == SQLITE_IOERR && lastFailure != SQLITE_IOERR | 3 << 8
  }

  func failure(_ code: Int32) -> WalletError {
    lastFailure = code
    return walletError(sqlite: code, system: sqlite3_system_errno(handle))
  }
}

/// A prepared statement. Blobs that it returns point into SQLite's memory and are valid until
/// `reset`.
struct PreparedStatement {
  private let handle: OpaquePointer
  private unowned let database: Database

  fileprivate init(_ handle: OpaquePointer, _ database: Database) {
    self.handle = handle
    self.database = database
  }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  /// The bytes must stay valid until `reset`.
  func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer?) {
    if let bytes {
      sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  /// Returns whether there is a row.
  func step() throws(WalletError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = database.failure(code)
      reset()
      throw error
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws(WalletError) {
    _ = try step()
    reset()
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  fileprivate func end() { sqlite3_finalize(handle) }
}
