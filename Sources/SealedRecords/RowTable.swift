package import Issuer
package import WalletModel

/// The sealed rows of a database, as `RowStore` reads and writes them. A method is called inside a
/// transaction of the database, and by one thread at a time.
///
/// A row is found by its id, and by its kind and lookup key. What a database cannot do throws its
/// own error; a row that is not there is no error.
package protocol RowTable: AnyObject {
  /// Whether `find` finds changes, too. Otherwise `RowStore.changes` has an index of them.
  var indexesChanges: Bool { get }

  /// Calls `body` with the row, if there is one. `body` must not read another row.
  func read(_ id: RowID, _ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError)

  /// Calls `body` with the row's version and the last 16 bytes of its box, if there is one.
  func readTag(
    _ id: RowID, _ kind: RecordKind, _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws(WalletError)

  func find(_ kind: RecordKind, lookupKey: UnsafeRawBufferPointer) throws(WalletError) -> RowID?

  /// Calls `visit` for the rows in this range of keys, in order or backwards; with a `lookupKey`
  /// only for those that have it. Stops when `visit` returns false.
  ///
  /// - Parameter limit: -1: no limit.
  func visit(
    _ kind: RecordKind, _ range: ClosedRange<RowID>, lookupKey: UnsafeRawBufferPointer?,
    backwards: Bool, limit: Int, _ visit: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError)

  /// The last row in this range of keys.
  func last(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> RowID?

  /// Counts the rows in this range of keys by reading all of them.
  func count(_ kind: RecordKind, _ range: ClosedRange<RowID>) throws(WalletError) -> Int

  /// Adds a row. There is none with its id.
  func insert(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError)

  /// Replaces version and box of the row with this id. The lookup key stays.
  func update(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError)

  func delete(_ id: RowID, _ kind: RecordKind) throws(WalletError)

  /// Calls `body` with the sealed summary of the rows, if there is one. Its id is `RootRecord.id`.
  func readRoot(_ body: (RowStore.Row) throws(WalletError) -> Void) throws(WalletError)

  /// Replaces the sealed summary.
  ///
  /// - Parameter root: What is sealed in the row.
  func writeRoot(_ row: RowStore.Row, _ root: RootRecord) throws(WalletError)
}

extension RowID: Comparable {
  package static func < (a: RowID, b: RowID) -> Bool { a.value < b.value }

  /// All keys of a customer's rows of this kind.
  package static func all(_ kind: RecordKind, of customer: Int64) -> ClosedRange<RowID> {
    RowID(kind, customer: customer, 0)...RowID(kind, customer: customer, 0xffff_ffff)
  }
}
