import CPostgres
import Issuer
import SealedRecords
import WalletModel

/// One connection to the database. It is used by one thread at a time.
///
/// Commands are queued and sent together: only what is read, and the end of a transaction, waits for
/// the server.
final class Connection {
  /// How long the server may take for an answer, in milliseconds. The server itself ends a command
  /// before that.
  static let patience: Int32 = 15_000

  /// Commands whose results may wait to be taken.
  private static let mostPending = 256

  private let handle: OpaquePointer
  /// What the server owes a result for.
  private enum Owed {
    case prepared
    /// The function takes its rows. What it returns fails the commands behind it.
    case command((Rows) -> WalletError?)
    /// Likewise, for a command that may wait for a lock.
    case lock((Rows) -> WalletError?)
    /// The end of a pipeline. The server may end a transaction that does nothing after such an end,
    /// so that nobody holds a lock for long.
    case end
  }
  private var pending: [Owed] = []
  /// A command has failed: what was queued behind it was skipped.
  private var failure: WalletError?
  private(set) var isBroken = false
  /// A transaction was begun.
  private var isOpen = false
  /// When the last commands were sent, by the machine's clock.
  private var sent: Int64 = 0
  /// Since it was taken from the pool.
  var contention = Contention()
  /// Kept for the next transaction; nil: there was none.
  var stores: StorePool?

  /// - Parameter statements: Prepared at once. The tables that they use must be there.
  /// - Throws: `.unavailable` with the reason of libpq, `.configuration` if there is no libpq.
  init(_ address: DatabaseAddress, preparing statements: [Statement] = Statement.allCases)
    throws(WalletError)
  {
    guard cpg_load() == 0 else {
      throw WalletError(
        .configuration, .verbatim("libpq isn't installed, or is older than 14"),
        advice: .verbatim("Install it (Debian: `apt install libpq5`)."))
    }
    let parameters = address.parameters
    let connection = withStrings(parameters.map(\.0)) { names in
      withStrings(parameters.map(\.1)) { values in cpg_connect(names, values) }
    }
    guard let connection else { throw PostgresFailure.lost }
    handle = connection
    guard cpg_is_open(handle) != 0 else {
      isBroken = true
      let lines = String(cString: cpg_message(handle)).replacing("\t", with: " ")
        .split(whereSeparator: \.isNewline)
      throw WalletError(
        .unavailable,
        .text("The database can't be reached", "Die Datenbank ist nicht erreichbar"),
        details: lines.prefix(4).map { .verbatim(String($0)) }, retryAfter: 1)
    }
    guard !statements.isEmpty else { return }
    for statement in statements {
      guard cpg_prepare(handle, statement.rawValue, statement.sql) == 0 else { throw broken() }
      pending.append(.prepared)
    }
    try sync()
  }

  deinit { cpg_close(handle) }

  /// Whether it is open, as far as is known without a request.
  var isUsable: Bool { !isBroken && cpg_is_open(handle) != 0 }

  /// - Returns: What is thrown.
  private func broken() -> WalletError {
    isBroken = true
    pending = []
    return PostgresFailure.lost
  }
}

// Commands.
extension Connection {
  /// Queues a command without waiting for it. If it fails, the next call that waits throws.
  ///
  /// - Parameter take: Takes its rows while a later call waits, and returns why that call, and all
  ///   behind it up to the end of the transaction, shall fail; nil: they shall not.
  func queue(
    _ statement: Statement, _ parameters: Parameters = Parameters(),
    take: @escaping (Rows) -> WalletError? = { _ in nil }
  ) throws(WalletError) {
    guard !isBroken else { throw PostgresFailure.lost }
    // The server waits when nobody takes its results.
    if pending.count >= Self.mostPending { try drain() }
    let code = parameters.bytes.withUnsafeBytes { bytes in
      var values: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      // A value without bytes needs an address, too: without one it is NULL.
      let start = bytes.baseAddress ?? UnsafeRawPointer(handle)
      for (place, length) in parameters.places {
        let value = length < 0 ? nil : start + place
        values.append(value?.assumingMemoryBound(to: CChar.self))
        lengths.append(Int32(max(0, length)))
      }
      return cpg_run(handle, statement.rawValue, Int32(values.count), values, lengths)
    }
    guard code == 0 else { throw broken() }
    pending.append(statement.locks ? .lock(take) : .command(take))
  }

  /// Runs a command, and calls `body` with its rows.
  func rows<R>(
    _ statement: Statement, _ parameters: Parameters = Parameters(),
    _ body: (Rows) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    var result: Result<R, WalletError>?
    do throws(WalletError) {
      try queue(statement, parameters)
      try endPipeline()
      while pending.count > 2 { try takeResult() }
      try takeResult { rows in
        result = Result { () throws(WalletError) in try body(rows) }
      }
      try takeResult()
    } catch {
      // In a transaction, its end does this. The next command shall not get this failure.
      if !isOpen, !isBroken { try? sync() }
      throw error
    }
    guard let result else { throw failure ?? PostgresFailure.lost }
    return try result.get()
  }

  /// Waits until everything that was queued is done.
  ///
  /// - Throws: The first failure, which is kept until the end of the transaction.
  func flush() throws(WalletError) {
    try endPipeline()
    while !pending.isEmpty { try takeResult() }
  }

  /// Sends what was queued.
  private func endPipeline() throws(WalletError) {
    sent = IssuerClock.system.boot()
    guard cpg_sync(handle) == 0 else { throw broken() }
    pending.append(.end)
  }

