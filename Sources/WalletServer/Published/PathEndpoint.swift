import WalletAPI

/// What answers paths of its own, for which no customer has to be signed in.
protocol PathEndpoint: Sendable {
  /// Whether the path belongs to it. Asked of each request, most of which are operations.
  func has(_ path: String) -> Bool
  /// Decides whether a body of this length, 1 or more, is kept: sets `account` or `refusal`.
  func announced(_ length: Int, _ exchange: Exchange)
  func answer(_ exchange: Exchange) -> WireResponse
}
