package import Issuer
package import Secrets
import WalletAPI
package import WalletModel

/// The encrypted rows on one connection, and the root row that summarises them. Used inside a
/// transaction, under the ledger's lock. The lookup key of a row is in the SQL column `look`.
package final class RowStore {
  /// Where the rows are.
  package let table: any RowTable
  package let cipher: RecordCipher
  /// How the rows of records with an id are found.
  package let idForm: IDForm

  /// What a row that is found by its record's id has as its lookup key.
  package enum IDForm: Sendable {
    /// The id itself, which is not in the box.
    case plain
    /// A hash of kind, customer and id with this key. The id is in the box, before the record.
    case hashed(Secret)
  }
  /// The root of the running write transaction.
  package var root = RootRecord()
  /// The key that the root's box is bound to.
  package var rootID = RootRecord.id
  /// What else it is bound to; nil: nothing.
  package var rootKey: [UInt8]?
  /// Rows that the running write transaction has written or removed.
  package var writes = 0

  /// An index of a customer's changes in memory. It is kept, and updated with the changes that
  /// others have appended: see `RecordTransaction+Changes`.
  package struct Changes {
    package init() {}
    /// The row of an idempotency key, by the first bytes of its tag. A row that was rolled back, or
    /// removed by another process, may still be listed here; the caller compares the row itself.
    package var rows: [UInt64: UInt32] = [:]
    /// Rows up to this number are in the index.
    package var last: Int64 = -1
    /// nil: not counted yet.
    package var count: Int?
    /// nil: not determined yet, or there is none.
    package var oldest: (row: RowID, tag: UInt64, made: Moment)?
    /// Other processes may have appended or removed rows.
    package var isStale = true
  }
  package var changes: [Int64: Changes] = [:]

  /// Positioned records that were used in write transactions, by their ids. They are valid until
  /// another process writes, or one of our transactions is rolled back: see `invalidateCaches`.
  package var cache: [String: CachedRecord] = [:]

  package struct CachedRecord {
    package var record: any LedgerRecord
    package var row: RowID
    package var digest: RowDigest
  }

  /// A row's version, and its share of the hash over all rows.
  package struct RowDigest {
    package var version: Int64
    package var hash: SetHash
  }

  /// Users who lock, unlock and pay use few cards.
  private static let mostCachedRecords = 1000

  package func cache(_ record: any LedgerRecord, _ row: RowID, _ digest: RowDigest) {
    if cache.count >= Self.mostCachedRecords { cache = [:] }
    cache[record.recordID] = CachedRecord(record: record, row: row, digest: digest)
  }

  /// To be called when the root has been read again.
  package func invalidateCaches() {
    cache = [:]
    let last = root.numbers[Int(RecordKind.change.rawValue)] - 1
    changes = changes.mapValues { known in
      var known = known
      known.isStale = true
      known.last = min(known.last, last)
      return known
    }
  }

  package var writer = RecordWriter(capacity: 4096)
  private var plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
  package var box = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)

  package init(_ table: any RowTable, _ cipher: RecordCipher, ids idForm: IDForm = .plain) {
    self.table = table
    self.cipher = cipher
    self.idForm = idForm
  }

  deinit {
    writer.free()
    plain.deallocate()
    box.deallocate()
  }
}

// Reading.
extension RowStore {
  /// A row as stored. Its pointers are valid only inside the callback.
  package struct Row {
    package let id: RowID
    package let version: Int64
    package let box: UnsafeRawBufferPointer
    package let lookupKey: UnsafeRawBufferPointer?
    package init(
      id: RowID, version: Int64, box: UnsafeRawBufferPointer, lookupKey: UnsafeRawBufferPointer?
    ) {
      self.id = id
      self.version = version
      self.box = box
      self.lookupKey = lookupKey
    }
  }

  /// The row's record; nil if it cannot be read.
  package func record<R: LedgerRecord>(_ row: Row, of customer: CustomerID) -> R? {
    open(row, of: customer) { reader throws(MalformedRecord) in
      if case .hashed = idForm, R.keying.isByID { try reader.takeID() }
      var record = try reader.read(R.self)
      record.place = row.id.number
      return record
    }
  }

