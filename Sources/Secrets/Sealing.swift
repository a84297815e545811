import CSodium

/// The public half of an X25519 key pair. Only the owner of the secret half can open what is sealed
/// with it.
package struct SealingKey: Sendable {
  private let bytes: [UInt8]

  /// nil: not 32 bytes, or a point of low order, with which the shared secret is known to everyone.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == crypto_box_publickeybytes() else { return nil }
    let pair = SealingKeyPair()
    defer { pair.wipe() }
    guard pair.agrees(with: bytes) else { return nil }
    self.bytes = bytes
  }

  /// Seals a message together with its subject (libsodium's `crypto_box_seal`), so that it cannot
  /// be used for another subject. nil: it cannot be done.
  package func seal(_ message: Secret, about label: String) -> [UInt8]? {
    let head = Array(label.utf8) + [end]
    let all = message.withBytes { message -> Secret in
      Secret(count: head.count + message.count) { all in
        all.copyBytes(from: head)
        UnsafeMutableRawBufferPointer(rebasing: all[head.count...]).copyMemory(from: message)
      }
    }
    defer { all.wipe() }
    return all.withBytes { all in
      var box = [UInt8](repeating: 0, count: all.count + crypto_box_sealbytes())
      guard let start = all.bytes else { return nil }
      let result = cleaningStack { crypto_box_seal(&box, start, UInt64(all.count), bytes) }
      return result == 0 ? box : nil
    }
  }
}

/// A key pair for sealed messages. The secret half is in locked memory until `wipe`.
package final class SealingKeyPair: Sendable {
  /// 32 bytes, not secret.
  package let publicKey: [UInt8]
  private let secretKey: Secret

  package init() {
    _ = sodium_init()
    var publicKey = [UInt8](repeating: 0, count: crypto_box_publickeybytes())
    secretKey = Secret(count: crypto_box_secretkeybytes()) { space in
      guard let space = space.bytes else { return }
      _ = cleaningStack { crypto_box_keypair(&publicKey, space) }
    }
    self.publicKey = publicKey
  }

  /// A pair from its secret half, which is copied. nil: it does not have 32 bytes.
  package init?(secretKey: Secret) {
    _ = sodium_init()
    guard secretKey.count == crypto_box_secretkeybytes() else { return nil }
    var publicKey = [UInt8](repeating: 0, count: crypto_box_publickeybytes())
    self.secretKey = secretKey.withBytes { bytes in
      if let start = bytes.bytes {
        _ = cleaningStack { crypto_scalarmult_base(&publicKey, start) }
      }
      return Secret(copying: bytes)
    }
    self.publicKey = publicKey
  }

  /// Reads the secret half: 32 bytes.
  package func withSecretKey<R: Sendable>(
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    try secretKey.withBytes(body)
  }

  /// Decrypts a box into locked memory. nil: it is damaged, for another key, or has another
  /// subject.
  package func open(_ box: [UInt8], about label: String) -> Secret? {
    let head = Array(label.utf8) + [end]
    let count = box.count - crypto_box_sealbytes()
    guard count >= head.count else { return nil }
    var isOpen = false
    let all = Secret(count: count) { all in
      isOpen = secretKey.withBytes { key in
        guard let all = all.bytes, let key = key.bytes else { return false }
        return cleaningStack {
          crypto_box_seal_open(all, box, UInt64(box.count), publicKey, key)
        } == 0
      }
    }
    defer { all.wipe() }
    guard isOpen else { return nil }
    return all.withBytes { all in
      guard all.starts(with: head) else { return nil }
      return Secret(copying: UnsafeRawBufferPointer(rebasing: all[head.count...]))
    }
  }

  /// Nothing can be opened afterwards.
  package func wipe() { secretKey.wipe() }

  /// Whether this pair and that key have a shared secret.
  fileprivate func agrees(with key: [UInt8]) -> Bool {
    var agrees = false
    let shared = Secret(count: crypto_box_beforenmbytes()) { shared in
      agrees = secretKey.withBytes { secretKey in
        guard let shared = shared.bytes, let secretKey = secretKey.bytes else { return false }
        return cleaningStack { crypto_box_beforenm(shared, key, secretKey) } == 0
      }
    }
    shared.wipe()
    return agrees
  }
}

/// Separates the subject from the message.
private let end = UInt8(ascii: "\n")
