import CSodium
import Issuer

/// What holds the rows together, in a box of its own, changed in the same transaction as they are:
/// a row that was deleted, added or rolled back no longer adds up.
struct RootRecord: Equatable, Sendable {
  /// Changes so far.
  var counter: Int64 = 0
  var set = SetHash()
  /// Rows by kind.
  var counts = [Int64](repeating: 0, count: 32)
  /// The highest number given out by kind: numbers are never used again.
  var numbers = [Int64](repeating: 0, count: 32)
  /// The audit log's last link.
  var auditLink = [UInt8](repeating: 0, count: 32)

  /// What its box is bound to.
  static let id = RowID(.root, 0)

  /// Where it lies: behind the audit log's end. Both are written with each change, and so it is one
  /// page. The log's next entry takes its place, and the root goes behind that: rows that are only
  /// ever added at a table's end fill its pages.
  var place: RowID { RowID(.audit, customer: 1, numbers[Int(RecordKind.audit.rawValue)]) }

  func count(_ kind: RecordKind) -> Int { Int(counts[Int(kind.rawValue)]) }
}

extension RecordWriter {
  mutating func put(_ root: RootRecord) {
    put(byte: 1)
    put(root.counter)
    withUnsafeBytes(of: root.set.words) { put($0) }
    put(byte: UInt8(RecordKind.allCases.count))
    for kind in 1...RecordKind.allCases.count {
      put(root.counts[kind])
      put(root.numbers[kind])
    }
    root.auditLink.withUnsafeBytes { put($0) }
  }
}

extension RecordReader {
  mutating func root() throws(MalformedRecord) -> RootRecord {
    guard try byte() == 1 else { throw MalformedRecord() }
    var root = RootRecord()
    root.counter = try integer()
    let words = try raw()
    guard words.count == 32 else { throw MalformedRecord() }
    withUnsafeMutableBytes(of: &root.set.words) { $0.copyMemory(from: words) }
    let kinds = Int(try byte())
    guard (1..<root.counts.count).contains(kinds) else { throw MalformedRecord() }
    for kind in 1...kinds {
      root.counts[kind] = try integer()
      root.numbers[kind] = try integer()
    }
    root.auditLink = Array(try raw())
    guard root.auditLink.count == 32 else { throw MalformedRecord() }
    return root
  }
}
