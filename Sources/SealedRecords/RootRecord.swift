import CSodium
package import Issuer

/// The summary of all rows, in a box of its own that changes in the same transaction. If a row was
/// deleted, added or replaced by an older one, the summary does not match.
package struct RootRecord: Equatable, Sendable {
  /// The number of changes so far.
  package var counter: Int64 = 0
  package var set = SetHash()
  /// The greatest number of kinds. A root says how many it has, so that an older one is read; a
  /// row's key has room for 127.
  package static let mostKinds = 63
  /// The number of rows of each kind, by the kind's number.
  package var counts = [Int64](repeating: 0, count: mostKinds + 1)
  /// The next number of each kind. Numbers are never used again.
  package var numbers = [Int64](repeating: 0, count: mostKinds + 1)
  /// The last link of the audit log.
  package var auditLink = [UInt8](repeating: 0, count: 32)

  package init() {}

  /// The row key that its box is bound to.
  package static let id = RowID(.root, 0)

  package func count(_ kind: RecordKind) -> Int { Int(counts[Int(kind.rawValue)]) }
}

extension RecordWriter {
  package mutating func put(_ root: RootRecord) {
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
  package mutating func root() throws(MalformedRecord) -> RootRecord {
    guard try byte() == 1 else { throw MalformedRecord() }
    var root = RootRecord()
    root.counter = try integer()
    let words = try raw()
    guard words.count == 32 else { throw MalformedRecord() }
    withUnsafeMutableBytes(of: &root.set.words) { $0.copyMemory(from: words) }
    let kinds = Int(try byte())
    guard (1...RootRecord.mostKinds).contains(kinds) else { throw MalformedRecord() }
    for kind in 1...kinds {
      root.counts[kind] = try integer()
      root.numbers[kind] = try integer()
    }
    root.auditLink = Array(try raw())
    guard root.auditLink.count == 32 else { throw MalformedRecord() }
    return root
  }
}
