import Glibc
package import Issuer
import SealedRecords
import Threads
package import WalletAPI
package import WalletModel

/// A ledger in a PostgreSQL database, which any number of servers may use at the same time.
///
/// Thread-safe: each transaction has a connection of its own. Changes of one customer are made one
/// after the other, changes of different customers at the same time.
package final class PostgresLedger: CustomerLedger, SharedLedger, @unchecked Sendable {
  package let owner: CustomerID
  package var keys: IssuerKeys { recordKeys.issuer }
  package var concern: Reason? { nil }
  /// Changes of other servers come as news.
  package var watchedFile: String? { nil }

  let pool: ConnectionPool
  let recordKeys: RecordKeys
  let header: VaultHeader
  let numbers = CustomerNumbers()
  private let announcer: NewsAnnouncer
  let newsPosition = Locked(NewsPosition())
  /// That of `newsPosition`, for which nobody has to wait.
  let timeline = Locked("")
  let listener: NewsListener
  let clockOffset: Locked<ClockOffset>
  /// The number of the customer that was checked last.
  private let checked = Locked<Int64>(0)

  /// - Parameter keys: Derived from the data key.
  init(_ pool: ConnectionPool, _ keys: RecordKeys, _ header: VaultHeader) throws(WalletError) {
    self.pool = pool
    self.header = header
    announcer = NewsAnnouncer(pool.address)
    listener = NewsListener(pool.address)
    let connection = try pool.take()
    defer { pool.release(connection) }
    (owner, recordKeys) = try Self.inTransaction(connection, keys, header, isWriting: false) {
      transaction throws(WalletError) in
      let store = transaction.rowStore(1)
      guard let owner = try store.customerID(1) else {
        throw WalletError(
          .vaultDamaged,
          details: [
            .text("The customer's record is missing.", "Der Datensatz des Kunden fehlt.")
          ])
      }
      return (owner, try store.ledgerKeys(keys, header))
    }.result
    // They have the keys from before.
    connection.stores = nil
    clockOffset = Locked(try Self.measureClock(connection))
  }

  deinit { close() }

  /// Closes the connections. Later calls are refused.
  package func close() {
    announcer.stop()
    pool.close()
  }

  package func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R)
    throws(WalletError) -> R
  { try transaction(isWriting: false) { transaction throws(WalletError) in try body(transaction) } }

  package func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R)
    throws(WalletError) -> R
  { try transaction(isWriting: true) { transaction throws(WalletError) in try body(transaction) } }

  func transaction<R>(
    isWriting: Bool, _ body: (PostgresTransaction) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let connection = try pool.take()
    defer { pool.release(connection) }
    let (result, hasNews) = try Self.inTransaction(
      connection, recordKeys, header, numbers, isWriting: isWriting, body)
    if hasNews { announcer.announce() }
    return result
  }

  /// - Throws: What `body` throws; then nothing was changed. `PostgresFailure.unknown` if the answer
  ///   to the commit was lost.
  static func inTransaction<R>(
    _ connection: Connection, _ keys: RecordKeys, _ header: VaultHeader,
    _ numbers: CustomerNumbers = CustomerNumbers(), isWriting: Bool,
    _ body: (PostgresTransaction) throws(WalletError) -> R
  ) throws(WalletError) -> (result: R, hasNews: Bool) {
    let stores = connection.stores ?? StorePool(header, keys.copy(), numbers)
    connection.stores = stores
    defer { stores.returnAll() }
    let transaction = PostgresTransaction(connection, stores, isWriting: isWriting)
    try connection.begin(readOnly: !isWriting)
    let result: R
    var hasNews = false
    do throws(WalletError) {
      result = try body(transaction)
      try transaction.takeAwaited()
      if isWriting { hasNews = try transaction.finish() }
    } catch {
      connection.rollBack()
      throw error
    }
    if isWriting { try connection.commit() } else { connection.endReading() }
    return (result, hasNews)
  }

  package func add(
    _ profile: CustomerProfile, _ fill: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) {
    try transaction(isWriting: true) { transaction throws(WalletError) in
      try transaction.add(profile)
      try fill(transaction)
    }
  }

  package func knows(_ customer: CustomerID) throws(WalletError) -> Bool {
    var parameters = Parameters()
    parameters.add(recordKeys.tag(of: customer))
    return try ask(.customerNumber, parameters) { $0.count > 0 }
  }

  /// Runs one command outside of a transaction.
  func ask<R>(
    _ statement: Statement, _ parameters: Parameters = Parameters(),
    _ body: (Rows) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let connection = try pool.take()
    defer { pool.release(connection) }
    return try connection.rows(statement, parameters, body)
  }

  package func allCustomers() throws(WalletError) -> [CustomerID] {
    try transaction(isWriting: false) { transaction throws(WalletError) in
      var customers: [CustomerID] = []
      for number in try transaction.customerNumbers() {
        if let customer = try transaction.customerID(number) { customers.append(customer) }
      }
      return customers
    }
  }

  /// Other servers tell their changes as news.
  package func wasChangedElsewhere() -> Bool { false }

  /// The number of the customer's changes. Those of others make no difference.
  package func edition(of customer: CustomerID) throws(WalletError) -> Int64 {
    var parameters = Parameters()
    // To compute it, threads wait for the key.
    parameters.add(numbers.find(customer)?.tag ?? recordKeys.tag(of: customer))
    let edition = try ask(.edition, parameters) { $0.count > 0 ? $0.integer(0, 0) : nil }
    guard let edition else { throw WalletError(.unauthorized) }
    return edition
  }

  /// Checks one customer after the other, once.
  package func backgroundStep() throws(WalletError) -> BackgroundProgress? {
    let last = checked.withLock { $0 }
    let next = try transaction(isWriting: false) { transaction throws(WalletError) in
      try transaction.nextCustomer(after: last)
    }
    guard let next else { return nil }
    let finding = try check(next).findings.first
    checked.withLock { $0 = next }
    // Others need the database, too.
    usleep(Self.microsecondsBetweenChecks)
    return finding.map { .damaged($0.what.at("customer \(next): \($0.place)")) } ?? .more
  }

  private static let microsecondsBetweenChecks: UInt32 = 10_000

  /// Reads all records of the customer with this number, and compares the sums with the root.
  func check(_ number: Int64) throws(WalletError) -> VaultReport {
    try transaction(isWriting: false) { transaction throws(WalletError) in
      try RowCheck.report(try transaction.store(number), recordKeys)
    }
  }
}

extension RowCheck {
  /// Reads all records of a store's customer, and compares the sums with the root.
  static func report(_ store: RowStore, _ keys: RecordKeys) throws(WalletError) -> VaultReport {
    var check = try RowCheck(store, keys, visiting: RecordKind.allCases.filter { $0 != .root }) {
      _ in nil
    }
    while try check.step(1000) {}
    return check.report
  }
}
