import Issuer
import SealedRecords
import WalletModel

/// A customer's rows in the database, inside a transaction of one connection. The kind and the number
/// of a row are columns; the customer's number is in all of its keys.
final class PostgresRows: RowTable {
  /// The connection keeps the rows for its next transaction.
  private unowned let connection: Connection
  /// The customer whose rows these are.
  private(set) var customer: Int64 = 0
  /// The customer's root as the transaction has read it; nil: it has not, or there is none.
  var root: (version: Int64, box: [UInt8])?
  /// Rows that the transaction has read one by one. Nobody else changes them before it ends.
  private var seen: [RowID: StoredRow] = [:]
  /// The rows of lookup keys; a key without a row is here, too.
  private var found: [FoundKey: RowID?] = [:]

  private struct StoredRow {
    var version: Int64
    var box: [UInt8]
    var lookupKey: [UInt8]?
  }

  private struct FoundKey: Hashable {
    var kind: RecordKind
    var lookupKey: [UInt8]
  }

  init(_ connection: Connection) { self.connection = connection }

  /// Begins with a customer's rows in a new transaction.
  func begin(_ customer: Int64) {
    self.customer = customer
    root = nil
    seen.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
  }

  var indexesChanges: Bool { true }

  /// Kind and number. Customers have one row of some kinds, whose keys have no customer.
  private func key(_ id: RowID) -> Parameters {
    var parameters = Parameters()
    parameters.add(Int32(customer))
    parameters.add(Int16(id.kind?.rawValue ?? 0))
    parameters.add(id.number)
    return parameters
  }

  private func key(_ kind: RecordKind, _ lookupKey: UnsafeRawBufferPointer) -> Parameters {
    var parameters = Parameters()
    parameters.add(Int32(customer))
    parameters.add(Int16(kind.rawValue))
    parameters.add(bytes: lookupKey)
    return parameters
  }

  private func id(_ kind: RecordKind, _ number: Int64) -> RowID {
    let isSingle = kind.record.map { $0.keying.isSingle } ?? false
    return RowID(kind, customer: isSingle ? 0 : customer, number)
  }

  private func keep(_ id: RowID, _ rows: Rows, _ row: Int) {
    seen[id] = StoredRow(
      version: rows.integer(row, 1), box: Array(rows.bytes(row, 2) ?? .empty),
      lookupKey: rows.bytes(row, 3).map { Array($0) })
  }

  private func row(_ id: RowID) throws(WalletError) -> StoredRow? {
    if let known = seen[id] { return known }
    try connection.rows(.read, key(id)) { rows in
      if rows.count > 0 { keep(id, rows, 0) }
    }
    return seen[id]
  }
}

// Reading.
extension PostgresRows {
  func read(_ id: RowID, _ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError) {
    guard let row = try row(id) else { return }
    try row.box.withRow(id, row.version, row.lookupKey, body)
  }

