import CPass
import CSodium
package import Secrets

/// The bytes of stack that libcrypto may use.
private let stackDepth = 32 << 10

/// A key pair on P-256, as phone wallets and card networks have them. The secret half is in locked
/// memory.
package struct PassKeyPair: Sendable {
  package let publicKey: PassKey
  let secretKey: Secret

  /// nil: libcrypto is not installed.
  package init?() {
    guard cpass_load() == 0 else { return nil }
    var point = PassKey.empty
    var isMade = false
    secretKey = Secret(count: CPASS_SECRET) { secret in
      isMade = cleaningStack(stackDepth) { cpass_make_key(secret.bytes, &point) } == 0
    }
    guard isMade else { return nil }
    publicKey = PassKey(point)
  }

  /// The same pair for the same words. Anybody who knows the words has the key, so it is only for
  /// the simulation.
  package init?(simulated words: String) {
    guard cpass_load() == 0 else { return nil }
    var point = PassKey.empty
    var isMade = false
    let text = Array(words.utf8)
    secretKey = Secret(count: CPASS_SECRET) { secret in
      guard let bytes = secret.bytes else { return }
      _ = cleaningStack { crypto_hash_sha256(bytes, text, UInt64(text.count)) }
      isMade = cleaningStack(stackDepth) { cpass_public(bytes, &point) } == 0
    }
    guard isMade else { return nil }
    publicKey = PassKey(point)
  }

  /// ECDSA with SHA-256, in DER. nil: it failed.
  package func sign(_ message: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: CPASS_LONGEST_SIGNATURE)
    var size = signature.count
    let isSigned = secretKey.withBytes { secret in
      cleaningStack(stackDepth) {
        cpass_sign(secret.bytes, message, message.count, &signature, &size)
      } == 0
    }
    return isSigned ? Array(signature[..<size]) : nil
  }

  /// Decrypts a message for this pair directly into locked memory. nil: it is damaged, or for
  /// another key.
  package func open(_ box: SealedPass) -> Secret? {
    guard box.ephemeralKey.count == PassKey.size, box.data.count >= CPASS_TAG
    else { return nil }
    var isOpen = false
    let message = Secret(count: box.data.count - CPASS_TAG) { message in
      isOpen = secretKey.withBytes { secret in
        cleaningStack(stackDepth) {
          cpass_open(secret.bytes, box.ephemeralKey, box.data, box.data.count, message.bytes)
        } == 0
      }
    }
    return isOpen ? message : nil
  }

  /// A certificate in DER for another key, signed by this pair. It is valid from a day before
  /// `time` (seconds since 1970) for ten years. nil: it failed.
  package func certify(
    _ key: PassKey, _ subject: String, by issuer: String, isAuthority: Bool, _ time: Int64
  )
    -> [UInt8]?
  {
    var der = [UInt8](repeating: 0, count: CPASS_LONGEST_CERTIFICATE)
    var size = der.count
    let isMade = secretKey.withBytes { secret in
      subject.withCString { subject in
        issuer.withCString { issuer in
          key.point.withUnsafeBufferPointer { point in
            var request = cpass_request(
              subject: subject, public_key: point.baseAddress, issuer: issuer,
              issuer_secret: secret.bytes, is_authority: isAuthority ? 1 : 0,
              not_before: time - 86_400, not_after: time + 10 * 366 * 86_400)
            return cleaningStack(stackDepth) { cpass_certify(&request, &der, &size) } == 0
          }
        }
      }
    }
    return isMade ? Array(der[..<size]) : nil
  }
}

/// The public half.
package struct PassKey: Hashable, Sendable {
  static let size = CPASS_PUBLIC
  static var empty: [UInt8] { [UInt8](repeating: 0, count: size) }
  /// 65 bytes: uncompressed.
  package let point: [UInt8]

  init(_ point: [UInt8]) { self.point = point }

  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    cpass_load() == 0
      && cpass_verify(point, message, message.count, signature, signature.count) == 0
  }

  /// Encrypts for the owner of the secret half (`docs/decisions/data-for-a-phone.md`). nil: it
  /// failed.
  package func seal(_ message: Secret) -> SealedPass? {
    guard cpass_load() == 0 else { return nil }
    var ephemeral = PassKey.empty
    let data = message.withBytes { message -> [UInt8]? in
      var data = [UInt8](repeating: 0, count: message.count + CPASS_TAG)
      let result = cleaningStack(stackDepth) {
        cpass_seal(point, message.bytes, message.count, &ephemeral, &data)
      }
      return result == 0 ? data : nil
    }
    return data.map { SealedPass(ephemeralKey: ephemeral, data: $0) }
  }
}

/// A message for one key, and the ephemeral key that was made for it.
package struct SealedPass: Hashable, Sendable {
  package let ephemeralKey: [UInt8]
  /// With the tag of AES-256-GCM at its end.
  package let data: [UInt8]
}

extension SealedPass {
  /// The ephemeral key and the data in one piece; nil: it is too short.
  package init?(joined bytes: [UInt8]) {
    guard bytes.count > PassKey.size else { return nil }
    self.init(
      ephemeralKey: Array(bytes[..<PassKey.size]), data: Array(bytes.dropFirst(PassKey.size)))
  }

  package var joined: [UInt8] { ephemeralKey + data }
}
