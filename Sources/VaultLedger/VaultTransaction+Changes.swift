import Issuer
import Secrets
import WalletModel

/// Idempotency keys and their results, in the order in which they were made. New rows are appended,
/// and the oldest expires first.
///
/// The row of each key is indexed in memory, with 16 to 32 bytes each. An index in the file would
/// be written at a random place with each change. The index is read with a customer's first change
/// and updated from then on.
extension VaultTransaction {
  /// The tag of a key: a keyed hash. Keys themselves are not stored.
  private func tag(_ key: String, _ customer: Int64) -> [UInt8] {
    let text = "change \(customer) \(key)"
    if let last = store.lastTag, last.text == text { return last.tag }
    let tag = Hash.bytes(16, of: Array(text.utf8), key: keys.index)
    store.lastTag = (text, tag)
    return tag
  }

  /// The row of the record with this id.
  func hashedRow(_ kind: RecordKind, _ id: String, _ number: Int64) throws(WalletError) -> RowID? {
    try row(kind, tag(id, number), number)
  }

  private func row(_ kind: RecordKind, _ tag: [UInt8], _ number: Int64)
    throws(WalletError) -> RowID?
  {
    try catchUp(number)
    guard let place = store.changes[number]?.rows[start(of: tag)] else { return nil }
    let row = RowID(kind, customer: number, Int64(place))
    return try store.lookupKey(of: row) == tag ? row : nil
  }

  private func start(of tag: some Sequence<UInt8>) -> UInt64 {
    tag.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Appends the record, and removes an earlier one with its id.
  func putHashed<R: LedgerRecord>(_ record: R, _ number: Int64) throws(WalletError) -> Int64 {
    let tag = tag(record.recordID, number)
    if let old = try row(R.kind, tag, number) { try remove(old, number) }
    let row = RowID(R.kind, customer: number, store.nextNumber(R.kind))
    try withBytes(of: tag) { lookupKey throws(WalletError) in
      _ = try store.put(row, lookupKey: lookupKey, isNew: true) { $0.put(record) }
    }
    store.changes[number]?.rows[start(of: tag)] = UInt32(truncatingIfNeeded: row.number)
    store.changes[number]?.last = row.number
    if let count = store.changes[number]?.count { store.changes[number]?.count = count + 1 }
    return row.number
  }

  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
  {
    let number = try number(customer)
    try catchUp(number)
    for _ in 1...2 {
      guard let oldest = try oldest(number), isOver(oldest.made) else { break }
      try remove(oldest.row, number)
      // The key may have been used again since.
      if store.changes[number]?.rows[oldest.tag] == UInt32(truncatingIfNeeded: oldest.row.number) {
        store.changes[number]?.rows[oldest.tag] = nil
      }
    }
    return try count(number)
  }

  private func remove(_ row: RowID, _ number: Int64) throws(WalletError) {
    try store.delete(row)
    if let count = store.changes[number]?.count { store.changes[number]?.count = count - 1 }
    if store.changes[number]?.oldest?.row == row { store.changes[number]?.oldest = nil }
  }

  /// Adds the rows behind the last known one to the index; at first all rows.
  private func catchUp(_ number: Int64) throws(WalletError) {
    var known = store.changes[number] ?? RowStore.Changes()
    // A reader does not learn what others append.
    guard known.isStale || !isWriting else { return }
    // Not copied while it grows.
    store.changes[number] = nil
    try store.visit(
      .change, from: RowID(.change, customer: number, known.last + 1),
      through: RowID(.change, customer: number, LedgerQuery.lastPlace), limit: -1
    ) { row throws(WalletError) in
      guard let lookupKey = row.lookupKey else { throw RecordKind.change.damaged }
      known.rows[start(of: lookupKey)] = UInt32(truncatingIfNeeded: row.id.number)
      known.last = row.id.number
      return true
    }
    (known.count, known.oldest, known.isStale) = (nil, nil, false)
    store.changes[number] = known
  }

  private func count(_ number: Int64) throws(WalletError) -> Int {
    if let known = store.changes[number]?.count { return known }
    let count =
      store.root.count(.customer) == 1
      ? store.root.count(.change) : try store.count(.change, of: number)
    store.changes[number]?.count = count
    return count
  }

  private func oldest(_ number: Int64) throws(WalletError)
    -> (row: RowID, tag: UInt64, made: Moment)?
  {
    if let known = store.changes[number]?.oldest { return known }
    try store.visit(
      .change, from: RowID(.change, customer: number, 0),
      through: RowID(.change, customer: number, LedgerQuery.lastPlace), limit: 1
    ) { row throws(WalletError) in
      let record: ChangeRecord? = store.record(row, of: CustomerID(""))
      guard let record, let lookupKey = row.lookupKey else { throw RecordKind.change.damaged }
      store.changes[number]?.oldest = (row.id, start(of: lookupKey), record.made)
      return false
    }
    return store.changes[number]?.oldest
  }
}
