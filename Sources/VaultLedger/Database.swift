import CSQLite
import CVaultFile
import WalletModel

/// One connection. Not thread-safe: the ledger's lock is around it.
final class Database {
  private let handle: OpaquePointer
  private var statements: [Int: PreparedStatement] = [:]
  private var isClosed = false
  private var lastFailure = SQLITE_OK

  /// An empty path: SQLite's own private temporary database, gone when this ends.
  /// - Parameter vfs: How SQLite gets at the file; nil: as it always does.
  init(path: String, flags: Int32, vfs: UnsafePointer<CChar>? = nil) throws(WalletError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
    guard let opened else { throw WalletError(.internalError, details: ["SQLite gave nothing."]) }
    handle = opened
    if code != SQLITE_OK { throw failure(code) }
  }

  deinit {
    guard !isClosed else { return }
    for statement in statements.values { statement.end() }
    sqlite3_close(handle)
  }

  /// Ends the connection and says when something could not be written: `deinit` cannot. Whatever is
  /// asked of it afterwards is refused.
  func close() throws(WalletError) {
    guard !isClosed else { return }
    for statement in statements.values { statement.end() }
    statements = [:]
    let code = sqlite3_close(handle)
    guard code == SQLITE_OK else { throw failure(code) }
    isClosed = true
  }

  /// For so long one waits for those who write.
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

  /// Another number after each commit, whoever made it. Within a transaction: of the state that it
  /// reads.
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

  /// The statement of that number, prepared once.
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

  /// Of a vault's file; nil: of another one, or what it says cannot be read.
  var log: vaultfile_log? {
    var log = vaultfile_log()
    guard !isClosed,
      sqlite3_file_control(handle, "main", Int32(VAULTFILE_LOG), &log) == SQLITE_OK
    else { return nil }
    return log
  }

  /// The changes that the file's mark speaks of are nowhere: the mark stays until there are new ones.
  func keepLogMark() { sqlite3_file_control(handle, "main", Int32(VAULTFILE_LOST), nil) }

  /// Whoever looks for what is wrong leaves everything as it is.
  func keepLogOnClose() {
    _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  /// Puts the log into the file and empties it. False: others keep it from that for longer than
  /// `milliseconds`, and some of it may still stand there.
  func checkpoint(waiting milliseconds: Int32) throws(WalletError) -> Bool {
    guard let log, log.frames > 0 else { return true }
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
    return try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// Whether a commit that failed may have had its effect: everything but the log's writing itself
  /// comes when the whole change stands in the log.
  var mayHaveCommitted: Bool {
    lastFailure & 0xff == SQLITE_IOERR && lastFailure != SQLITE_IOERR | 3 << 8
  }

  func failure(_ code: Int32) -> WalletError {
    lastFailure = code
    return walletError(sqlite: code, system: sqlite3_system_errno(handle))
  }
}

/// A prepared statement. Values that it gives point into SQLite's memory and end with `reset`.
struct PreparedStatement {
  private let handle: OpaquePointer
  private unowned let database: Database

  fileprivate init(_ handle: OpaquePointer, _ database: Database) {
    self.handle = handle
    self.database = database
  }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  /// The bytes must stay where they are until `reset`.
  func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer?) {
    if let bytes {
      sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  /// Whether there is a row.
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

  /// Runs a statement that has no rows.
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