  /// Reads the result of the oldest command. A failure is kept until the end of the transaction.
  private func takeResult(_ body: (Rows) -> Void = { _ in }) throws(WalletError) {
    guard let result = cpg_next(handle, Self.patience) else { throw broken() }
    defer { cpg_clear(result) }
    let owed = pending.removeFirst()
    if case .lock = owed {
      contention.addLock(milliseconds: IssuerClock.system.boot() - sent)
    }
    switch cpg_kind(result) {
    case CPG_SYNC: guard case .end = owed else { throw broken() }
    case CPG_ROWS, CPG_DONE:
      // The server does not know of a failure that `take` has found.
      switch owed {
      case .command(let take), .lock(let take): if failure == nil { failure = take(Rows(result)) }
      case .prepared, .end: break
      }
      body(Rows(result))
    case CPG_SKIPPED: failure = failure ?? PostgresFailure.lost
    default:
      let state = String(cString: cpg_state(result))
      if PostgresFailure.isConflict(state) { contention.addConflict() }
      failure = failure ?? PostgresFailure.error(state)
    }
    if let failure { throw failure }
  }

  /// Takes the results of everything that was queued. A failure is kept.
  private func drain() throws(WalletError) {
    try endPipeline()
    while !pending.isEmpty {
      do throws(WalletError) {
        try takeResult()
      } catch {
        if isBroken { throw error }
      }
    }
  }

  /// Waits until everything that was queued is done.
  private func sync() throws(WalletError) {
    try drain()
    let result = failure
    failure = nil
    if let result { throw result }
  }

  /// Runs commands without parameters outside of the pipeline, and calls `body` with the rows of the
  /// last one as texts.
  @discardableResult
  func execute<R>(_ sql: String, _ body: (Rows) -> R = { _ in }) throws(WalletError) -> R {
    if !pending.isEmpty { try sync() }
    guard !isBroken else { throw PostgresFailure.lost }
    guard let result = cpg_execute(handle, sql, 10 * Self.patience) else { throw broken() }
    defer { cpg_clear(result) }
    let state = String(cString: cpg_state(result))
    guard state.isEmpty else { throw PostgresFailure.error(state) }
    return body(Rows(result))
  }

  /// Sees to it that the keys of the database stay as they are until the connection is closed.
  /// While they are being replaced, it waits.
  ///
  /// - Throws: `PostgresFailure.otherKeys` if the database does not have this header.
  func holdKeys(of header: VaultHeader) throws(WalletError) {
    try rows(.holdKeys) { _ in }
    let isSame = try rows(.header) { rows in
      rows.count == 1 && header.bytes.elementsEqual(rows.bytes(0, 0) ?? .empty)
    }
    guard isSame else { throw PostgresFailure.otherKeys }
  }

  /// Waits for a notification. False: the time has passed.
  func waitForNotification(milliseconds: Int32) throws(WalletError) -> Bool {
    switch cpg_wait_notified(handle, milliseconds) {
    case 1: return true
    case 0: return false
    default: throw broken()
    }
  }
}

// Transactions.
extension Connection {
  func begin(readOnly: Bool) throws(WalletError) {
    try queue(readOnly ? .beginReading : .begin)
    isOpen = true
  }

  /// - Throws: `PostgresFailure.unknown` if the answer was lost.
  func commit() throws(WalletError) {
    // The server does not know of all failures.
    if let failure {
      rollBack()
      throw failure
    }
    try queue(.commit)
    do throws(WalletError) {
      try sync()
      isOpen = false
    } catch {
      if isBroken { throw PostgresFailure.unknown }
      // The server has rolled back, or COMMIT was skipped.
      rollBack()
      throw error
    }
  }

  /// Ends a transaction that has changed nothing, without waiting for the server.
  func endReading() {
    guard isOpen, !isBroken else { return }
    if failure != nil { return rollBack() }
    isOpen = false
    do throws(WalletError) {
      try queue(.commit)
      try endPipeline()
    } catch {
      isBroken = true
    }
  }

  func rollBack() {
    guard isOpen, !isBroken else { return }
    isOpen = false
    // What was queued may have failed.
    try? sync()
    guard !isBroken else { return }
    do throws(WalletError) {
      try queue(.rollback)
      try sync()
    } catch {
      isBroken = true
    }
  }
}

/// The rows of a result. They are valid until the call that gave them returns.
struct Rows {
  private let result: OpaquePointer
  let count: Int

  init(_ result: OpaquePointer) {
    self.result = result
    count = Int(cpg_rows(result))
  }

  /// nil: it is NULL.
  func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    var length: Int32 = 0
    guard let start = cpg_value(result, Int32(row), Int32(column), &length) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(length))
  }

  /// An integer of 2, 4 or 8 bytes.
  func integer(_ row: Int, _ column: Int) -> Int64 {
    guard let bytes = bytes(row, column) else { return 0 }
    switch bytes.count {
    case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: return 0
    }
  }

  func text(_ row: Int, _ column: Int) -> String {
    String(
      decoding: bytes(row, column) ?? UnsafeRawBufferPointer(start: nil, count: 0), as: UTF8.self)
  }
}

/// The texts as a list of C strings that ends with NULL.
private func withStrings<R>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R
) -> R {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    bytes += text.utf8CString
  }
  return bytes.withUnsafeBufferPointer { bytes in
    var pointers = starts.map { bytes.baseAddress?.advanced(by: $0) }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { list in
      guard let first = list.baseAddress else { preconditionFailure("the list ends with NULL") }
      return body(first)
    }
  }
}
