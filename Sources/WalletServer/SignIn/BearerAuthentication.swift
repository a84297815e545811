import WalletAPI
import WalletModel

/// Finds out who asks, by the access token of a request. It refuses a request without a valid one
/// with 401, a client's own token with 403, and too many unknown tokens with 429.
final class BearerAuthentication: Stage {
  private let sessions: Sessions
  private let clientTokens: ClientTokens
  /// The limit of an address for invalid access tokens. It is not that for wrong passwords, so that
  /// invalid tokens do not prevent signing in.
  private let tokenLimit: RateLimit
  /// Locked memory for signed-in customers: each may have two of the longest requests.
  private let budget = ArenaBudget(bytes: 160 * 1024, each: 104 * 1024)

  init(_ options: WalletServer.Options, sessions: Sessions, clientTokens: ClientTokens) {
    self.sessions = sessions
    self.clientTokens = clientTokens
    tokenLimit = RateLimit(forMistakesOf: options)
  }

  /// - Throws: `.unauthorized`, `.scopeMissing` for a client's own token, `.rateLimited`.
  func signedIn(_ exchange: Exchange) throws(WalletError) -> RequestContext {
    if let refused = exchange.refusedToken { throw refused }
    guard let hash = exchange.token ?? exchange.credentialsHash("Bearer") else {
      // RFC 6750, 3.1: without a token there is no error code.
      exchange.challenge = "Bearer realm=\"Prepaid Cards\""
      throw WalletError(.unauthorized)
    }
    exchange.token = hash
    guard let found = sessions.find(hash) else {
      guard !clientTokens.contains(hash) else {
        throw WalletError(
          .scopeMissing, .verbatim("This token is the client's own: it has no wallet"),
          advice: .verbatim("Sign a user in with the password grant."))
      }
      // Clients renew known tokens that have expired. Only unknown tokens are counted, once for
      // each request.
      let limit = sessions.knows(hash) ? nil : tokenLimit.take(exchange.network)
      let refused = limit.map { TokenEndpoint.tooMany($0) } ?? WalletError(.unauthorized)
      exchange.refusedToken = refused
      throw refused
    }
    exchange.user = found.user
    if exchange.account == nil {
      // The body, the hash of its idempotency key, and up to four times as much for short secrets.
      exchange.account = (budget, found.context.customerID.rawValue, factor: 6)
    }
    return found.context
  }

  func answer(_ request: OperationRequest, _ next: Next<WalletCall>) throws(WalletError)
    -> WireResponse
  {
    let context = try signedIn(request.exchange)
    return try next(
      WalletCall(
        exchange: request.exchange, route: request.route, ids: request.ids, request: request.wire,
        context: context))
  }
}
