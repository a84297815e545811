import CSodium
import Secrets

/// What only this device reads again. It is encrypted with a key that is derived from a key of the
/// device (XChaCha20-Poly1305).
extension DeviceKeyRing {
  private static let overhead = 24 + 16

  /// The id of the newest key, a nonce, the ciphertext and a tag; nil: the device has no key.
  ///
  /// - Parameter subject: Must be the same to open it.
  package func encrypt(_ content: [UInt8], about subject: String) -> [UInt8]? {
    guard let key = keys.last else { return nil }
    let id = Array(key.id.utf8)
    let bound = id + Array(subject.utf8)
    let secret = key.cacheKey()
    defer { secret.wipe() }
    var box = [UInt8](repeating: 0, count: Self.overhead + content.count)
    box.withUnsafeMutableBytes { box in
      secret.withBytes { secret in
        guard let out = box.bytes, let secret = secret.bytes else { return }
        randombytes_buf(out, 24)
        _ = cleaningStack {
          crypto_aead_xchacha20poly1305_ietf_encrypt(
            out + 24, nil, content, UInt64(content.count), bound, UInt64(bound.count), nil, out,
            secret)
        }
      }
    }
    return id + box
  }

  /// nil: another device or key has encrypted it, or it is about something else, or it was changed.
  package func decrypt(_ bytes: [UInt8], about subject: String) -> [UInt8]? {
    let idCount = DeviceKey.idCount
    let count = bytes.count - idCount - Self.overhead
    guard count >= 0,
      let key = keys.first(where: { Array($0.id.utf8) == Array(bytes[..<idCount]) })
    else { return nil }
    let bound = Array(bytes[..<idCount]) + Array(subject.utf8)
    let secret = key.cacheKey()
    defer { secret.wipe() }
    let box = Array(bytes[idCount...])
    var content = [UInt8](repeating: 0, count: max(1, count))
    let isOpen = content.withUnsafeMutableBytes { content in
      box.withUnsafeBytes { box in
        secret.withBytes { secret in
          guard let out = content.bytes, let box = box.bytes, let secret = secret.bytes else {
            return false
          }
          return cleaningStack {
            crypto_aead_xchacha20poly1305_ietf_decrypt(
              out, nil, nil, box + 24, UInt64(count + 16), bound, UInt64(bound.count), box, secret)
          } == 0
        }
      }
    }
    return isOpen ? Array(content[..<count]) : nil
  }
}

extension DeviceKey {
  static let idCount = 32

  /// 32 bytes, from the secret half.
  fileprivate func cacheKey() -> Secret {
    Secret(count: 32) { out in
      let label = Array("walletui cache key 1".utf8)
      pair.withSecretKey { secret in
        label.withUnsafeBytes { Hash.fill(out, of: $0, key: secret) }
      }
    }
  }
}
