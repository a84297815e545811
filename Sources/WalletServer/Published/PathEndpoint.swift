import WalletAPI

/// What answers paths of its own, for which no customer has to be signed in.
protocol PathEndpoint: Sendable {
  /// Whether the path belongs to it.
  func has(_ path: String) -> Bool
  /// Decides whether a body of this length, 1 or more, is kept: sets `account` or `refusal`.
  func announced(_ length: Int, _ exchange: Exchange)
  func answer(_ exchange: Exchange) -> WireResponse
}

/// All of them.
struct PathEndpoints: Sendable {
  /// The start of the paths of operations.
  static let operationPaths = Wire.base + "/"

  let tokens: TokenEndpoint
  /// What has paths outside of `Wire.base`, where most requests are not.
  let others: [any PathEndpoint]

  func find(_ path: String) -> (any PathEndpoint)? {
    if tokens.has(path) { return tokens }
    return path.hasPrefix(Self.operationPaths) ? nil : others.first { $0.has(path) }
  }
}
