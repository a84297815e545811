import CSodium
import Issuer

/// The summary of all rows, in a box of its own that changes in the same transaction. If a row was
/// deleted, added or replaced by an older one, the summary does not match.
struct RootRecord: Equatable, Sendable {
  /// The number of changes so far.
  var counter: Int64 = 0
  var set = SetHash()
  /// The number of rows of each kind, by its number.
  var counts = [Int64](repeating: 0, count: 64)
  /// The next number of each kind. Numbers are never used again.
  var numbers = [Int64](repeating: 0, count: 64)
  /// The last link of the audit log.
  var auditLink = [UInt8](repeating: 0, count: 32)
  /// A hash over the key slots; nil: not known. The next root has the hash of those that are there.
  var slots: [UInt8]?

  /// The row key that its box is bound to.
  static let id = RowID(.root, 0)

  /// The row that holds it: the one after the last audit entry. Both are written with each change,
  /// so they share a page. The next audit entry takes its row, and the root moves behind it: a
  /// table to whose end rows are appended has full pages.
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
    root.slots?.withUnsafeBytes { put($0) }
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
    let slots = isAtEnd ? [] : Array(try raw())
    root.slots = slots.isEmpty ? nil : slots
    return root
  }
}