  /// The contents of the row's box; nil if they cannot be read.
  package func open<T>(
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
  package func read<T>(_ id: RowID, _ body: (Row) throws(WalletError) -> T?) throws(WalletError)
    -> T?
  {
    var result: T?
    try table.read(id) { row throws(WalletError) in result = try body(row) }
    return result
  }

  /// A secret, which is decrypted into locked memory.
  package func secret(_ id: RowID) throws(WalletError) -> Secret? {
    try read(id) { row throws(WalletError) in
      guard let kind = id.kind, let secret = open(secret: row, kind) else {
        throw (id.kind ?? .root).damaged
      }
      return secret
    }
  }

  func open(secret row: Row, _ kind: RecordKind) -> Secret? {
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

  /// The id of the customer with this number; nil: there is none, or it cannot be read.
  package func customerID(_ number: Int64) throws(WalletError) -> CustomerID? {
    try read(RowID(.customer, number)) { row throws(WalletError) in
      let profile: CustomerProfile? = record(row, of: CustomerID(""))
      return profile?.customerID
    }
  }

  /// Where the keys are that stayed when the data key was replaced.
  package static let keptKeys = RowID(.keptKeys, customer: 1, 0)

  /// The keys of a ledger on these rows.
  ///
  /// - Parameter keys: Derived from the data key. They have sealed the rows.
  package func ledgerKeys(_ keys: RecordKeys, _ header: VaultHeader) throws(WalletError)
    -> RecordKeys
  {
    guard header.epoch > 1 else { return keys }
    guard let kept = try secret(Self.keptKeys), let all = RecordKeys(keys, keeping: kept) else {
      throw RecordKind.keptKeys.damaged
    }
    return all
  }

  /// The id of the record in a row that is found by it.
  package func recordID(at id: RowID) throws(WalletError) -> String? {
    try read(id) { row throws(WalletError) in
      switch idForm {
      case .plain: row.lookupKey.map { String(decoding: $0, as: UTF8.self) }
      case .hashed:
        open(row) { reader throws(MalformedRecord) in
          try reader.takeID()
          return reader.id
        }
      }
    }
  }

  /// The id of the record in a row that cannot be read, as far as it is known.
  package func name(of row: Row) -> String {
    guard case .plain = idForm, let id = row.lookupKey else { return "damaged-\(row.id.number)" }
    return String(decoding: id, as: UTF8.self)
  }

  /// Calls `body` with the lookup key of the record with this id.
  package func withLookupKey<T>(
    _ kind: RecordKind, _ id: String, of customer: Int64,
    _ body: (UnsafeRawBufferPointer) throws(WalletError) -> T
  ) throws(WalletError) -> T {
    guard case .hashed(let key) = idForm else { return try withBytes(of: id, body) }
    let name = [UInt8]("id \(kind.rawValue) \(customer) \(id)".utf8)
    return try withBytes(of: Hash.bytes(16, of: name, key: key), body)
  }

  /// The row's lookup key. The box is not opened.
  package func lookupKey(of id: RowID) throws(WalletError) -> [UInt8]? {
    try read(id) { row in row.lookupKey.map { Array($0) } }
  }

  package func find(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError)
    -> RowID?
  {
    try table.find(kind, lookupKey: lookupKey)
  }

  /// `RowTable.visit`
  package func visit(
    _ kind: RecordKind, from first: RowID, through last: RowID,
    lookupKey: UnsafeRawBufferPointer? = nil,
    backwards: Bool = false, limit: Int, _ visit: (Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    try table.visit(
      kind, first...last, lookupKey: lookupKey, backwards: backwards, limit: limit, visit)
  }

  /// The highest number of the customer's rows of this kind; nil: there are none.
  package func last(_ kind: RecordKind, of customer: Int64) throws(WalletError) -> Int64? {
    try table.last(kind, RowID.all(kind, of: customer))?.number
  }

  /// Counts the rows by reading all of them.
  package func count(_ kind: RecordKind, of customer: Int64) throws(WalletError) -> Int {
    try table.count(kind, RowID.all(kind, of: customer))
  }
}

extension LedgerKeying {
  /// Whether a row has a lookup key that is made of its record's id.
  package var isByID: Bool {
    switch self {
    case .indexed, .positioned: true
    case .single, .few, .hashed, .appended, .chained: false
    }
  }
}
