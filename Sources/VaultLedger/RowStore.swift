import Glibc
import Issuer
import Secrets
import WalletModel

/// The encrypted rows on one connection, and the root row that summarises them. Used inside a
/// transaction, under the ledger's lock. The lookup key of a row is in the SQL column `look`.
final class RowStore {
  let database: Database
  let cipher: RecordCipher
  /// The root of the running write transaction.
  var root = RootRecord()
  /// Rows that the running write transaction has written or removed.
  var writes = 0

  /// An index of a customer's changes in memory. It is kept, and updated with the changes that
  /// others have appended: see `VaultTransaction+Changes`.
  struct Changes {
    /// The row of an idempotency key, by the first bytes of its tag. A row that was rolled back, or
    /// removed by another process, may still be listed here; the caller compares the row itself.
    var rows: [UInt64: UInt32] = [:]
    /// Rows up to this number are in the index.
    var last: Int64 = -1
    /// nil: not counted yet.
    var count: Int?
    /// nil: not determined yet, or there is none.
    var oldest: (row: RowID, tag: UInt64, made: Moment)?
    /// Other processes may have appended or removed rows.
    var isStale = true
  }
  var changes: [Int64: Changes] = [:]
  /// The tag of the last idempotency key. A change looks for its key first and adds it last.
  var lastTag: (text: String, tag: [UInt8])?

  /// Positioned records that were used in write transactions, by their ids. They are valid until
  /// another process writes, or one of our transactions is rolled back: see `invalidateCaches`.
  var cache: [String: CachedRecord] = [:]

  struct CachedRecord {
    var record: any LedgerRecord
    var row: RowID
    var digest: RowDigest
  }

  /// A row's version, and its share of the hash over all rows.
  struct RowDigest {
    var version: Int64
    var hash: SetHash
  }

  /// Users who lock, unlock and pay use few cards.
  private static let mostCachedRecords = 1000

  func cache(_ record: any LedgerRecord, _ row: RowID, _ digest: RowDigest) {
    if cache.count >= Self.mostCachedRecords { cache = [:] }
    cache[record.recordID] = CachedRecord(record: record, row: row, digest: digest)
  }

  /// To be called when the root has been read again.
  func invalidateCaches() {
    cache = [:]
    added = [:]
    let last = root.numbers[Int(RecordKind.change.rawValue)] - 1
    for (customer, var known) in changes {
      known.isStale = true
      known.last = min(known.last, last)
      changes[customer] = known
    }
  }

  /// Computes the secrets of a demo's cards that have no rows; nil: all secrets have.
  var sample: SampleWallet?

  /// New cards of a demo, by their rows, until they are first read. A demo lists its cards as soon as
  /// they are made, and would decrypt what it has just encrypted.
  var added: [Int64: any LedgerRecord] = [:]

  /// A card of a short page, and the row that it was read from. It is an object, because its parts
  /// would be copied whenever a row is compared, and a record is large.
  private final class OpenedCard {
    let record: CardRecord
    private let version: Int64
    private let box: [UInt8]
    private let lookupKey: [UInt8]

    init(_ record: CardRecord, from row: Row) {
      self.record = record
      version = row.version
      box = Array(row.box)
      lookupKey = row.lookupKey.map { Array($0) } ?? []
    }

    func isFrom(_ row: Row) -> Bool {
      row.version == version && row.box.isSame(as: box)
        && row.lookupKey?.isSame(as: lookupKey) == true
    }
  }
  /// See `card`.
  private var opened: [Int64: OpenedCard] = [:]

