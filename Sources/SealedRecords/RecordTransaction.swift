import CSodium
package import Issuer
package import Secrets
import WalletAPI
package import WalletModel

/// A ledger transaction on the rows.
package struct RecordTransaction {
  package let store: RowStore
  package let keys: RecordKeys
  package let customers: [CustomerID: Int64]
  /// Whether this is a write transaction. Nobody else can write meanwhile, so that the caches are
  /// valid.
  package var isWriting = true
  /// The number of the customer who has the audit log.
  package var auditOwner: Int64 = 1

  package init(
    store: RowStore, keys: RecordKeys, customers: [CustomerID: Int64], isWriting: Bool = true,
    auditOwner: Int64 = 1
  ) {
    self.store = store
    self.keys = keys
    self.customers = customers
    self.isWriting = isWriting
    self.auditOwner = auditOwner
  }

  package func number(_ customer: CustomerID) throws(WalletError) -> Int64 {
    guard let number = customers[customer] else { throw WalletError(.unauthorized) }
    return number
  }

  /// The row of the record with this id; nil: there is none, or it has no id.
  package func row<R: LedgerRecord>(_ type: R.Type, _ id: String, _ customer: CustomerID)
    throws(WalletError) -> RowID?
  {
    let number = try number(customer)
    switch R.keying {
    case .single: return RowID(R.kind, number)
    case .few: return try rowAmongFew(type, id, customer, number)
    case .hashed: return try hashedRow(R.kind, id, number)
    case .appended, .chained: return nil
    case .indexed, .positioned:
      let row = try store.withLookupKey(R.kind, id, of: number) { key throws(WalletError) in
        try store.find(R.kind, lookupKey: key)
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
}

extension RecordTransaction: LedgerReader {
  package func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError)
    -> R
  {
    // It is made with the customer. If it is missing, somebody removed it, for example to reset
    // counters.
    guard let record: R = try record(at: RowID(R.kind, try number(customer)), customer) else {
      throw R.kind.damaged
    }
    return record
  }

  package func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  {
    if isWriting, R.keying == .positioned, let known = store.cache[id],
      known.row.customer == customers[customer], let record = known.record as? R
    {
      return record
    }
    guard let row = try row(type, id, customer) else { return nil }
    let record: R? = try record(at: row, customer)
    if isWriting, R.keying == .positioned, let record, let digest = try store.digest(row, R.kind) {
      store.cache(record, row, digest)
    }
    return record
  }

  @specialized(where R == VirtualCardRecord)
  package func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  { try record(at: RowID(R.kind, customer: try number(customer), place), customer) }

  private func record<R: LedgerRecord>(at row: RowID, _ customer: CustomerID)
    throws(WalletError) -> R?
  {
    try store.read(row) { row throws(WalletError) in
      guard let record: R = store.record(row, of: customer) else { throw R.kind.damaged }
      return record
    }
  }

  @specialized(where R == CardRecord)
  @specialized(where R == VirtualOrderRecord)
  package func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  {
    var page = Page<R>()
    let rows = LedgerRows(
      transaction: self, kind: R.kind, number: try customer.map(number), link: query.link)
    guard let places = try rows.places(R.self, query) else { return page }
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
      if let record: R = store.record(row, of: owner) {
        page.items.append(record)
      } else {
        page.damaged.append(DamagedRecord(id: CardID(store.name(of: row)), position: Int(last)))
      }
      return true
    }
    return page
  }

  package func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError)
    -> Int
  {
    let number = try number(customer)
    let root = isWriting ? store.root : try store.readRoot()
    let known = root.count(.customer) == 1 ? root.count(R.kind) : nil
    // A repair leaves a gap for a record that is lost, and the records behind it keep their places.
    if R.keying == .positioned {
      if let known { return max(known, Int(root.numbers[Int(R.kind.rawValue)])) }
      return Int(try store.last(R.kind, of: number) ?? -1) + 1
    }
    if let known { return known }
    return try store.count(R.kind, of: number)
  }

  /// The root knows how many records there are of all customers.
  package func gaps<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError)
    -> Int
  {
    guard R.keying == .positioned else { return 0 }
    let root = isWriting ? store.root : try store.readRoot()
    if root.count(.customer) == 1 {
      return Int(root.numbers[Int(R.kind.rawValue)]) - root.count(R.kind)
    }
    var places = 0
    for number in customers.values { places += Int(try store.last(R.kind, of: number) ?? -1) + 1 }
    guard places > root.count(R.kind) else { return 0 }
    var rows = 0
    for number in customers.values { rows += try store.count(R.kind, of: number) }
    guard rows == root.count(R.kind) else { return 0 }
    let own = try number(customer)
    return try Int(store.last(R.kind, of: own) ?? -1) + 1 - store.count(R.kind, of: own)
  }

  package func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  {
    try store.recordID(at: RowID(R.kind, customer: try number(customer), place))
  }

  package func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret?
  {
    guard let place = name.place else { return nil }
    return try store.secret(RowID(name.kind, customer: try number(customer), place))
  }

  package func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64? {
    let row = try withBytes(of: keys.tag(ofNumber: pan)) { tag throws(WalletError) in
      try store.find(.pan, lookupKey: tag)
    }
    guard let row else { return nil }
    if let customer, row.customer != (try number(customer)) { return nil }
    return row.number
  }
}

/// The rows of a kind: those of one customer or of all, and those that belong to a record or all.
private struct LedgerRows {
  package let transaction: RecordTransaction
  package let kind: RecordKind
  /// nil: of all customers.
  package let number: Int64?
  package let link: LedgerLink?

  package func visit(
    _ places: ClosedRange<Int64>, backwards: Bool, limit: Int,
    _ body: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    try withBytes(of: link, number ?? 0) { lookupKey throws(WalletError) in
      try transaction.store.visit(
        kind, from: RowID(kind, customer: number ?? 0, places.lowerBound),
        through: RowID(kind, customer: number ?? 0xff_ffff, places.upperBound),
        lookupKey: lookupKey, backwards: backwards, limit: limit, body)
    }
  }

  /// The places of the records within the query's bounds. A bound of `order` is found by binary
  /// search.
  package func places<R: LedgerRecord>(_ type: R.Type, _ query: LedgerQuery)
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
package func withBytes<R>(
  of text: String, _ body: (UnsafeRawBufferPointer) throws(WalletError) -> R
) throws(WalletError) -> R {
  var text = text
  let result: Result<R, WalletError> = text.withUTF8 { bytes in
    Result { () throws(WalletError) in try body(UnsafeRawBufferPointer(bytes)) }
  }
  return try result.get()
}

package func withBytes<R>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(WalletError) -> R
) throws(WalletError) -> R {
  let result: Result<R, WalletError> = bytes.withUnsafeBytes { bytes in
    Result { () throws(WalletError) in try body(bytes) }
  }
  return try result.get()
}

/// The lookup key of the rows that belong to a record; nil: of any.
package func withBytes<R>(
  of link: LedgerLink?, _ customer: Int64,
  _ body: (UnsafeRawBufferPointer?) throws(WalletError) -> R
) throws(WalletError) -> R {
  guard let link else { return try body(nil) }
  var key = RowID(link.kind, customer: customer, link.place).value.bigEndian
  let result: Result<R, WalletError> = withUnsafeBytes(of: &key) { bytes in
    Result { () throws(WalletError) in try body(bytes) }
  }
  return try result.get()
}
