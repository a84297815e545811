import Issuer
package import SealedRecords
package import Secrets
import WalletAPI
package import WalletModel

/// All rows of a database at one moment, and what opens them.
package struct DatabaseRows {
  package let header: VaultHeader
  package let slots: KeySlots
  /// What has sealed the rows.
  package let keys: RecordKeys
  let transaction: PostgresTransaction

  /// Copies all customers into an empty store with the same keys, and sets its root. The entries of
  /// all audit logs follow each other in one, customer after customer.
  ///
  /// - Returns: How many customers there are.
  /// - Throws: `.vaultDamaged`, with the customer's id.
  package func copy(into target: RowStore) throws(WalletError) -> Int {
    var changes: Int64 = 0
    var owner: CustomerID?
    let count = try transaction.forEachCustomer(keys) {
      customer, number, rows throws(WalletError) in
      changes = max(changes, rows.root.counter)
      let entries = rows.root.count(.audit)
      if let owner, entries > 0 {
        try RecordTransaction(store: target, keys: keys, customers: [owner: 1]).put(
          AuditEntry.done("exportDatabase", "customer \(customer): \(entries) entries follow"),
          of: owner)
      }
      owner = owner ?? customer
      try target.copy(number, from: rows, auditOwner: 1)
    }
    target.root.counter = changes
    return count
  }
}

extension AuditEntry {
  /// Something that was done to all customers.
  static func done(_ action: String, _ note: String) -> AuditEntry {
    AuditEntry(
      time: IssuerClock.system.now(), phase: .done, action: action, lastFour: "", sessionID: "",
      deviceID: "", note: note)
  }
}

extension PostgresStore {
  /// Calls `body` with all rows of a database as they are at one moment. Servers may change them
  /// meanwhile.
  package static func withRows<R>(
    of address: DatabaseAddress, secret: Secret,
    _ body: (DatabaseRows) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let connection = try Connection(address)
    try connection.allowPauses()
    let (header, slots, keys) = try unlock(connection, secret)
    try connection.holdKeys(of: header)
    return try PostgresLedger.inTransaction(connection, keys, header, isWriting: false) {
      transaction throws(WalletError) in
      try body(DatabaseRows(header: header, slots: slots, keys: keys, transaction: transaction))
    }.result
  }

  /// Replaces the data key, and all keys that are derived from it except `RecordKeys.kept`. All
  /// records are sealed again, in one transaction: whenever this is interrupted, the old or the new
  /// state is there. Afterwards only `newSecret` opens the database. Servers that are started
  /// meanwhile wait for some seconds, and then end.
  ///
  /// - Returns: How many customers there are.
  /// - Throws: `.vaultBusy` if a server is connected, `.vaultDamaged` with the customer's id,
  ///   `.configuration` if the role is not the owner's.
  package static func rotateKeys(
    of address: DatabaseAddress, secret: Secret, newSecret: Secret
  ) throws(WalletError) -> Int {
    let connection = try Connection(address)
    try connection.allowPauses()
    try connection.execute("SELECT pg_advisory_lock(\(lockNumber))")
    try connection.takeKeys()
    let (header, _, keys) = try unlock(connection, secret)
    var newHeader = VaultHeader.new(header.kdf)
    newHeader.epoch = header.epoch + 1
    let (slot, newKeys) = try newKeys(for: newSecret, newHeader)
    // The rows as they were are read on a connection of its own, while this one replaces them.
    let reading = try Connection(address)
    try reading.allowPauses()
    return try PostgresLedger.inTransaction(reading, keys, header, isWriting: false) {
      old throws(WalletError) in
      try PostgresLedger.inTransaction(connection, newKeys, newHeader, isWriting: true) {
        new throws(WalletError) in
        let count = try old.forEachCustomer(keys) { customer, number, rows throws(WalletError) in
          try new.replace(customer, number, by: rows, keeping: header.epoch == 1 ? keys : nil)
        }
        // What is found by keyed hashes, or sealed, and needed for a short time only.
        try connection.execute("TRUNCATE news, bucket; DELETE FROM header")
        try write(newHeader, [(1, slot)], connection)
        return count
      }.result
    }.result
  }
}

extension Connection {
  /// While one connection works for a large customer, another one waits in its transaction.
  fileprivate func allowPauses() throws(WalletError) {
    try execute("SET idle_in_transaction_session_timeout = '10min'")
  }

  /// Keeps others from using the keys until the connection is closed.
  ///
  /// - Throws: `.vaultBusy` if somebody uses them. A server that has just ended is waited for.
  fileprivate func takeKeys() throws(WalletError) {
    do throws(WalletError) {
      try execute(
        "SET lock_timeout = '1s'; SELECT pg_advisory_lock(\(Statement.keysLock)); RESET lock_timeout"
      )
    } catch {
      guard error.code == .vaultBusy else { throw error }
      throw WalletError(
        .vaultBusy,
        .text("Servers are connected to the database", "Server sind mit der Datenbank verbunden"),
        advice: .text(
          "End all walletd that use it, then try again.",
          "Beenden Sie alle walletd, die sie benutzen, und versuchen Sie es noch einmal."))
    }
  }
}

extension PostgresTransaction {
  /// Replaces a customer's rows by copies that are sealed with this transaction's keys.
  ///
  /// - Parameter keys: Whose `kept` are added; nil: they are among the rows.
  fileprivate func replace(
    _ customer: CustomerID, _ number: Int64, by rows: RowStore, keeping keys: RecordKeys?
  ) throws(WalletError) {
    try connection.execute(
      """
      DELETE FROM record WHERE customer = \(number);
      DELETE FROM customer WHERE number = \(number)
      """)
    try add(customer, number, changes: rows.root.counter) { store throws(WalletError) in
      try store.copy(number, from: rows, auditOwner: number)
      guard number == 1 else { return }
      if let keys { try store.put(RowStore.keptKeys, isNew: true, secret: keys.kept) }
      try RecordTransaction(store: store, keys: stores.keys, customers: [customer: 1]).put(
        AuditEntry.done("rotateKeys", "all records were sealed again"), of: customer)
    }
  }

  /// Compares the rows of each customer with the root, and then calls `body` with them. Memory does
  /// not depend on the number of customers.
  ///
  /// - Returns: How many customers there are.
  /// - Throws: `.vaultDamaged`, with the customer's id.
  fileprivate func forEachCustomer(
    _ keys: RecordKeys, _ body: (CustomerID, Int64, RowStore) throws(WalletError) -> Void
  ) throws(WalletError) -> Int {
    var (count, last) = (0, Int64(0))
    while let number = try nextCustomer(after: last) {
      let rows = try store(number)
      defer { stores.returnLast() }
      let customer = try? rows.customerID(number)
      let findings = try RowCheck.report(rows, keys).findings
      guard let customer, findings.isEmpty, number == 1 || count > 0 else {
        let name = customer?.rawValue ?? "number \(number)"
        throw PostgresStore.damaged(findings.map { $0.what.at("customer \(name): \($0.place)") })
      }
      rows.root = try rows.readRoot()
      try body(customer, number, rows)
      (count, last) = (count + 1, number)
    }
    guard count > 0 else { throw PostgresStore.damaged([.storage(.missing)]) }
    return count
  }
}