  var writer = RecordWriter(capacity: 4096)
  private var plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
  var box = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)

  init(_ database: Database, _ cipher: RecordCipher) {
    self.database = database
    self.cipher = cipher
  }

  deinit {
    writer.free()
    plain.deallocate()
    box.deallocate()
  }

  static let schema = """
    CREATE TABLE header(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE records(id INTEGER PRIMARY KEY, look BLOB, ver INTEGER NOT NULL, box BLOB NOT NULL);
    CREATE TABLE cards(id INTEGER PRIMARY KEY, look BLOB UNIQUE, ver INTEGER NOT NULL,
      box BLOB NOT NULL);
    CREATE TABLE pans(id INTEGER PRIMARY KEY, look BLOB UNIQUE, ver INTEGER NOT NULL,
      box BLOB NOT NULL);
    CREATE TABLE pins(id INTEGER PRIMARY KEY, look BLOB, ver INTEGER NOT NULL, box BLOB NOT NULL);
    CREATE TABLE payments(id INTEGER PRIMARY KEY, look BLOB, ver INTEGER NOT NULL,
      box BLOB NOT NULL);
    CREATE TABLE changes(id INTEGER PRIMARY KEY, look BLOB, ver INTEGER NOT NULL,
      box BLOB NOT NULL);
    CREATE TABLE audit(id INTEGER PRIMARY KEY, look BLOB, ver INTEGER NOT NULL, box BLOB NOT NULL);
    CREATE INDEX records_look ON records(look) WHERE look IS NOT NULL;
    CREATE INDEX payments_look ON payments(look);
    """

  enum Query: Int {
    case get, find, insert, update, replace, delete, last, end, count
    case page, pageBack, pageByKey, pageByKeyBack, queue, countByKey, add
  }

  func statement(_ query: Query, _ kind: RecordKind) throws(WalletError) -> PreparedStatement {
    let table = RecordKind.tables.firstIndex { $0.utf8Start == kind.table.utf8Start } ?? 0
    return try database.statement(query.rawValue * 16 + table, Self.sql(query, "\(kind.table)"))
  }

  private static func sql(_ query: Query, _ table: String) -> String {
    switch query {
    case .get: "SELECT ver, box, look FROM \(table) WHERE id=?1"
    case .find: "SELECT id FROM \(table) WHERE look=?1"
    case .insert: "INSERT INTO \(table)(id, ver, box, look) VALUES(?1, ?2, ?3, ?4)"
    case .add: "INSERT OR IGNORE INTO \(table)(id, ver, box, look) VALUES(?1, ?2, ?3, ?4)"
    case .update: "UPDATE \(table) SET ver=?2, box=?3 WHERE id=?1"
    case .replace: "REPLACE INTO \(table)(id, ver, box, look) VALUES(?1, ?2, ?3, ?4)"
    case .delete: "DELETE FROM \(table) WHERE id=?1"
    case .last: "SELECT max(id) FROM \(table) WHERE id>=?1 AND id<=?2"
    case .end: "SELECT id, ver, box, look FROM \(table) ORDER BY id DESC LIMIT 1"
    case .count: "SELECT count(*) FROM \(table) WHERE id>=?1 AND id<=?2"
    case .page: "\(rows(table)) ORDER BY id LIMIT ?3"
    case .pageBack: "\(rows(table)) ORDER BY id DESC LIMIT ?3"
    case .pageByKey: "\(rows(table)) AND look=?4 ORDER BY id LIMIT ?3"
    case .pageByKeyBack: "\(rows(table)) AND look=?4 ORDER BY id DESC LIMIT ?3"
    // By the numbers, whichever customer has the rows. Only keys are sorted.
    case .queue:
      """
      SELECT id, ver, box, look FROM \(table) WHERE id IN (
        SELECT id FROM \(table) WHERE id>=?1 AND id<=?2 AND look=?4
        ORDER BY id & 0xffffffff LIMIT ?3) ORDER BY id & 0xffffffff
      """
    case .countByKey: "SELECT count(*) FROM \(table) WHERE id>=?1 AND id<=?2 AND look=?3"
    }
  }

  private static func rows(_ table: String) -> String {
    "SELECT id, ver, box, look FROM \(table) WHERE id>=?1 AND id<=?2"
  }
}

// Reading.
extension RowStore {
  /// A row as stored. Its pointers are valid only inside the callback.
  struct Row {
    let id: RowID
    let version: Int64
    let box: UnsafeRawBufferPointer
    let lookupKey: UnsafeRawBufferPointer?
  }

  /// The row's record; nil if it cannot be read.
  func record<R: LedgerRecord>(_ row: Row, of customer: CustomerID) -> R? {
    open(row, of: customer) { reader throws(MalformedRecord) in
      var record = try reader.read(R.self)
      record.place = row.id.number
      return record
    }
  }

  /// The same for a card of a short page, which is kept. It is opened again only if its row is
  /// another one: after each change of any card, the pages of all are read again.
  func card(_ row: Row, of customer: CustomerID) -> CardRecord? {
    if let known = opened[row.id.value], known.isFrom(row) { return known.record }
    guard let new: CardRecord = record(row, of: customer) else { return nil }
    if opened.count >= Self.mostCachedRecords { opened.removeAll(keepingCapacity: true) }
    opened[row.id.value] = OpenedCard(new, from: row)
    return new
  }

  /// The contents of the row's box; nil if they cannot be read.
  func open<T>(
    _ row: Row, of customer: CustomerID = CustomerID(""),
    _ parse: (inout RecordReader) throws(MalformedRecord) -> T
  ) -> T? {
    let count = row.box.count - RecordCipher.overhead
    guard count > 0, count < 1 << 20 else { return nil }
    if plain.count < count {
      plain.deallocate()
      plain = .allocate(byteCount: count, alignment: 8)
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: plain[..<count])
    guard cipher.open(row.box, into: room, row.id, row.version, row.lookupKey) else { return nil }
    var reader = RecordReader(
      UnsafeRawBufferPointer(room), lookupKey: row.lookupKey, customer: customer)
    return try? parse(&reader)
  }

