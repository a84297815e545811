/// How an issuer wants to be asked.
package struct IssuerRules: Hashable, Sendable {
  /// Requests in a second.
  package struct Rate: Hashable, Sendable {
    package var reads: Int
    package var writes: Int

    package init(reads: Int, writes: Int) {
      self.reads = reads
      self.writes = writes
    }

    /// The pause between two looks for news, in milliseconds: a tenth of the reads at most.
    ///
    /// - Parameter requests: What a look takes.
    package func pollingPause(wanted: Int, requests: Int = 1) -> Int {
      max(wanted, requests * 10_000 / max(1, reads))
    }
  }

  /// The form of an idempotency key, which is 32 hexadecimal digits here.
  package enum KeyForm: Hashable, Sendable {
    /// As it is.
    case digits
    /// A UUID of version 4 (RFC 9562): with hyphens, and with the version and the variant in their
    /// places. Two keys that differ only in these six bits are the same.
    case uuid
  }

  package var rate: Rate
  package var keyForm: KeyForm
  /// Whether changes of a card are sent with a key as well as new cards.
  package var changesHaveKeys: Bool
  /// How long a key is remembered, in seconds; nil: not at all.
  package var keySeconds: Int?

  package init(rate: Rate, keyForm: KeyForm, changesHaveKeys: Bool, keySeconds: Int?) {
    self.rate = rate
    self.keyForm = keyForm
    self.changesHaveKeys = changesHaveKeys
    self.keySeconds = keySeconds
  }

  /// A key in the issuer's form.
  package func written(_ key: String) -> String {
    guard keyForm == .uuid, key.utf8.count == 32 else { return key }
    var digits = Array(key)
    digits[12] = "4"
    digits[16] = ["8", "9", "a", "b"][(digits[16].hexDigitValue ?? 0) & 3]
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return parts.joined(separator: "-")
  }
}
