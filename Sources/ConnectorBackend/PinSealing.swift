import CPass
import CSodium
import IssuerConnectors
import Secrets
import WalletAPI
import WalletModel

/// Encrypts new PINs for issuers.
enum PinSealing {
  /// The bytes of stack that libcrypto may use.
  private static let stackDepth = 32 << 10
  /// RSA keys have 8192 bits at most.
  private static let longestBox = 1024

  /// A JSON Web Encryption in its compact form (RFC 7516, RFC 7518): RSA-OAEP, A128CBC-HS256.
  ///
  /// - Throws: `.internalError` if the key cannot be used, or libcrypto is not installed.
  static func jwe(_ pin: Secret, _ key: PinKey) throws(WalletError) -> String {
    let header = JSON.object([
      ("alg", "RSA-OAEP"), ("enc", "A128CBC-HS256"), ("kid", .string(key.id)),
    ])
    let head = Base64.encodeURL(header.openBytes)
    var vector = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&vector, vector.count)
    let contentKey = Secret(count: 32) { bytes in
      if let start = bytes.baseAddress { randombytes_buf(start, bytes.count) }
    }
    defer { contentKey.wipe() }
    let wrapped = try oaep(contentKey, key)
    let (box, tag) = try cbcHMAC(pin, contentKey, vector, Array(head.utf8))
    return ([head] + [wrapped, vector, box, tag].map(Base64.encodeURL)).joined(separator: ".")
  }

  /// JSON with a new nonce, encrypted with RSA-OAEP, in Base64.
  ///
  /// - Throws: `.internalError` if the key cannot be used, or libcrypto is not installed.
  static func rsa(_ pin: Secret, _ key: PinKey) throws(WalletError) -> String {
    let nonce = Int64.random(in: 10_000_000...999_999_999_999)
    let message = JSON.object([("nonce", .integer(nonce)), ("pin", .secret(pin))]).sealed()
    defer { message.wipe() }
    return Base64.encode(try oaep(message, key))
  }

  /// RSA-OAEP with SHA-1 (RFC 8017).
  private static func oaep(_ message: Secret, _ key: PinKey) throws(WalletError) -> [UInt8] {
    guard cpass_load() == 0 else { throw failed("libcrypto isn't installed") }
    var box = [UInt8](repeating: 0, count: longestBox)
    var size = box.count
    let isSealed = message.withBytes { message in
      key.withRSAKey { key in
        var key = key
        return cleaningStack(stackDepth) {
          cpass_rsa_oaep(&key, message.bytes, message.count, &box, &size)
        } == 0
      }
    }
    guard isSealed else { throw failed("the issuer's key for PINs can't be used") }
    return Array(box[..<size])
  }

  /// AES_128_CBC_HMAC_SHA_256 (RFC 7518, 5.2.3).
  ///
  /// - Parameters:
  ///   - key: 32 bytes: the first half is for the tag.
  ///   - vector: 16 bytes.
  static func cbcHMAC(
    _ message: Secret, _ key: Secret, _ vector: [UInt8], _ associated: [UInt8]
  ) throws(WalletError) -> (box: [UInt8], tag: [UInt8]) {
    guard cpass_load() == 0 else { throw failed("libcrypto isn't installed") }
    var box = [UInt8](repeating: 0, count: message.withBytes(\.count) + 16)
    var size = 0
    let isSealed = message.withBytes { message in
      key.withBytes { key in
        cleaningStack(stackDepth) {
          cpass_aes128_cbc(
            key.bytes.map { $0 + 16 }, vector, message.bytes, message.count, &box, &size)
        } == 0
      }
    }
    guard isSealed, size <= box.count else { throw failed("AES failed") }
    box.removeSubrange(size...)
    let bits = withUnsafeBytes(of: UInt64(associated.count * 8).bigEndian) { Array($0) }
    let macKey = key.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[..<16])) }
    defer { macKey.wipe() }
    let tag = Hash.hmacSHA256(of: associated + vector + box + bits, key: macKey)
    return (box, Array(tag.prefix(16)))
  }

  private static func failed(_ why: String) -> WalletError {
    WalletError(.internalError, details: [.verbatim(why)])
  }
}

extension PinKey {
  fileprivate func withRSAKey(_ body: (cpass_rsa_key) -> Bool) -> Bool {
    switch numbers {
    case .der(let der):
      der.withUnsafeBufferPointer {
        body(
          cpass_rsa_key(
            der: $0.baseAddress, der_count: $0.count, modulus: nil, modulus_count: 0,
            exponent: nil, exponent_count: 0))
      }
    case .modulus(let modulus, let exponent):
      modulus.withUnsafeBufferPointer { modulus in
        exponent.withUnsafeBufferPointer { exponent in
          body(
            cpass_rsa_key(
              der: nil, der_count: 0, modulus: modulus.baseAddress, modulus_count: modulus.count,
              exponent: exponent.baseAddress, exponent_count: exponent.count))
        }
      }
    }
  }
}
