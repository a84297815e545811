import CSodium
import Secrets

/// Encrypts and decrypts records (XChaCha20-Poly1305). A box is the nonce (24 bytes), the
/// ciphertext and the tag (16 bytes). It is bound to the vault, the row's key (kind, customer,
/// number), its version, the key epoch and the row's lookup key.
package final class RecordCipher {
  package static let overhead = 40
  private let vaultID: [UInt8]
  private let epoch: UInt32
  let keys: RecordKeys
  /// Random bytes that are not used yet. The system is asked once for many nonces.
  private let random = UnsafeMutableRawBufferPointer.allocate(byteCount: 24 * 32, alignment: 8)
  private var used = 24 * 32
  private let bound = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)

  package init(vaultID: [UInt8], epoch: UInt32, keys: RecordKeys) {
    self.vaultID = vaultID
    self.epoch = epoch
    self.keys = keys
    bound.copyBytes(from: vaultID)
  }

  deinit {
    bound.deallocate()
    random.deallocate()
  }

  /// 24 bytes that were never used before.
  private func nonce() -> UnsafeRawBufferPointer {
    if used == random.count {
      if let start = random.baseAddress { randombytes_buf(start, random.count) }
      used = 0
    }
    defer { used += 24 }
    return UnsafeRawBufferPointer(rebasing: random[used..<used + 24])
  }

  /// Writes the associated data of the row to `bound` and returns its length in bytes.
  private func bind(_ id: RowID, _ version: Int64, _ lookupKey: UnsafeRawBufferPointer?) -> Int {
    bound.storeBytes(of: id.value.littleEndian, toByteOffset: 16, as: Int64.self)
    bound.storeBytes(of: version.littleEndian, toByteOffset: 24, as: Int64.self)
    bound.storeBytes(of: epoch.littleEndian, toByteOffset: 32, as: UInt32.self)
    let lookupKey = lookupKey.map { UnsafeRawBufferPointer(rebasing: $0.prefix(200)) }
    bound.storeBytes(of: UInt32(lookupKey?.count ?? 0xffff), toByteOffset: 36, as: UInt32.self)
    if let lookupKey {
      UnsafeMutableRawBufferPointer(rebasing: bound[40..<40 + lookupKey.count]).copyMemory(
        from: lookupKey)
    }
    return 40 + (lookupKey?.count ?? 0)
  }

  /// Fills `box`, which is `overhead` longer than `plain`.
  package func seal(
    _ plain: UnsafeRawBufferPointer, into box: UnsafeMutableRawBufferPointer, _ id: RowID,
    _ version: Int64, _ lookupKey: UnsafeRawBufferPointer?
  ) {
    guard let kind = id.kind, let out = box.bytes, let plain = plain.bytes, let ad = bound.bytes
    else { return }
    let count = box.count - Self.overhead
    let boundCount = bind(id, version, lookupKey)
    box.copyMemory(from: nonce())
    keys.key(of: kind).withBytes { key in
      guard let key = key.bytes else { return }
      _ = cleaningStack {
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          out + 24, nil, plain, UInt64(count), ad, UInt64(boundCount), nil, out, key)
      }
    }
  }

  /// Fills `plain`, which is `overhead` shorter than `box`.
  ///
  /// - Returns: False if the box was not sealed for this row.
  package func open(
    _ box: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, _ id: RowID,
    _ version: Int64, _ lookupKey: UnsafeRawBufferPointer?
  ) -> Bool {
    guard box.count > Self.overhead, plain.count == box.count - Self.overhead,
      let kind = id.kind, let input = box.bytes, let out = plain.bytes, let ad = bound.bytes
    else { return false }
    let boundCount = bind(id, version, lookupKey)
    return keys.key(of: kind).withBytes { key in
      guard let key = key.bytes else { return false }
      return cleaningStack {
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          out, nil, nil, input + 24, UInt64(box.count - 24), ad, UInt64(boundCount), input, key)
      } == 0
    }
  }

  /// The row's share of the hash over all rows: a keyed hash of its key, version and tag.
  package func rowHash(_ id: RowID, _ version: Int64, _ box: UnsafeRawBufferPointer) -> SetHash {
    var message = (id.value.littleEndian, version.littleEndian, Int64(0), Int64(0))
    var hash = SetHash()
    withUnsafeMutableBytes(of: &message) { message in
      guard box.count >= 16 else { return }
      UnsafeMutableRawBufferPointer(rebasing: message[16...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: box.suffix(16)))
      withUnsafeMutableBytes(of: &hash.words) { hash in
        keys.set.withBytes { key in
          Hash.fill(hash, of: UnsafeRawBufferPointer(message), key: key)
        }
      }
    }
    return hash
  }
}

/// A keyed hash over a set of rows: the exclusive or of the hashes of all rows. A change costs the
/// same for any number of rows.
package struct SetHash: Equatable, Sendable {
  package var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init() {}

  package static func == (a: SetHash, b: SetHash) -> Bool { a.words == b.words }

  package static func ^= (a: inout SetHash, b: SetHash) {
    a.words.0 ^= b.words.0
    a.words.1 ^= b.words.1
    a.words.2 ^= b.words.2
    a.words.3 ^= b.words.3
  }
}
