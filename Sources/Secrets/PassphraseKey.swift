import CSodium

/// The cost of deriving a key from a passphrase (Argon2id).
package struct KDFParameters: Hashable, Sendable {
  /// Passes over the memory.
  package var operations: UInt32
  package var memoryBytes: UInt64
  package init(operations: UInt32, memoryBytes: UInt64) {
    self.operations = operations
    self.memoryBytes = memoryBytes
  }

  /// 256 MiB, three passes: 0.85 s on a small machine.
  package static let standard = KDFParameters(operations: 3, memoryBytes: 256 << 20)
  /// The lowest cost, for tests only.
  package static let minimum = KDFParameters(operations: 1, memoryBytes: 8192)

  /// The cost of what is new: `standard`. A test can choose `minimum` for a debug build.
  package static var usual: KDFParameters {
    #if DEBUG
      if TestSettings.current.takesLowestCost { return minimum }
    #endif
    return standard
  }

  /// Whether a file may ask for this cost. Checked before anything is allocated (S16).
  package var isAcceptable: Bool {
    (1...12).contains(operations) && (8192...(1 << 30)).contains(memoryBytes)
  }
}

/// A key that is derived from a passphrase, and encrypts other keys (XChaCha20-Poly1305).
package struct PassphraseKey: Sendable {
  /// The length of a salt in bytes.
  package static let saltCount = 16
  /// What a box is longer than its content: the nonce and the tag.
  package static let overhead = 24 + 16

  private let key: Secret
  /// What the key of the bytes as they were given is derived from, if they were not normalised.
  private var given: (passphrase: Secret, salt: [UInt8], parameters: KDFParameters)?

  /// The key of the normalised passphrase. Takes the time and the memory of `parameters`. nil:
  /// there is not enough memory.
  package init?(_ passphrase: Secret, salt: [UInt8], _ parameters: KDFParameters) {
    guard let normal = passphrase.normalized() else {
      self.init(bytes: passphrase, salt: salt, parameters)
      return
    }
    defer { normal.wipe() }
    self.init(bytes: normal, salt: salt, parameters)
    given = (passphrase, salt, parameters)
  }

  private init?(bytes passphrase: Secret, salt: [UInt8], _ parameters: KDFParameters) {
    guard salt.count == Self.saltCount else { return nil }
    var isMade = false
    key = Secret(count: 32) { key in
      passphrase.withBytes { passphrase in
        guard let out = key.bytes, let text = passphrase.characters else { return }
        isMade =
          cleaningStack(passwordStack) {
            crypto_pwhash(
              out, 32, text, UInt64(passphrase.count), salt, UInt64(parameters.operations),
              Int(parameters.memoryBytes), crypto_pwhash_alg_argon2id13())
          } == 0
      }
    }
    guard isMade else { return nil }
  }

  /// The nonce, the ciphertext and the tag. `bound` is not in the box and must be the same to open it.
  package func seal(_ content: Secret, boundTo bound: [UInt8]) -> [UInt8] {
    var box = [UInt8](repeating: 0, count: content.count + Self.overhead)
    box.withUnsafeMutableBytes { box in
      guard let out = box.bytes else { return }
      randombytes_buf(out, 24)
      content.withBytes { content in
        key.withBytes { key in
          guard let data = content.bytes, let key = key.bytes else { return }
          _ = cleaningStack {
            crypto_aead_xchacha20poly1305_ietf_encrypt(
              out + 24, nil, data, UInt64(content.count), bound, UInt64(bound.count), nil, out,
              key)
          }
        }
      }
    }
    return box
  }

  /// The content; nil if the passphrase was another one, or the box or `bound` has changed.
  ///
  /// What was sealed before passphrases were normalised has the key of the bytes as they were
  /// given. It takes as long again, and the passphrase must not have been wiped.
  package func open(_ box: [UInt8], boundTo bound: [UInt8]) -> Secret? {
    let count = box.count - Self.overhead
    guard count > 0 else { return nil }
    var isOpen = false
    let content = Secret(count: count) { content in
      box.withUnsafeBytes { box in
        key.withBytes { key in
          guard let out = content.bytes, let box = box.bytes, let key = key.bytes else { return }
          isOpen =
            cleaningStack {
              crypto_aead_xchacha20poly1305_ietf_decrypt(
                out, nil, nil, box + 24, UInt64(count + 16), bound, UInt64(bound.count), box, key)
            } == 0
        }
      }
    }
    if isOpen { return content }
    content.wipe()
    guard let given else { return nil }
    return Self(bytes: given.passphrase, salt: given.salt, given.parameters)?
      .open(box, boundTo: bound)
  }
}
