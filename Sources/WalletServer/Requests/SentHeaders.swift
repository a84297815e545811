import WalletAPI

extension WireResponse {
  /// The headers of every response.
  static let commonHeaders = [
    WireField("X-Content-Type-Options", "nosniff"),
    WireField("Content-Security-Policy", "default-src 'none'"),
  ]

  /// Calls `body` with the headers that are sent: its own and the common ones.
  func forEachSentHeader(_ body: (WireField) -> Void) {
    for field in headers { body(field) }
    // A page for browsers has a policy of its own.
    for field in Self.commonHeaders where header(field.name) == nil { body(field) }
  }
}
