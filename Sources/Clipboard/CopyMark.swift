import CSodium
package import Secrets

/// Tells a secret that was copied again, without holding it: a hash under a key that nobody else
/// has.
package struct CopyMark: Sendable {
  /// Bytes of what was copied.
  let count: Int
  private let key: Secret
  private let hash: Secret

  package init(_ secret: Secret) {
    count = secret.count
    key = Secret(count: 32) { key in
      if let start = key.baseAddress { randombytes_buf(start, key.count) }
    }
    hash = Self.hash(secret, key)
  }

  package func matches(_ other: Secret) -> Bool {
    let theirs = Self.hash(other, key)
    defer { theirs.wipe() }
    return hash.matches(theirs)
  }

  private static func hash(_ secret: Secret, _ key: Secret) -> Secret {
    Secret(count: 32) { hash in
      secret.withBytes { bytes in key.withBytes { Hash.fill(hash, of: bytes, key: $0) } }
    }
  }
}
