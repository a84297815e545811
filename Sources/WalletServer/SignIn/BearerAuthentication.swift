import Issuer
import WalletAPI
import WalletModel

/// Finds out who asks, by the access token of a request, and limits how often.
final class BearerAuthentication: Sendable {
  private let sessions: Sessions
  private let clientTokens: ClientTokens
  /// Sign-ins of other servers; nil: there are none.
  private let feed: NewsFeed?
  /// The limit of a customer.
  private let limit: LeasedRateLimit
  /// The limit of an address for invalid access tokens. It is not that for wrong passwords, so that
  /// invalid tokens do not prevent signing in.
  private let tokenLimit: RateLimit
  /// Locked memory for signed-in customers: each may have two of the longest requests.
  private let budget = ArenaBudget(bytes: 160 * 1024, each: 104 * 1024)

  init(
    _ ledger: any Ledger, _ options: WalletServer.Options, sessions: Sessions,
    clientTokens: ClientTokens, feed: NewsFeed?
  ) {
    self.feed = feed
    self.sessions = sessions
    self.clientTokens = clientTokens
    limit = LeasedRateLimit(
      ledger, "requests", burst: options.burst, perSecond: options.perSecond, clock: options.clock)
    tokenLimit = RateLimit(burst: 5 * options.signIns, perSecond: 5.0 / 12, clock: options.clock)
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
    guard let found = try find(hash, exchange) else {
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

  private func find(_ hash: [UInt8], _ exchange: Exchange) throws(WalletError)
    -> (context: RequestContext, user: String)?
  {
    if let found = sessions.find(hash) { return found }
    if exchange.withCredentials("Bearer", clientTokens.accepts) == true {
      throw WalletError(
        .scopeMissing, .verbatim("This token is the client's own: it has no wallet"),
        advice: .verbatim("Sign a user in with the password grant."))
    }
    guard let feed, !sessions.knows(hash) else { return nil }
    // It may be another server's. Whoever guesses does not make us ask the ledger without end.
    guard tokenLimit.take(exchange.network) == nil else { return nil }
    tokenLimit.refund(exchange.network)
    try feed.take()
    return sessions.find(hash)
  }

  /// - Throws: `.rateLimited` if the customer has sent too many requests.
  func countRequest(of customer: CustomerID) throws(WalletError) {
    if let seconds = limit.take(customer.rawValue) {
      throw WalletError(.rateLimited, retryAfter: seconds)
    }
  }

  /// Records activity; false: the user was idle for too long before (`SessionActivity.touch`).
  func touch(_ session: String) -> Bool { sessions.touch(session) }
}
