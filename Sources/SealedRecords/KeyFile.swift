import CSodium
package import Secrets
import WalletModel

/// A file with a random key that opens a vault: one line of text, so that it is read like a file
/// with a passphrase.
package enum KeyFile {
  private static let start = Array("walletui-key-1:".utf8)
  private static let digits = 64

  /// The line of a new key file: 256 random bits in hexadecimal.
  package static func newKey() -> Secret {
    let random = Secret(count: digits / 2) { key in
      if let first = key.baseAddress { randombytes_buf(first, key.count) }
    }
    defer { random.wipe() }
    let key = Secret(capacity: start.count + digits)
    for byte in start { key.append(byte) }
    random.withBytes { Hex.write($0) { key.append($0) } }
    return key
  }

  /// Whether this is the line of a key file and not a passphrase.
  package static func isKey(_ secret: Secret) -> Bool {
    secret.withBytes { bytes in
      bytes.count == start.count + digits && bytes.starts(with: start)
        && bytes.dropFirst(start.count).allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
        }
    }
  }
}
