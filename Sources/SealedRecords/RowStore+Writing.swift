package import Issuer
package import Secrets
package import WalletModel

/// Adding and removing rows.
extension RowStore {
  /// Adds the row, or replaces the row with this key. If `old` is given, the stored row is not read
  /// for it.
  @discardableResult
  package func put(
    _ id: RowID, lookupKey: UnsafeRawBufferPointer? = nil, isNew: Bool = false,
    old: RowDigest? = nil,
    _ write: (inout RecordWriter) -> Void
  ) throws(WalletError) -> RowDigest {
    writer.clear()
    write(&writer)
    writer.pad(to: id.kind?.padding ?? 256)
    return try put(id, lookupKey: lookupKey, isNew: isNew, old: old, plain: writer.written)
  }

  package func put(
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
    let old = old == nil && !isNew ? try digest(id, kind) : old
    let version = (old?.version ?? 0) + 1
    let sealed = seal(plain, id, version, lookupKey)
    let row = Row(id: id, version: version, box: sealed, lookupKey: lookupKey)
    if old == nil { try table.insert(row, kind) } else { try table.update(row, kind) }
    writes += 1
    if let old {
      root.set ^= old.hash
    } else {
      root.counts[Int(kind.rawValue)] += 1
    }
    let new = RowDigest(version: version, hash: cipher.rowHash(id, version, sealed))
    root.set ^= new.hash
    return new
  }

  /// The box, which is valid until the next one is sealed.
  private func seal(
    _ plain: UnsafeRawBufferPointer, _ id: RowID, _ version: Int64,
    _ lookupKey: UnsafeRawBufferPointer?
  ) -> UnsafeRawBufferPointer {
    let count = plain.count + RecordCipher.overhead
    if box.count < count {
      box.deallocate()
      box = .allocate(byteCount: count, alignment: 8)
    }
    let sealed = UnsafeMutableRawBufferPointer(rebasing: box[..<count])
    cipher.seal(plain, into: sealed, id, version, lookupKey)
    return UnsafeRawBufferPointer(sealed)
  }

  package func delete(_ id: RowID) throws(WalletError) {
    guard let kind = id.kind, let old = try digest(id, kind) else { return }
    try table.delete(id, kind)
    writes += 1
    root.set ^= old.hash
    root.counts[Int(kind.rawValue)] -= 1
  }

  package func digest(_ id: RowID, _ kind: RecordKind) throws(WalletError) -> RowDigest? {
    var digest: RowDigest?
    try table.readTag(id, kind) { version, tag in
      digest = RowDigest(version: version, hash: cipher.rowHash(id, version, tag))
    }
    return digest
  }

  /// A number that no row of this kind had before. The first is 0.
  package func nextNumber(_ kind: RecordKind) -> Int64 {
    defer { root.numbers[Int(kind.rawValue)] += 1 }
    return root.numbers[Int(kind.rawValue)]
  }

  private func withRootKey<R>(_ body: (UnsafeRawBufferPointer?) -> R) -> R {
    guard let rootKey else { return body(nil) }
    return rootKey.withUnsafeBytes(body)
  }

  package func readRoot() throws(WalletError) -> RootRecord {
    var root: RootRecord?
    try table.readRoot { row throws(WalletError) in
      root = withRootKey { key in
        open(Row(id: rootID, version: row.version, box: row.box, lookupKey: key)) {
          reader throws(MalformedRecord) in try reader.root()
        }
      }
    }
    if let root { return root }
    throw WalletError(.vaultDamaged, details: [.storage(.rootMissing)])
  }

  package func writeRoot() throws(WalletError) {
    root.counter += 1
    writer.clear()
    writer.put(root)
    writer.pad(to: RecordKind.root.padding)
    let box = withRootKey { seal(writer.written, rootID, root.counter, $0) }
    try table.writeRoot(Row(id: rootID, version: root.counter, box: box, lookupKey: nil), root)
  }
}
