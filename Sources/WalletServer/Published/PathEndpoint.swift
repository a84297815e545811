import WalletAPI

/// What answers paths outside of `Wire.base`, where nobody is signed in.
protocol PathEndpoint: Sendable {
  /// Whether the path belongs to it.
  func has(_ path: String) -> Bool
  /// The most bytes of a body. A longer one is refused before it is read.
  var longestBody: Int { get }
  /// Decides whether a body of this length, 1 or more, is kept: sets `account` or `refusal`.
  func announced(_ length: Int, _ exchange: Exchange)
  func answer(_ exchange: Exchange) -> WireResponse
}

extension PathEndpoint {
  var longestBody: Int { Wire.longestRequest }
}
