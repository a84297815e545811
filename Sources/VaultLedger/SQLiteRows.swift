import Issuer
import SealedRecords
import WalletModel

/// The rows in a SQLite database. The lookup key of a row is in the SQL column `look`.
final class SQLiteRows: RowTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// An index would be written at a random place with each change.
  var indexesChanges: Bool { false }

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
    case get, find, digest, insert, update, replace, delete, last, end, count
    case page, pageBack, pageByKey, pageByKeyBack
  }

  func statement(_ query: Query, _ kind: RecordKind) throws(WalletError) -> PreparedStatement {
    let table = RecordKind.tables.firstIndex { $0.utf8Start == kind.table.utf8Start } ?? 0
    return try database.statement(query.rawValue * 16 + table, Self.sql(query, "\(kind.table)"))
  }

  private static func sql(_ query: Query, _ table: String) -> String {
    switch query {
    case .get: "SELECT ver, box, look FROM \(table) WHERE id=?1"
    case .find: "SELECT id FROM \(table) WHERE look=?1"
    case .digest: "SELECT ver, substr(box, -16) FROM \(table) WHERE id=?1"
    case .insert: "INSERT INTO \(table)(id, ver, box, look) VALUES(?1, ?2, ?3, ?4)"
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
    }
  }

  private static func rows(_ table: String) -> String {
    "SELECT id, ver, box, look FROM \(table) WHERE id>=?1 AND id<=?2"
  }
}

extension SQLiteRows {
  func read(_ id: RowID, _ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError) {
    guard let kind = id.kind else { return }
    let statement = try statement(.get, kind)
    defer { statement.reset() }
    statement.bind(1, id.value)
    guard try statement.step() else { return }
    try body(
      RowStore.Row(
        id: id, version: statement.integer(0), box: statement.blob(1),
        lookupKey: statement.isNull(2) ? nil : statement.blob(2)))
  }

  func readTag(
    _ id: RowID, _ kind: RecordKind, _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws(WalletError) {
    let statement = try statement(.digest, kind)
    defer { statement.reset() }
    statement.bind(1, id.value)
    guard try statement.step() else { return }
    body(statement.integer(0), statement.blob(1))
  }

  func find(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError) -> RowID? {
    let statement = try statement(.find, kind)
    defer { statement.reset() }
    statement.bind(1, lookupKey)
    return try statement.step() ? RowID(statement.integer(0)) : nil
  }

  func visit(
    _ kind: RecordKind, _ range: ClosedRange<RowID>, lookupKey: UnsafeRawBufferPointer?,
    backwards: Bool, limit: Int, _ visit: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    let query: Query =
      lookupKey == nil ? (backwards ? .pageBack : .page) : backwards ? .pageByKeyBack : .pageByKey
    let statement = try statement(query, kind)
    bind(range, statement)
    statement.bind(3, Int64(limit))
    if let lookupKey { statement.bind(4, lookupKey) }
    try each(statement, visit)
  }

  func last(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> RowID? {
    let statement = try statement(.last, kind)
    defer { statement.reset() }
    bind(range, statement)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return RowID(statement.integer(0))
  }

  func count(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> Int {
    let statement = try statement(.count, kind)
    defer { statement.reset() }
    bind(range, statement)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  private func bind(_ range: ClosedRange<RowID>, _ statement: PreparedStatement) {
    statement.bind(1, range.lowerBound.value)
    statement.bind(2, range.upperBound.value)
  }

  private func each(
    _ statement: PreparedStatement, _ visit: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) {
    defer { statement.reset() }
    while try statement.step() {
      let row = RowStore.Row(
        id: RowID(statement.integer(0)), version: statement.integer(1), box: statement.blob(2),
        lookupKey: statement.isNull(3) ? nil : statement.blob(3))
      if try !visit(row) { return }
    }
  }
}

extension SQLiteRows {
  func insert(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError) {
    // The next audit entry takes the row of the root.
    try write(row, as: row.id, kind == .audit ? .replace : .insert, kind)
  }

  func update(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError) {
    let statement = try statement(.update, kind)
    statement.bind(1, row.id.value)
    statement.bind(2, row.version)
    statement.bind(3, row.box)
    try statement.run()
  }

  private func write(_ row: RowStore.Row, as id: RowID, _ query: Query, _ kind: RecordKind)
    throws(WalletError)
  {
    let statement = try statement(query, kind)
    statement.bind(1, id.value)
    statement.bind(2, row.version)
    statement.bind(3, row.box)
    statement.bind(4, row.lookupKey)
    try statement.run()
  }

  func delete(_ id: RowID, _ kind: RecordKind) throws(WalletError) {
    let statement = try statement(.delete, kind)
    statement.bind(1, id.value)
    try statement.run()
  }

  func readRoot(_ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError) {
    try each(try statement(.end, .root)) { row throws(WalletError) in
      try body(row)
      return false
    }
  }

  func writeRoot(_ row: RowStore.Row, _ root: RootRecord) throws(WalletError) {
    try write(row, as: root.place, .replace, .root)
  }
}

extension RootRecord {
  /// The row that holds it: the one after the last audit entry. Both are written with each change,
  /// so they share a page. The next audit entry takes its row, and the root moves behind it: a
  /// table to whose end rows are appended has full pages.
  var place: RowID { RowID(.audit, customer: 1, numbers[Int(RecordKind.audit.rawValue)]) }
}

extension RowStore {
  convenience init(_ database: Database, _ cipher: RecordCipher) {
    self.init(SQLiteRows(database), cipher)
  }

  /// The connection. All row stores of this module have one.
  var database: Database {
    guard let rows = table as? SQLiteRows else { preconditionFailure("the rows are elsewhere") }
    return rows.database
  }
}
