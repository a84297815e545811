import CSodium
import Issuer
package import SealedRecords
package import Secrets
package import WalletAPI
package import WalletModel

/// Databases that hold the wallets of many customers, sealed like a vault.
package enum PostgresStore {
  /// Makes the tables, or adds what an older version lacks. Servers that are running go on.
  ///
  /// - Returns: The versions before and after; 0: there were no tables.
  @discardableResult
  package static func migrate(_ address: DatabaseAddress)
    throws(WalletError) -> (from: Int, to: Int)
  {
    let connection = try Connection(address, preparing: [])
    // Of two migrations at the same time, the second one finds the tables of the first. Held until
    // the connection is closed.
    try connection.execute("SELECT pg_advisory_lock(\(lockNumber))")
    let from = try version(connection)
    guard from < Schema.version else { return (from, from) }
    for version in (from + 1)...Schema.version {
      try connection.execute(
        """
        BEGIN;
        SET LOCAL lock_timeout = '5s';
        \(Schema.migrations[version - 1])
        UPDATE schema_version SET version = \(version);
        COMMIT;
        """)
    }
    return (from, Schema.version)
  }

  /// The advisory lock of migrations: "WLUI".
  static let lockNumber = 0x574C_5549

  private static func version(_ connection: Connection) throws(WalletError) -> Int {
    let isThere = try connection.execute("SELECT to_regclass('schema_version') IS NOT NULL") {
      $0.text(0, 0) == "t"
    }
    guard isThere else { return 0 }
    let (version, oldest) = try connection.execute("SELECT version, oldest FROM schema_version") {
      (Int($0.text(0, 0)) ?? 0, Int($0.text(0, 1)) ?? 0)
    }
    // What is newer than this program, and not made for it.
    guard oldest <= Schema.version else { throw WalletError(.vaultNewer) }
    return version
  }

  /// Makes the tables and the first customer.
  ///
  /// - Parameters:
  ///   - kdf: The cost of the passphrase.
  ///   - sample: Whether the first customer gets the sample cards.
  ///   - profile: The first customer; nil: one without a name.
  /// - Throws: `.vaultExists` if the database has a header.
  package static func create(
    at address: DatabaseAddress, passphrase: Secret, kdf: KDFParameters = .standard,
    sample isSample: Bool = false, profile: CustomerProfile? = nil
  ) throws(WalletError) {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let header = VaultHeader.new(kdf)
    let (slot, keys) = try newKeys(for: passphrase, header)
    let connection = try emptyDatabase(address)
    let sample = SampleWallet(clock: .system)
    let owner = profile ?? (isSample ? sample.profile : sample.blankProfile)
    _ = try PostgresLedger.inTransaction(
      try Connection(address), keys, header, isWriting: true
    ) { transaction throws(WalletError) in
      try transaction.add(owner)
      if isSample {
        try sample.fill(transaction, keys.issuer, owner)
      } else {
        try sample.fillBlank(transaction, owner)
      }
    }
    try write(header, [(1, slot)], connection)
  }

  /// A new data key.
  static func newKeys(for passphrase: Secret, _ header: VaultHeader)
    throws(WalletError) -> (KeySlot, RecordKeys)
  {
    let data = Secret(count: 32) { if let key = $0.baseAddress { randombytes_buf(key, 32) } }
    defer { data.wipe() }
    let slot = try KeySlot(
      wrapping: data, secret: passphrase, label: "", made: IssuerClock.system.now(), header)
    return (slot, RecordKeys(data: data))
  }

  /// The tables without rows. What an attempt that was interrupted has left is removed. Others wait
  /// until the connection is closed.
  ///
  /// - Throws: `.vaultExists` if there is a header, which is written last.
  private static func emptyDatabase(_ address: DatabaseAddress) throws(WalletError) -> Connection {
    try migrate(address)
    let connection = try Connection(address, preparing: [])
    try connection.execute("SELECT pg_advisory_lock(\(lockNumber))")
    let count = try connection.execute("SELECT count(*) FROM header") { $0.text(0, 0) }
    guard count == "0" else {
      throw WalletError(
        .vaultExists, .text("The database is in use already", "Die Datenbank wird schon benutzt"),
        advice: .text("Make another database.", "Legen Sie eine andere Datenbank an."))
    }
    try connection.execute("TRUNCATE customer, record, news")
    return connection
  }

  static func write(
    _ header: VaultHeader, _ slots: [(Int64, KeySlot)], _ connection: Connection
  ) throws(WalletError) {
    var rows: [(id: Int64, body: [UInt8])] = [(0, header.bytes)]
    for (number, slot) in slots { rows.append((number, slot.bytes)) }
    let values = rows.map { "(\($0.id), '\\x\(Hex.encode($0.body))')" }.joined(separator: ", ")
    try connection.execute("INSERT INTO header(id, body) VALUES \(values)")
  }

  /// Copies all wallets of a vault into an empty database. The secrets that open the vault open the
  /// database, too. Nobody can open it before everything is there.
  ///
  /// - Throws: `.vaultExists` if the database is in use.
  package static func copy(_ rows: SealedRows, to address: DatabaseAddress) throws(WalletError) {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let connection = try emptyDatabase(address)
    let customers = rows.customers.sorted { $0.value < $1.value }
    rows.store.root = try rows.store.readRoot()
    let writing = try Connection(address)
    for (customer, number) in customers {
      _ = try PostgresLedger.inTransaction(
        writing, rows.keys, rows.header, isWriting: true
      ) { transaction throws(WalletError) in
        // The numbers of changes go on, so that the vault never looks newer than a later export.
        try transaction.add(customer, number, changes: rows.store.root.counter) {
          store throws(WalletError) in
          try store.copy(
            number, from: rows.store, rootPlace: rows.rootPlace, auditOwner: number)
        }
      }
    }
    try write(rows.header, rows.slots.slots.map { (number, slot) in (number, slot) }, connection)
  }

  /// Reads every record of every customer, and compares the sums with the roots. Each customer is
  /// read in one state. Servers may change others meanwhile.
  ///
  /// - Returns: What was found, with the customer's number in front of each place.
  package static func check(_ address: DatabaseAddress, secret: Secret)
    throws(WalletError) -> VaultReport
  {
    let ledger = try open(at: address, secret: secret, connections: 1)
    defer { ledger.close() }
    var sum = VaultReport()
    let numbers = try ledger.transaction(isWriting: false) { transaction throws(WalletError) in
      try transaction.customerNumbers()
    }
    for number in numbers {
      let report = try ledger.check(number)
      sum.findings += report.findings.map {
        VaultReport.Finding($0.what, at: "customer \(number): \($0.place)")
      }
      sum.cards += report.cards
      sum.records += report.records
      sum.auditEntries += report.auditEntries
    }
    return sum
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - secret: A passphrase, or the line of a key file.
  ///   - connections: How many transactions may run at the same time.
  ///   - notice: Takes why a connection could not be opened later.
  /// - Throws: `.vaultNotAVault` if it has no tables, `.vaultPassphrase`, `.unavailable`.
  package static func open(
    at address: DatabaseAddress, secret: Secret, connections: Int = 16,
    notice: (@Sendable (String) -> Void)? = nil
  ) throws(WalletError) -> PostgresLedger {
    let (header, _, keys) = try unlock(try Connection(address, preparing: []), secret)
    return try PostgresLedger(
      ConnectionPool(address, header, most: connections, notice: notice), keys, header)
  }

  /// - Returns: Also the keys that are derived from the data key.
  static func unlock(_ connection: Connection, _ secret: Secret)
    throws(WalletError) -> (VaultHeader, KeySlots, RecordKeys)
  {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let (header, slots) = try header(connection)
    let (_, data) = try slots.open(secret, header)
    defer { data.wipe() }
    return (header, slots, RecordKeys(data: data))
  }

  private static func header(_ connection: Connection)
    throws(WalletError) -> (VaultHeader, KeySlots)
  {
    guard try version(connection) > 0 else { throw noWallets }
    let rows = try connection.execute("SELECT id, encode(body, 'hex') FROM header ORDER BY id") {
      rows in
      (0..<rows.count).map { (Int64(rows.text($0, 0)) ?? -1, Hex.decode(rows.text($0, 1)) ?? []) }
    }
    var slots = KeySlots()
    var header: VaultHeader?
    for (id, bytes) in rows {
      if id == 0 {
        header = try bytes.withUnsafeBytes { bytes in
          Result { () throws(WalletError) in try VaultHeader(bytes) }
        }.get()
      } else {
        bytes.withUnsafeBytes { slots.add(id, $0) }
      }
    }
    guard let header else { throw noWallets }
    return (header, slots)
  }

  /// - Parameter details: What is damaged, and where.
  package static func damaged(_ details: [Reason]) -> WalletError {
    WalletError(
      .vaultDamaged, .verbatim("The database is damaged"), details: details,
      advice: .verbatim("Restore a backup: see docs/cluster.md."))
  }

  private static let noWallets = WalletError(
    .vaultNotAVault,
    .text("The database has no wallets", "Die Datenbank hat keine Wallets"),
    advice: .text("`walletd db init` makes it ready.", "`walletd db init` bereitet sie vor."))
}

extension PostgresTransaction {
  /// nil: there is none.
  func nextCustomer(after number: Int64) throws(WalletError) -> Int64? {
    var parameters = Parameters()
    parameters.add(Int32(number))
    return try connection.rows(.nextCustomer, parameters) { rows in
      rows.count > 0 ? rows.integer(0, 0) : nil
    }
  }

  func customerNumbers() throws(WalletError) -> [Int64] {
    try connection.rows(.allCustomers) { rows in (0..<rows.count).map { rows.integer($0, 0) } }
  }
}
