import CSodium
import Secrets
import WalletModel

/// The plain text header. It is bound to every key slot as associated data.
struct VaultHeader: Equatable {
  static let magic: [UInt8] = Array("walletui vault\0\0".utf8)
  static let format: UInt32 = 3
  /// `user_version` of a file with a key slot of the second form.
  static let newestFormat: UInt32 = 4
  /// `application_id` of the file: "WLUI".
  static let applicationID: Int32 = 0x574C_5549
  /// Magic, format, vault id, algorithm, passes, memory, salt, key epoch, checksum.
  static let byteCount = 16 + 4 + 16 + 4 + 4 + 8 + 16 + 4 + 16

  var vaultID: [UInt8]
  var kdf: KDFParameters
  var salt: [UInt8]
  var epoch: UInt32

  static func new(_ kdf: KDFParameters) -> VaultHeader {
    VaultHeader(vaultID: randomBytes(16), kdf: kdf, salt: randomBytes(16), epoch: 1)
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
      if let start = bytes.baseAddress { randombytes_buf(start, count) }
      written = count
    }
  }

  var bytes: [UInt8] {
    var bytes = Self.magic
    func put<T: FixedWidthInteger>(_ value: T) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    put(Self.format)
    bytes += vaultID
    put(UInt32(crypto_pwhash_alg_argon2id13()))
    put(kdf.operations)
    put(kdf.memoryBytes)
    bytes += salt
    put(epoch)
    return bytes + checksum(bytes)
  }
}

extension VaultHeader {
  /// Reads and checks a header. Later steps can rely on its numbers.
  init(_ raw: UnsafeRawBufferPointer) throws(WalletError) {
    guard raw.count >= 20, raw.prefix(16).elementsEqual(Self.magic) else {
      throw WalletError(.vaultNotAVault)
    }
    func get<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
      T(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: type))
    }
    let format = get(16, as: UInt32.self)
    guard raw.count == Self.byteCount,
      checksum(Array(raw.dropLast(16))) == Array(raw.suffix(16))
    else {
      if format > Self.format && format < 1000 { throw WalletError(.vaultNewer) }
      throw WalletError(
        .vaultDamaged, detail: .text("The header is damaged.", "Der Kopf ist beschädigt."))
    }
    guard format <= Self.format else { throw WalletError(.vaultNewer) }
    vaultID = Array(raw[20..<36])
    kdf = KDFParameters(
      operations: get(40, as: UInt32.self), memoryBytes: get(44, as: UInt64.self))
    salt = Array(raw[52..<68])
    epoch = get(68, as: UInt32.self)
    guard get(36, as: UInt32.self) == UInt32(crypto_pwhash_alg_argon2id13()), kdf.isAcceptable
    else {
      throw WalletError(
        .vaultDamaged,
        detail: .text(
          "The header asks for more work than any real vault does.",
          "Der Kopf verlangt mehr Arbeit als jeder echte Tresor."))
    }
  }
}

/// Detects accidental damage. If a header is changed on purpose, no key slot can be opened.
func checksum(_ bytes: [UInt8]) -> [UInt8] {
  Hash.bytes(16, of: bytes)
}
