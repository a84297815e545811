import WalletAPI

/// What answers paths outside of `Wire.base`, where nobody is signed in.
protocol PathEndpoint: Sendable {
  /// Whether the path belongs to it.
  func has(_ path: String) -> Bool
  /// Decides whether a body of this length, 1 or more, is kept: sets `account` or `refusal`.
  func announced(_ length: Int, _ exchange: Exchange)
  func answer(_ exchange: Exchange) -> WireResponse
}
