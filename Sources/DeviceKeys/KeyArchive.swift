import CSodium
package import Secrets

/// The keys of a device in a file under a passphrase, to take them to another device (F08).
///
/// | bytes | |
/// |---|---|
/// | 16 | `walletui keys`, and zeros |
/// | 4 | format: 1 |
/// | 4, 8 | passes and bytes of memory of Argon2id |
/// | 16 | salt |
/// | 24 | nonce |
/// | 32 for each key | encrypted: the secret halves, the newest last |
/// | 16 | tag, also for what is before the nonce |
///
/// Numbers begin with their lowest byte.
package enum KeyArchive {
  private static let magic: [UInt8] = Array("walletui keys\0\0\0".utf8)
  private static let format: UInt32 = 1
  private static let headCount = 16 + 4 + 4 + 8 + PassphraseKey.saltCount
  /// No archive is longer. Larger files need not be read.
  package static let maximumCount =
    headCount + PassphraseKey.overhead + 32 * DeviceKeyRing.maximum

  /// - Throws: `KeyArchiveError.empty`, `.memory`.
  package static func write(
    _ ring: DeviceKeyRing, passphrase: Secret, _ parameters: KDFParameters = .usual
  ) throws(KeyArchiveError) -> [UInt8] {
    guard !ring.keys.isEmpty else { throw .empty }
    var salt = [UInt8](repeating: 0, count: PassphraseKey.saltCount)
    randombytes_buf(&salt, salt.count)
    var head = magic
    withUnsafeBytes(of: format.littleEndian) { head += $0 }
    withUnsafeBytes(of: parameters.operations.littleEndian) { head += $0 }
    withUnsafeBytes(of: parameters.memoryBytes.littleEndian) { head += $0 }
    head += salt
    guard let key = PassphraseKey(passphrase, salt: salt, parameters) else { throw .memory }
    let content = ring.packed()
    defer { content.wipe() }
    return head + key.seal(content, boundTo: head)
  }

  /// Everything is checked before a key is returned.
  ///
  /// - Throws: Each case of `KeyArchiveError` but `.empty`.
  package static func read(_ bytes: [UInt8], passphrase: Secret) throws(KeyArchiveError)
    -> [DeviceKey]
  {
    guard bytes.starts(with: magic), bytes.count >= headCount else { throw .notAnArchive }
    func number<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
      bytes.withUnsafeBytes {
        T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))
      }
    }
    guard number(16, as: UInt32.self) == format else { throw .newer }
    let parameters = KDFParameters(
      operations: number(20, as: UInt32.self), memoryBytes: number(24, as: UInt64.self))
    let count = bytes.count - headCount - PassphraseKey.overhead
    guard parameters.isAcceptable, count >= 32, count % 32 == 0, bytes.count <= maximumCount
    else { throw .damaged }
    let head = Array(bytes[..<headCount])
    guard
      let key = PassphraseKey(
        passphrase, salt: Array(head.suffix(PassphraseKey.saltCount)), parameters)
    else { throw .memory }
    guard let content = key.open(Array(bytes[headCount...]), boundTo: head) else {
      throw .wrongPassphrase
    }
    defer { content.wipe() }
    guard let ring = DeviceKeyRing(packed: content) else { throw .damaged }
    return ring.keys
  }
}

package enum KeyArchiveError: Error, Sendable, Equatable {
  /// There is no key to write.
  case empty
  /// The file is something else.
  case notAnArchive
  /// A later version of the program has written it.
  case newer
  /// Its numbers are impossible.
  case damaged
  /// The passphrase is another one, or a byte has changed.
  case wrongPassphrase
  /// There is not enough memory to derive the key.
  case memory
}
