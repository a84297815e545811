package import Secrets
package import WalletAPI
package import WalletModel

/// How an issuer signs its webhooks. It does no I/O, and the clock is a parameter.
package enum WebhookScheme: Sendable {
  /// Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, with the key in base 64 after
  /// `whsec_`. Lithic and Increase.
  case standardWebhooks
  /// HMAC-SHA256 over `timestamp.body`, with the whole secret as key. Stripe.
  case stripe

  /// The most seconds that a signature may be old, or from the future.
  package static let tolerance: Int64 = 300

  private static let standardID = "webhook-id"
  private static let standardTime = "webhook-timestamp"
  private static let standardSignature = "webhook-signature"
  private static let stripeSignature = "Stripe-Signature"

  /// The headers that it needs.
  package var headers: [String] {
    switch self {
    case .standardWebhooks: [Self.standardID, Self.standardTime, Self.standardSignature]
    case .stripe: [Self.stripeSignature]
    }
  }

  /// The key of signatures, from the secret as the issuer shows it; nil: it does not have the form.
  /// The caller wipes both.
  package func key(in secret: Secret) -> Secret? {
    switch self {
    case .stripe: secret.isEmpty ? nil : secret.copy()
    case .standardWebhooks: secret.withBytes { Base64.key(in: $0) }
    }
  }

  /// The id of the webhook in its headers, which the signature protects; nil: its body has one.
  package func id(in headers: [WireField]) -> String? {
    self == .standardWebhooks ? headers.first(named: Self.standardID) : nil
  }

  /// Whether the issuer has signed these bytes with one of the keys, at most `tolerance` ago.
  ///
  /// - Parameters:
  ///   - headers: Each of `headers` once.
  ///   - body: As received.
  ///   - keys: Of `key(in:)`. While a key is being replaced there are several.
  package func isSigned(
    _ headers: [WireField], _ body: UnsafeRawBufferPointer, by keys: [Secret], at now: Timestamp
  ) -> Bool {
    guard let signed = signed(headers), let time = Self.seconds(signed.time),
      abs(time - now.milliseconds / 1000) <= Self.tolerance
    else { return false }
    // All are compared, so that the time says nothing about the key.
    var isRight = false
    for key in keys {
      let wanted = Hash.hmacSHA256(of: body, after: Array(signed.head.utf8), key: key)
      for signature in signed.signatures where Hash.areEqual(signature, wanted) { isRight = true }
    }
    return isRight
  }

  private struct Signed {
    /// What is signed before the body.
    let head: String
    let time: String
    let signatures: [[UInt8]]
  }

  /// nil: a header is missing or does not have the form.
  private func signed(_ headers: [WireField]) -> Signed? {
    switch self {
    case .standardWebhooks:
      guard let id = headers.first(named: Self.standardID), !id.isEmpty,
        let time = headers.first(named: Self.standardTime),
        let text = headers.first(named: Self.standardSignature)
      else { return nil }
      return Signed(
        head: "\(id).\(time).", time: time,
        signatures: Self.values(of: "v1", in: text, " ", ",").compactMap { Base64.decode($0) })
    case .stripe:
      guard let text = headers.first(named: Self.stripeSignature) else { return nil }
      let times = Self.values(of: "t", in: text, ",", "=")
      guard let time = times.first, times.count == 1 else { return nil }
      return Signed(
        head: "\(time).", time: time,
        signatures: Self.values(of: "v1", in: text, ",", "=").compactMap { Hex.decode($0) })
    }
  }

  /// The values of a name in a list of names and values. Other names are other versions.
  private static func values(
    of name: String, in text: String, _ separator: Character, _ sign: Character
  ) -> [String] {
    text.split(separator: separator).compactMap { part in
      let parts = part.split(separator: sign, maxSplits: 1)
      return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
    }
  }

  private static func seconds(_ text: String) -> Int64? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(text)
  }
}

extension Base64 {
  /// The key after `whsec_`, read in locked memory; nil: it does not have this form.
  fileprivate static func key(in secret: UnsafeRawBufferPointer) -> Secret? {
    let start = Array("whsec_".utf8)
    guard secret.starts(with: start) else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: secret.dropFirst(start.count))
    let key = Secret(capacity: max(1, text.count))
    guard decode(text, { key.append($0) }), !key.isEmpty else {
      key.wipe()
      return nil
    }
    return key
  }
}
