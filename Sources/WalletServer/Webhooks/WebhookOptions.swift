package import Secrets

/// Where events are sent, and how often.
package struct WebhookOptions: Sendable {
  package let addresses: [WebhookAddress]
  /// The key of `Signature`.
  package let key: WebhookKey
  /// The key of `Signature-Next`, which takes the place of `key` later; nil: none.
  package let nextKey: WebhookKey?
  /// A file with the certificates (PEM) of those that alone may vouch for an address; nil: those of
  /// the system.
  package let trust: String?
  /// The time limit for one attempt.
  package var seconds = 10.0
  /// The pause after the first failed attempt. It doubles with each further one.
  package var firstPause = 1.0
  package var longestPause = 3600.0
  /// Attempts, before an event becomes a dead letter.
  package var attempts = 16

  package init(
    addresses: [WebhookAddress], key: WebhookKey, nextKey: WebhookKey? = nil,
    trust: String? = nil
  ) {
    self.addresses = addresses
    self.key = key
    self.nextKey = nextKey
    self.trust = trust
  }
}

/// The key of signatures, which has so many bytes that nobody guesses it.
package struct WebhookKey: Sendable {
  package static let shortest = 16
  let secret: Secret

  /// nil: it is too short.
  package init?(_ secret: Secret) {
    if secret.count < Self.shortest { return nil }
    self.secret = secret
  }
}

/// An address of the operator: `https://shop.example/hooks`. The path of the event follows it.
package struct WebhookAddress: Hashable, Sendable {
  private static let longest = 500
  package let text: String
  /// Without encryption, to this machine only.
  let isPlain: Bool

  /// - Throws: What is wrong with it.
  package init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !"?#@\\\"<>".utf8.contains($0) })
    else { throw Problem("an address has no query, no fragment, no user and no special signs") }
    guard let scheme = ["https", "http"].first(where: { text.hasPrefix($0 + "://") }) else {
      throw Problem("an address begins with https://")
    }
    let rest = text.dropFirst(scheme.count + 3)
    let host = rest.prefix { $0 != "/" }
    if host.isEmpty || host.hasPrefix(":") { throw Problem("the host is missing") }
    isPlain = scheme == "http"
    if isPlain && !Self.isLoopback(host) {
      throw Problem("http is only for 127.0.0.1 and [::1]; use https")
    }
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    self.text = text
  }

  package struct Problem: Error {
    package let text: String
    init(_ text: String) { self.text = text }
  }

  /// Whether it is an address of this machine in digits: no name server is asked.
  private static func isLoopback(_ authority: Substring) -> Bool {
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let parts = authority.prefix { $0 != ":" }.split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
