import Secrets
import WalletModel

/// The published signature: Base64 of HMAC-SHA256 over the bytes of the body.
enum WebhookSignature {
  static func of(_ body: [UInt8], key: Secret) -> String {
    Base64.encode(Hash.hmacSHA256(of: body, key: key))
  }
}
