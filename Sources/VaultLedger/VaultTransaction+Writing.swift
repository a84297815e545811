import CSodium
import Issuer
import Secrets
import WalletAPI
import WalletModel

extension VaultTransaction: LedgerWriter {
  var writes: Int { store.writes }

  @discardableResult
  @specialized(where R == CardRecord)
  @specialized(where R == ChangeRecord)
  @specialized(where R == AuditEntry)
  func put<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) -> Int64 {
    let number = try number(customer)
    switch R.keying {
    case .chained: return try append(record)
    case .hashed: return try putHashed(record, number)
    case .single, .few, .indexed, .positioned, .appended: break
    }
    let known = try known(record, number, customer)
    let id: RowID
    if let known { id = known } else { id = try newRow(R.self, number) }
    let cached = R.keying == .positioned && known != nil ? store.cache[record.recordID] : nil
    let digest = try withLookupKey(of: record, number) { lookupKey throws(WalletError) in
      try store.put(
        id, lookupKey: lookupKey, isNew: known == nil, old: cached?.row == id ? cached?.digest : nil
      ) { $0.put(record) }
    }
    if R.keying == .positioned, known != nil {
      store.cache(record, id, digest)
    } else if R.keying == .positioned, store.sample != nil {
      var new = record
      new.place = id.number
      if store.added.count == 2 * SampleCardLoader.piece { store.added = [:] }
      store.added[id.value] = new
    }
    return id.number
  }

  /// The row of a record that is in the ledger.
  private func known<R: LedgerRecord>(_ record: R, _ number: Int64, _ customer: CustomerID)
    throws(WalletError) -> RowID?
  {
    if let place = record.place { return RowID(R.kind, customer: number, place) }
    // The ledger gives each its place. Ids are unique in the file.
    if R.keying == .positioned { return nil }
    return try row(R.self, record.recordID, customer)
  }

  /// Places of a positioned kind have no gaps. Other kinds have numbers that no row had before.
  private func newRow<R: LedgerRecord>(_ type: R.Type, _ customer: Int64)
    throws(WalletError) -> RowID
  {
    var place = store.nextNumber(R.kind)
    if R.keying == .positioned, store.root.count(.customer) > 1 {
      place = try store.last(R.kind, of: customer).map { $0 + 1 } ?? 0
    }
    return RowID(R.kind, customer: customer, place)
  }

  private func withLookupKey<R: LedgerRecord, T>(
    of record: R, _ number: Int64, _ body: (UnsafeRawBufferPointer?) throws(WalletError) -> T
  ) throws(WalletError) -> T {
    switch R.keying {
    case .indexed, .positioned:
      try withBytes(of: record.recordID) { bytes throws(WalletError) in try body(bytes) }
    case .single, .few, .hashed, .appended, .chained:
      try withLookupKey(ofQueue: record.queue, record.link, number, body)
    }
  }

  func remove<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) {
    if let row = try known(record, try number(customer), customer) { try store.delete(row) }
  }

  func set(_ secret: Secret?, _ name: LedgerSecret, of customer: CustomerID) throws(WalletError) {
    guard let place = name.place else { throw WalletError(.internalError) }
    let id = RowID(name.kind, customer: try number(customer), place)
    guard let secret else { return try store.delete(id) }
    guard case .number = name else { return try store.put(id, secret: secret) }
    try withBytes(of: index(of: secret)) { tag throws(WalletError) in
      try store.put(id, lookupKey: tag, secret: secret)
    }
  }

  /// Adds a customer, with the records that each customer has.
  func add(_ profile: CustomerProfile) throws(WalletError) {
    try put(profile, of: profile.customerID)
    try put(ScaAccount(), of: profile.customerID)
  }

  /// Each entry of the audit log contains a keyed hash over itself and the previous link. There is
  /// one chain for all customers, in the order of its rows.
  private func append<R: LedgerRecord>(_ entry: R) throws(WalletError) -> Int64 {
    let place = store.nextNumber(R.kind)
    var body = RecordWriter(capacity: 512)
    defer { body.free() }
    body.put(entry)
    let link = keys.auditLink(after: store.root.auditLink, place, body.written)
    store.root.auditLink = link
    let written = body.written
    try store.put(RowID(R.kind, customer: 1, place), isNew: true) { writer in
      writer.put(written)
      link.withUnsafeBytes { writer.put($0) }
    }
    return place
  }
}

extension VaultKeys {
  /// The next link of the chain: BLAKE2b with the audit key over the last link, the entry's number
  /// and the entry.
  func auditLink(after last: [UInt8], _ number: Int64, _ entry: UnsafeRawBufferPointer) -> [UInt8] {
    var message = last
    withUnsafeBytes(of: number.littleEndian) { message.append(contentsOf: $0) }
    message.append(contentsOf: entry)
    return Hash.bytes(32, of: message, key: audit)
  }
}
