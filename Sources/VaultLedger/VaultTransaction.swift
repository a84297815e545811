import CSodium
import Issuer
import Secrets
import WalletModel

/// A ledger transaction on the rows.
struct VaultTransaction {
  let store: RowStore
  let keys: VaultKeys
  let customers: [CustomerID: Int64]
  /// Whether this is a write transaction. Nobody else can write meanwhile, so that the caches are
  /// valid.
  var isWriting = true

  func number(_ customer: CustomerID) throws(WalletError) -> Int64 {
    guard let number = customers[customer] else { throw WalletError(.unauthorized) }
    return number
  }

  /// The row of the record with this id; nil: there is none, or it has no id.
  func row<R: LedgerRecord>(_ type: R.Type, _ id: String, _ customer: CustomerID)
    throws(WalletError) -> RowID?
  {
    let number = try number(customer)
    switch R.keying {
    case .single: return RowID(R.kind, number)
    case .few: return try rowAmongFew(type, id, customer, number)
    case .hashed: return try hashedRow(R.kind, id, number)
    case .appended, .chained: return nil
    case .indexed, .positioned:
      let row = try withBytes(of: id) { bytes throws(WalletError) in
        try store.find(R.kind, lookupKey: bytes)
      }
      guard let row, row.kind == R.kind, row.customer == number else { return nil }
      return row
    }
  }

  private func rowAmongFew<R: LedgerRecord>(
    _ type: R.Type, _ id: String, _ customer: CustomerID, _ number: Int64
  ) throws(WalletError) -> RowID? {
    var found: RowID?
    try store.visit(
      R.kind, from: RowID(R.kind, customer: number, 0),
      through: RowID(R.kind, customer: number, LedgerQuery.lastPlace), limit: -1
    ) { row throws(WalletError) in
      guard let record: R = store.record(row, of: customer) else { throw R.kind.damaged }
      if record.recordID == id { found = row.id }
      return found == nil
    }
    return found
  }

  /// A keyed hash of the card number, for lookups. It is useless without the key.
  func index(of pan: Secret) -> [UInt8] {
    pan.withBytes { Hash.bytes(16, of: $0, key: keys.index) }
  }

  /// The lookup key of the rows in a queue, which is a keyed hash of its name, or of those that
  /// belong to a record; nil: of any.
  func withLookupKey<R>(
    ofQueue queue: String?, _ link: LedgerLink?, _ customer: Int64,
    _ body: (UnsafeRawBufferPointer?) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let key: [UInt8]
    if let queue {
      key = Hash.bytes(16, of: Array("queue \(queue)".utf8), key: keys.index)
    } else if let link {
      let row = RowID(link.kind, customer: customer, link.place)
      key = withUnsafeBytes(of: row.value.bigEndian) { Array($0) }
    } else {
      return try body(nil)
    }
    return try withBytes(of: key) { key throws(WalletError) in try body(key) }
  }
}

extension VaultTransaction: LedgerReader {
  func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> R {
    // It is made with the customer. If it is missing, somebody removed it, for example to reset
    // counters.
    guard let record: R = try record(at: RowID(R.kind, try number(customer)), customer) else {
      throw R.kind.damaged
    }
    return record
  }

  @specialized(where R == CardRecord)
  @specialized(where R == ChangeRecord)
  @specialized(where R == VirtualCardRecord)
  func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  {
    if isWriting, R.keying == .positioned, let known = store.cache[id],
      known.row.customer == customers[customer], let record = known.record as? R
    {
      return record
    }
    guard let row = try row(type, id, customer) else { return nil }
    return try store.read(row) { row throws(WalletError) in
      let record: R = try record(row, customer)
      if isWriting, R.keying == .positioned { store.cache(record, row.id, store.digest(of: row)) }
      return record
    }
  }

  func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  { try record(at: RowID(R.kind, customer: try number(customer), place), customer) }

  private func record<R: LedgerRecord>(at row: RowID, _ customer: CustomerID)
    throws(WalletError) -> R?
  {
    try store.read(row) { row throws(WalletError) in try record(row, customer) }
  }

  private func record<R: LedgerRecord>(_ row: RowStore.Row, _ customer: CustomerID)
    throws(WalletError) -> R
  {
    guard let record: R = store.record(row, of: customer) else { throw R.kind.damaged }
    return record
  }

