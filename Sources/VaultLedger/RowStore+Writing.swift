import CSQLite
import Issuer
import Secrets
import WalletModel

/// Adding and removing rows.
extension RowStore {
  /// Adds the row, or replaces the row with this key. If `old` is given, the stored row is not read
  /// for it.
  @discardableResult
  func put(
    _ id: RowID, lookupKey: UnsafeRawBufferPointer? = nil, isNew: Bool = false,
    old: RowDigest? = nil,
    _ write: (inout RecordWriter) -> Void
  ) throws(WalletError) -> RowDigest {
    writer.clear()
    write(&writer)
    writer.pad(to: id.kind?.padding ?? 256)
    return try put(id, lookupKey: lookupKey, isNew: isNew, old: old, plain: writer.written)
  }

  func put(
    _ id: RowID, lookupKey: UnsafeRawBufferPointer? = nil, isNew: Bool = false, secret: Secret
  ) throws(WalletError) {
    let padding = id.kind?.padding ?? 64
    let padded = SecretBytes(count: padding) { padded in
      secret.withBytes { bytes in
        let count = min(bytes.count, padding - 1)
        padded[0] = UInt8(count)
        UnsafeMutableRawBufferPointer(rebasing: padded[1..<1 + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      }
    }
    try padded.withBytes { plain throws(WalletError) in
      _ = try put(id, lookupKey: lookupKey, isNew: isNew, old: nil, plain: plain)
    }
  }

  private func put(
    _ id: RowID, lookupKey: UnsafeRawBufferPointer?, isNew: Bool, old: RowDigest?,
    plain: UnsafeRawBufferPointer
  ) throws(WalletError) -> RowDigest {
    guard let kind = id.kind else { throw WalletError(.internalError) }
    var old = old
    if old == nil && !isNew && kind != .root { old = try digest(id) }
    let version = kind == .root ? root.counter : (old?.version ?? 0) + 1
    let count = plain.count + RecordCipher.overhead
    if box.count < count {
      box.deallocate()
      box = .allocate(byteCount: count, alignment: 8)
    }
    let sealed = UnsafeMutableRawBufferPointer(rebasing: box[..<count])
    cipher.seal(plain, into: sealed, id, version, lookupKey)

    let way: Query =
      switch kind {
      // The next audit entry takes the row of the root.
      case .root, .audit: .replace
      default: old == nil ? .insert : .update  // Each has a row of its own.
      }
    let statement = try statement(way, kind)
    statement.bind(1, kind == .root ? root.place.value : id.value)
    statement.bind(2, version)
    statement.bind(3, UnsafeRawBufferPointer(sealed))
    if old == nil { statement.bind(4, lookupKey) }
    try statement.run()

    guard kind != .root else { return RowDigest(version: version, hash: SetHash()) }
    writes += 1
    if let old {
      root.set ^= old.hash
    } else {
      root.counts[Int(kind.rawValue)] += 1
    }
    let new = RowDigest(
      version: version, hash: cipher.rowHash(id, version, UnsafeRawBufferPointer(sealed)))
    root.set ^= new.hash
    return new
  }

  /// Adds a row as it is stored in another file with the same keys. False: there is one with its
  /// key or its lookup key.
  func add(_ row: Row, _ kind: RecordKind) throws(WalletError) -> Bool {
    let statement = try statement(.add, kind)
    statement.bind(1, row.id.value)
    statement.bind(2, row.version)
    statement.bind(3, row.box)
    statement.bind(4, row.lookupKey)
    try statement.run()
    return sqlite3_changes(database.handle) == 1
  }

  func delete(_ id: RowID) throws(WalletError) {
    guard let kind = id.kind, let old = try digest(id) else { return }
    let statement = try statement(.delete, kind)
    statement.bind(1, id.value)
    try statement.run()
    writes += 1
    root.set ^= old.hash
    root.counts[Int(kind.rawValue)] -= 1
  }

  func digest(_ id: RowID) throws(WalletError) -> RowDigest? {
    try read(id) { row in digest(of: row) }
  }

  func digest(of row: Row) -> RowDigest {
    RowDigest(version: row.version, hash: cipher.rowHash(row.id, row.version, row.box))
  }

  /// A number that no row of this kind had before. The first is 0.
  func nextNumber(_ kind: RecordKind) -> Int64 {
    defer { root.numbers[Int(kind.rawValue)] += 1 }
    return root.numbers[Int(kind.rawValue)]
  }

  func readRoot() throws(WalletError) -> RootRecord {
    var root: RootRecord?
    try each(try statement(.end, .root)) { row throws(WalletError) in
      let row = Row(id: RootRecord.id, version: row.version, box: row.box, lookupKey: row.lookupKey)
      root = open(row) { reader throws(MalformedRecord) in try reader.root() }
      return false
    }
    if let root { return root }
    throw WalletError(.vaultDamaged, detail: .storage(.rootMissing))
  }

  func writeRoot() throws(WalletError) {
    root.counter += 1
    if root.slots == nil { root.slots = try database.slotsHash() }
    let root = root
    try put(RootRecord.id) { $0.put(root) }
  }
}