  /// nil if there is no such row. `body` must not read another one.
  func read<T>(_ id: RowID, _ body: (Row) throws(WalletError) -> T?) throws(WalletError) -> T? {
    guard let kind = id.kind else { return nil }
    let statement = try statement(.get, kind)
    defer { statement.reset() }
    statement.bind(1, id.value)
    guard try statement.step() else { return nil }
    return try body(
      Row(
        id: id, version: statement.integer(0), box: statement.blob(1),
        lookupKey: statement.isNull(2) ? nil : statement.blob(2)))
  }

  /// A secret, which is decrypted into locked memory.
  func secret(_ id: RowID) throws(WalletError) -> Secret? {
    try read(id) { row throws(WalletError) in
      guard let kind = id.kind, let secret = open(secret: row, kind) else {
        throw (id.kind ?? .root).damaged
      }
      return secret
    }
  }

  private func open(secret row: Row, _ kind: RecordKind) -> Secret? {
    guard row.box.count == kind.padding + RecordCipher.overhead else { return nil }
    var isOpen = false
    let padded = SecretBytes(count: kind.padding) {
      isOpen = cipher.open(row.box, into: $0, row.id, row.version, row.lookupKey)
    }
    return padded.withBytes { bytes in
      guard isOpen, Int(bytes[0]) < bytes.count else { return nil }
      return Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[1..<1 + Int(bytes[0])]))
    }
  }

  /// The row's lookup key. The box is not opened.
  func lookupKey(of id: RowID) throws(WalletError) -> [UInt8]? {
    try read(id) { row in row.lookupKey.map { Array($0) } }
  }

  func find(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError) -> RowID? {
    let statement = try statement(.find, kind)
    defer { statement.reset() }
    statement.bind(1, lookupKey)
    return try statement.step() ? RowID(statement.integer(0)) : nil
  }

  /// Calls `visit` for the rows in this range of keys, in order or backwards; with a `lookupKey`
  /// only for those that have it, and those of several customers in the order of their numbers.
  /// Stops when `visit` returns false.
  func visit(
    _ kind: RecordKind, from first: RowID, through last: RowID,
    lookupKey: UnsafeRawBufferPointer? = nil,
    backwards: Bool = false, limit: Int, _ visit: (Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    let query: Query =
      if lookupKey == nil {
        backwards ? .pageBack : .page
      } else if first.customer != last.customer {
        .queue
      } else {
        backwards ? .pageByKeyBack : .pageByKey
      }
    let statement = try statement(query, kind)
    statement.bind(1, first.value)
    statement.bind(2, last.value)
    statement.bind(3, Int64(limit))
    if let lookupKey { statement.bind(4, lookupKey) }
    try each(statement, visit)
  }

  /// The highest number of the customer's rows of this kind; nil: there are none.
  func last(_ kind: RecordKind, of customer: Int64) throws(WalletError) -> Int64? {
    let statement = try statement(.last, kind)
    defer { statement.reset() }
    statement.bind(1, RowID(kind, customer: customer, 0).value)
    statement.bind(2, RowID(kind, customer: customer, 0xffff_ffff).value)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return RowID(statement.integer(0)).number
  }

  /// Counts the rows of a customer, or of all, by reading their keys; with a `lookupKey` only those
  /// that have it.
  func count(
    _ kind: RecordKind, of customer: Int64?, lookupKey: UnsafeRawBufferPointer? = nil
  ) throws(WalletError) -> Int {
    let statement = try statement(lookupKey == nil ? .count : .countByKey, kind)
    defer { statement.reset() }
    statement.bind(1, RowID(kind, customer: customer ?? 0, 0).value)
    statement.bind(2, RowID(kind, customer: customer ?? 0xff_ffff, 0xffff_ffff).value)
    if let lookupKey { statement.bind(3, lookupKey) }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  func each(
    _ statement: PreparedStatement, _ visit: (Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    defer { statement.reset() }
    while try statement.step() {
      let row = Row(
        id: RowID(statement.integer(0)), version: statement.integer(1), box: statement.blob(2),
        lookupKey: statement.isNull(3) ? nil : statement.blob(3))
      if try !visit(row) { return }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func isSame(as bytes: [UInt8]) -> Bool {
    guard count == bytes.count, let start = baseAddress else { return false }
    return memcmp(start, bytes, count) == 0
  }
}