  @specialized(where R == CardRecord)
  @specialized(where R == ListedVirtualCard)
  @specialized(where R == VirtualOrderRecord)
  func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  {
    var page = Page<R>()
    let rows = LedgerRows(
      transaction: self, kind: R.kind, number: try customer.map(number), queue: query.queue,
      link: query.link)
    guard let places = try rows.places(R.self, query) else { return page }
    let isShort = R.self == CardRecord.self && places.count <= 50
    // Records are large, and would be moved each time that the list grows.
    if places.count <= 1000 { page.items.reserveCapacity(min(places.count, query.limit)) }
    let owners =
      customer == nil
      ? Dictionary(uniqueKeysWithValues: customers.map { ($0.value, $0.key) }) : [:]
    var last: Int64 = 0
    try rows.visit(
      places, backwards: query.isBackwards, limit: query.limit == .max ? -1 : query.limit + 1
    ) { row throws(WalletError) in
      guard let owner = customer ?? owners[row.id.customer] else { return true }
      guard page.items.count + page.damaged.count < query.limit else {
        page.next = last
        return false
      }
      last = row.id.number
      if row.version == 1, !query.readsKeysOnly,
        let new = store.added.removeValue(forKey: row.id.value) as? R
      {
        page.items.append(consume new)
        return true
      }
      let record: R? =
        query.readsKeysOnly
        ? nil
        : isShort ? store.card(row, of: owner).flatMap { $0 as? R } : store.record(row, of: owner)
      if let record = consume record {
        page.items.append(consume record)
      } else {
        let id = row.lookupKey.map { String(decoding: $0, as: UTF8.self) } ?? "damaged-\(last)"
        page.damaged.append(DamagedRecord(id: CardID(id), position: Int(last)))
      }
      return true
    }
    return page
  }

  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int {
    let number = try number(customer)
    let root = isWriting ? store.root : try store.readRoot()
    let known = root.count(.customer) == 1 ? root.count(R.kind) : nil
    // A repair leaves a gap for a record that is lost, and the records behind it keep their places.
    if R.keying == .positioned {
      return max(known ?? 0, Int(try store.last(R.kind, of: number) ?? -1) + 1)
    }
    if let known { return known }
    return try store.count(R.kind, of: number)
  }

  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, in queue: String)
    throws(WalletError) -> Int
  {
    let owner = try customer.map(number)
    return try withLookupKey(ofQueue: queue, nil, 0) { lookupKey throws(WalletError) in
      try store.count(R.kind, of: owner, lookupKey: lookupKey)
    }
  }

  func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  {
    try store.lookupKey(of: RowID(R.kind, customer: try number(customer), place))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret? {
    guard let place = name.place else { return nil }
    return try store.secret(RowID(name.kind, customer: try number(customer), place))
      ?? store.sample?.secret(name)
  }

  func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64? {
    var row = try withBytes(of: index(of: pan)) { tag throws(WalletError) in
      try store.find(.pan, lookupKey: tag)
    }
    if row == nil, let id = store.sample?.cardID(ofNumber: pan) {
      row = try withBytes(of: id) { id throws(WalletError) in try store.find(.card, lookupKey: id) }
    }
    guard let row else { return nil }
    if let customer, row.customer != (try number(customer)) { return nil }
    return row.number
  }
}

/// The rows of a kind: those of one customer or of all, and those in a queue, those that belong to
/// a record, or all.
private struct LedgerRows {
  let transaction: VaultTransaction
  let kind: RecordKind
  /// nil: of all customers.
  let number: Int64?
  let queue: String?
  let link: LedgerLink?

  func visit(
    _ places: ClosedRange<Int64>, backwards: Bool, limit: Int,
    _ body: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    try transaction.withLookupKey(ofQueue: queue, link, number ?? 0) {
      lookupKey throws(WalletError) in
      try transaction.store.visit(
        kind, from: RowID(kind, customer: number ?? 0, places.lowerBound),
        through: RowID(kind, customer: number ?? 0xff_ffff, places.upperBound),
        lookupKey: lookupKey, backwards: backwards, limit: limit, body)
    }
  }

  /// The places of the records within the query's bounds. A bound of `order` is found by binary
  /// search.
  func places<R: LedgerRecord>(_ type: R.Type, _ query: LedgerQuery)
    throws(WalletError) -> ClosedRange<Int64>?
  {
    var (first, last) = (max(query.first, 0), min(query.last, LedgerQuery.lastPlace))
    if query.from != nil || query.to != nil, let number {
      guard let newest = try transaction.store.last(kind, of: number) else { return nil }
      last = min(last, newest)
      if let from = query.from {
        first = max(first, try self.first(R.self, through: newest) { $0 >= from })
      }
      if let to = query.to {
        last = min(last, try self.first(R.self, through: newest) { $0 > to } - 1)
      }
    }
    return first <= last ? first...last : nil
  }

  /// The first place for which `holds` is true. It must be true for all places that follow.
  private func first<R: LedgerRecord>(
    _ type: R.Type, through last: Int64, _ holds: (Timestamp) -> Bool
  ) throws(WalletError) -> Int64 {
    var low: Int64 = 0
    var high = last + 1
    while low < high {
      let middle = low + (high - low) / 2
      // The first record at or behind the middle decides for all places before it.
      var place = high
      var isThere = false
      try visit(middle...last, backwards: false, limit: 1) { row throws(WalletError) in
        guard let record: R = transaction.store.record(row, of: CustomerID("")),
          let order = record.order
        else { throw kind.damaged }
        place = row.id.number
        isThere = holds(order)
        return false
      }
      if isThere || place >= high { high = middle } else { low = place + 1 }
    }
    return low
  }
}

/// The text's bytes, which are valid only inside `body`.
func withBytes<R>(
  of text: String, _ body: (UnsafeRawBufferPointer) throws(WalletError) -> R
) throws(WalletError) -> R {
  var text = text
  let result: Result<R, WalletError> = text.withUTF8 { bytes in
    Result { () throws(WalletError) in try body(UnsafeRawBufferPointer(bytes)) }
  }
  return try result.get()
}

func withBytes<R>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(WalletError) -> R
) throws(WalletError) -> R {
  try bytes.withUnsafeBufferPointer { (bytes) throws(WalletError) in
    try body(UnsafeRawBufferPointer(bytes))
  }
}