  func readTag(
    _ id: RowID, _ kind: RecordKind, _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws(WalletError) {
    guard let row = try row(id) else { return }
    row.box.withUnsafeBytes { body(row.version, UnsafeRawBufferPointer(rebasing: $0.suffix(16))) }
  }

  func find(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError) -> RowID? {
    // Card numbers are unique among all customers.
    if kind == .pan { return try connection.row(ofNumber: lookupKey) }
    let sought = FoundKey(kind: kind, lookupKey: Array(lookupKey))
    if let known = found[sought] { return known }
    return try connection.rows(.find, key(kind, lookupKey)) { rows in take(rows, as: sought) }
  }

  /// Asks for the row that `find` will give, without waiting for it.
  func expect(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError) {
    let sought = FoundKey(kind: kind, lookupKey: Array(lookupKey))
    guard found[sought] == nil else { return }
    try connection.queue(.find, key(kind, lookupKey)) { [self] rows in
      take(rows, as: sought)
      return nil
    }
  }

  @discardableResult
  private func take(_ rows: Rows, as sought: FoundKey) -> RowID? {
    var row: RowID?
    if rows.count > 0 {
      let id = id(sought.kind, rows.integer(0, 0))
      keep(id, rows, 0)
      row = id
    }
    found[sought] = .some(row)
    return row
  }

  /// Rows of a long list are read so many at a time.
  private static let batch = 500

  func visit(
    _ kind: RecordKind, _ range: ClosedRange<RowID>, lookupKey: UnsafeRawBufferPointer?,
    backwards: Bool, limit: Int, _ visit: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    var (first, last) = (range.lowerBound.number, range.upperBound.number)
    var left = limit < 0 ? Int.max : limit
    let statement: Statement =
      lookupKey == nil ? (backwards ? .pageBack : .page) : backwards ? .pageByKeyBack : .pageByKey
    while left > 0, first <= last {
      let batch = min(left, Self.batch)
      var parameters = bounds(kind, first, last)
      parameters.add(Int64(batch))
      if let lookupKey { parameters.add(bytes: lookupKey) }
      let isOver = try connection.rows(statement, parameters) { rows throws(WalletError) -> Bool in
        for row in 0..<rows.count {
          let number = rows.integer(row, 0)
          if backwards { last = number - 1 } else { first = number + 1 }
          let stored = RowStore.Row(
            id: id(kind, number), version: rows.integer(row, 1), box: rows.bytes(row, 2) ?? .empty,
            lookupKey: rows.bytes(row, 3))
          guard try visit(stored) else { return true }
        }
        left -= rows.count
        return rows.count < batch
      }
      if isOver { return }
    }
  }

  private func bounds(_ kind: RecordKind, _ first: Int64, _ last: Int64) -> Parameters {
    var parameters = Parameters()
    parameters.add(Int32(customer))
    parameters.add(Int16(kind.rawValue))
    parameters.add(first)
    parameters.add(last)
    return parameters
  }

  func last(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> RowID? {
    try connection.rows(
      .last, bounds(kind, range.lowerBound.number, range.upperBound.number)
    ) { rows in rows.count > 0 ? id(kind, rows.integer(0, 0)) : nil }
  }

  func count(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> Int {
    try connection.rows(
      .count, bounds(kind, range.lowerBound.number, range.upperBound.number)
    ) { rows in rows.count > 0 ? Int(rows.integer(0, 0)) : 0 }
  }

  func readRoot(_ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError) {
    guard let root else { return }
    try root.box.withRow(RootRecord.id, root.version, nil, body)
  }
}

// Writing. Nothing waits for the server; the end of the transaction does.
extension PostgresRows {
  func insert(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError) {
    try write(row, .insert)
    if let lookupKey = row.lookupKey {
      found[FoundKey(kind: kind, lookupKey: Array(lookupKey))] = .some(row.id)
    }
    seen[row.id] = StoredRow(
      version: row.version, box: Array(row.box), lookupKey: row.lookupKey.map { Array($0) })
  }

  func update(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError) {
    try write(row, .update)
    let lookupKey = seen[row.id]?.lookupKey
    seen[row.id] = StoredRow(version: row.version, box: Array(row.box), lookupKey: lookupKey)
  }

  private func write(_ row: RowStore.Row, _ statement: Statement) throws(WalletError) {
    var parameters = key(row.id)
    parameters.add(row.version)
    parameters.add(bytes: row.box)
    if statement == .insert { parameters.add(bytes: row.lookupKey) }
    try connection.queue(statement, parameters)
  }

  func delete(_ id: RowID, _ kind: RecordKind) throws(WalletError) {
    try connection.queue(.delete, key(id))
    seen[id] = nil
    found = found.filter { $0.value != id }
  }

  func writeRoot(_ row: RowStore.Row, _ root: RootRecord) throws(WalletError) {
    var parameters = Parameters()
    parameters.add(Int32(customer))
    parameters.add(row.version)
    parameters.add(bytes: row.box)
    try connection.queue(.writeRoot, parameters)
    self.root = (row.version, Array(row.box))
  }
}

extension Connection {
  /// The row of a card number, by its keyed hash. nil: no customer's card has it.
  func row(ofNumber tag: UnsafeRawBufferPointer) throws(WalletError) -> RowID? {
    var parameters = Parameters()
    parameters.add(bytes: tag)
    return try rows(.findNumber, parameters) { rows in
      guard rows.count > 0 else { return nil }
      return RowID(.pan, customer: rows.integer(0, 0), rows.integer(0, 1))
    }
  }
}

extension [UInt8] {
  /// Calls `body` with a row that has these bytes as its box.
  fileprivate func withRow(
    _ id: RowID, _ version: Int64, _ lookupKey: [UInt8]?,
    _ body: (RowStore.Row) throws(WalletError) -> Void
  ) throws(WalletError) {
    let result = withUnsafeBytes { box in
      guard let lookupKey else {
        return Result { () throws(WalletError) in
          try body(RowStore.Row(id: id, version: version, box: box, lookupKey: nil))
        }
      }
      return lookupKey.withUnsafeBytes { lookupKey in
        Result { () throws(WalletError) in
          try body(RowStore.Row(id: id, version: version, box: box, lookupKey: lookupKey))
        }
      }
    }
    try result.get()
  }
}

extension UnsafeRawBufferPointer {
  /// No bytes.
  static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
