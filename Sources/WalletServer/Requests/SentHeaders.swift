import WalletAPI

extension WireResponse {
  /// An answer that nobody stores.
  static func unstored(_ status: Int, _ body: WireBody, type: String = "application/json")
    -> WireResponse
  {
    let headers = [WireField("Content-Type", type), WireField("Cache-Control", "no-store")]
    return WireResponse(status, headers: headers, body: body)
  }

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
