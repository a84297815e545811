import CSodium
package import Secrets

/// Recognises a copied secret without storing it: a hash with a random key.
package struct CopyMark: Sendable {
  /// The length of the copied secret in bytes.
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
