import Secrets
import WalletModel

/// Tokens that stand for something in the ledger: a text, a full stop, and 32 hexadecimal digits that
/// only the issuer can compute. So no token is stored.
struct IssuedTokens {
  /// What a token is for. One for another purpose is not accepted.
  enum Purpose: String {
    case handle = "payment handle"
    case customer = "customer"
    case savedCard = "saved card"
  }

  private static let longest = 256
  private let key: Secret

  init(key: Secret) { self.key = key }

  func make(_ purpose: Purpose, _ text: String) -> Secret {
    let signed = Array("\(purpose.rawValue) \(text)".utf8)
    let hash = CardNumbers.keyedHash(
      of: SecretBytes(count: signed.count) { $0.copyBytes(from: signed) }, key: key)
    let token = Secret(capacity: text.utf8.count + 33)
    for byte in text.utf8 { token.append(byte) }
    token.append(UInt8(ascii: "."))
    hash.withBytes { Hex.write($0.prefix(16)) { token.append($0) } }
    return token
  }

  /// The text in a token; nil: it is no token of this issuer for this purpose.
  func text(_ purpose: Purpose, of token: Secret) -> String? {
    guard token.count <= Self.longest else { return nil }
    let text = token.withBytes { bytes in
      bytes.lastIndex(of: UInt8(ascii: ".")).map {
        String(decoding: bytes[..<$0], as: UTF8.self)
      }
    }
    guard let text, token.matches(make(purpose, text)) else { return nil }
    return text
  }
}
