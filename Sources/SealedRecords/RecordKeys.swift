import CSodium
package import Issuer
package import Secrets

/// All keys of an open vault, derived from its random data key. They are only in locked memory.
package final class RecordKeys: Sendable {
  package let summary: Secret
  package let secret: Secret
  package let pin: Secret
  package let audit: Secret
  package let root: Secret
  package let set: Secret
  package let index: Secret
  /// For the tags of idempotency keys.
  package let changes: Secret
  package let issuer: IssuerKeys

  /// - Parameter issuerSeed: 32 bytes that the issuer's own keys are derived from instead of
  ///   `data`, so that a demo has the same CVVs each time.
  package init(data: Secret, issuerSeed: Secret? = nil) {
    func derive(_ number: UInt64, from key: Secret) -> Secret {
      Secret(count: 32) { out in
        key.withBytes { key in
          guard let out = out.bytes, let key = key.bytes else { return }
          _ = cleaningStack { crypto_kdf_derive_from_key(out, 32, number, "walletui", key) }
        }
      }
    }
    summary = derive(1, from: data)
    secret = derive(2, from: data)
    pin = derive(3, from: data)
    audit = derive(4, from: data)
    root = derive(5, from: data)
    set = derive(6, from: data)
    index = derive(7, from: data)
    changes = index
    let seed = issuerSeed ?? data
    issuer = IssuerKeys(
      cvv: derive(8, from: seed), codes: derive(9, from: data), requests: derive(10, from: data))
  }

  /// The same keys for another thread: threads that read one secret wait for each other.
  package func copy() -> RecordKeys { RecordKeys(copying: self) }

  private init(copying other: RecordKeys) {
    summary = other.summary.copy()
    secret = other.secret.copy()
    pin = other.pin.copy()
    audit = other.audit.copy()
    root = other.root.copy()
    set = other.set.copy()
    index = other.index.copy()
    changes = other.changes.copy()
    issuer = other.issuer
  }

  private static let keptCount = 4

  /// Those that stay when the data key is replaced. Others know what was made with the issuer's
  /// keys, such as CVVs and tokens, and the tags of idempotency keys cannot be made again.
  package var kept: Secret {
    Secret(count: Self.keptCount * 32) { out in
      for (number, key) in [issuer.cvv, issuer.codes, issuer.requests, changes].enumerated() {
        key.withBytes {
          UnsafeMutableRawBufferPointer(rebasing: out[number * 32..<number * 32 + 32])
            .copyMemory(from: $0)
        }
      }
    }
  }

  /// The keys of `other`, except these of an earlier data key; nil: they are none.
  package init?(_ other: RecordKeys, keeping kept: Secret) {
    guard kept.count == Self.keptCount * 32 else { return nil }
    func key(_ number: Int) -> Secret {
      kept.withBytes {
        Secret(copying: UnsafeRawBufferPointer(rebasing: $0[number * 32..<number * 32 + 32]))
      }
    }
    summary = other.summary
    secret = other.secret
    pin = other.pin
    audit = other.audit
    root = other.root
    set = other.set
    index = other.index
    issuer = IssuerKeys(cvv: key(0), codes: key(1), requests: key(2))
    changes = key(3)
  }

  /// What a card number is found by. It is useless without the key.
  package func tag(ofNumber pan: Secret) -> [UInt8] {
    pan.withBytes { Hash.bytes(16, of: $0, key: index) }
  }

  package func key(of kind: RecordKind) -> Secret {
    switch kind {
    case .root: root
    case .pan, .code, .authenticator, .deviceKeys, .issuerKey, .keptKeys: secret
    case .pin: pin
    case .audit: audit
    default: summary
    }
  }
}
