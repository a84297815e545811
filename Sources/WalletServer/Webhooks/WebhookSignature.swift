import Secrets
import WalletModel

/// The published signature: Base64 of HMAC-SHA256 over the bytes of the body.
enum WebhookSignature {
  static func of(_ body: [UInt8], key: WebhookKey) -> String {
    Base64.encode(Hash.hmacSHA256(of: body, key: key.secret))
  }

  /// The lines of a request's head. While a key is being replaced there are two.
  static func lines(_ body: [UInt8], _ options: WebhookOptions) -> [String] {
    ["Signature: " + of(body, key: options.key)]
      + (options.nextKey.map { ["Signature-Next: " + of(body, key: $0)] } ?? [])
  }
}
