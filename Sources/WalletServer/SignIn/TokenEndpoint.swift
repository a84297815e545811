import Issuer
import Secrets
import Threads
import WalletAPI
import WalletModel

/// Signing in (B18–B21): gives tokens, and revokes them. It knows the users and the clients.
final class TokenEndpoint: PathEndpoint {
  /// The longest form of a sign-in or a revocation, in bytes.
  private static let longestForm = 2048

  enum Route: String {
    case token = "/auth/brands/:brand/token"
    case revocation = "/auth/brands/:brand/revocation"
  }

  let signInLimits: SignInLimits
  let hashing: TimedSemaphore
  private let tokenPath: String
  private let revocationPath: String
  /// The current users.
  private let users: Locked<[ServerUser]>
  private let clients: ClientCredentials
  private let sessions: Sessions
  private let clientTokens: ClientTokens
  private let events: EventStreams
  private let budget: ArenaBudget
  /// The limit for an address: five times that for a name.
  private let addressLimit: RateLimit

  init(
    _ options: WalletServer.Options, sessions: Sessions, clientTokens: ClientTokens,
    events: EventStreams, budget: ArenaBudget
  ) {
    tokenPath = Wire.base + TokenRequest.path(brand: options.brand)
    revocationPath = Wire.base + TokenRequest.revocationPath(brand: options.brand)
    users = Locked(options.users)
    hashing = TimedSemaphore(4, clock: options.monotonicClock)
    clients = ClientCredentials(options.clients)
    self.sessions = sessions
    self.clientTokens = clientTokens
    self.events = events
    self.budget = budget
    signInLimits = SignInLimits(burst: options.signIns, clock: options.clock)
    addressLimit = RateLimit(forMistakesOf: options)
    for signIn in sessions.all { signInLimits.devices.add(signIn.deviceID, of: signIn.user) }
  }

  func has(_ path: String) -> Bool { path == tokenPath || path == revocationPath }

  func announced(_ length: Int, _ exchange: Exchange) {
    if length > Self.longestForm {
      exchange.refusal = ErrorResponses.refusal(
        413, "body", "may have \(Self.longestForm) bytes at most")
    } else if isClient(exchange) {
      // The body and its fields.
      exchange.account = (budget, exchange.network, factor: 3)
    }
  }

  func answer(_ exchange: Exchange) -> WireResponse {
    let route: Route = exchange.path == tokenPath ? .token : .revocation
    exchange.route = route.rawValue
    guard exchange.method == "POST" else { return ErrorResponses.wrongMethod(["POST"]) }
    if let refusal = exchange.contentRefusal("application/x-www-form-urlencoded") {
      return refusal
    }
    return switch route {
    case .token: token(exchange)
    case .revocation: revoke(exchange)
    }
  }

  /// Whether a known client has sent the request.
  private func isClient(_ exchange: Exchange) -> Bool { clients.matchCredentials(of: exchange) }

  /// Replaces the users (`WalletServer.replaceUsers`).
  func replaceUsers(_ users: [ServerUser]) -> Int {
    let changed = self.users.withLock { before in
      defer { before = users }
      return Set(before).subtracting(users).map(\.name)
    }
    signInLimits.devices.forget(Set(changed))
    let ended = sessions.endAll(of: Set(changed))
    if ended > 0 { events.endExpired() }
    return ended
  }

  /// Loads the sign-ins of the ledger again. Those that cannot be read now are read the next time.
  func reloadSessions() { try? sessions.load(users.withLock { $0 }) }

  private func token(_ exchange: Exchange) -> WireResponse {
    counted(exchange) { () throws(WalletError) in
      let request = try Self.form(exchange) { body throws(WireMalformed) in
        try TokenRequest(form: body)
      }
      switch request.grant {
      case .password(let name, let password):
        return try signIn(name, password, request, exchange)
      case .refresh(let token):
        let response = try sessions.refresh(
          token, scopes: request.scopes, device: request.deviceID)
        guard let response else {
          // If the token was used before, its sign-in has ended.
          events.endExpired()
          throw Self.refused("invalid_grant", .verbatim("This sign-in has ended"))
        }
        return answer(response)
      case .client:
        guard request.scopes.isSubset(of: [.wallet]) else {
          throw WalletError(
            .fieldErrors, details: [.verbatim("invalid_scope")],
            fieldErrors: [FieldError("scope", .verbatim("Only for a person, not for a client"))])
        }
        return answer(clientTokens.issue())
      case .exchange(let token):
        let response = try sessions.exchange(
          token, scopes: request.scopes, device: request.deviceID)
        guard let response else {
          // RFC 8693, 2.2.2.
          throw Self.refused("invalid_request", .verbatim("This token isn't valid"))
        }
        return answer(response)
      }
    }
  }

  /// Requires a known client, and limits the errors of an address.
  private func counted(
    _ exchange: Exchange, _ body: () throws(WalletError) -> WireResponse
  ) -> WireResponse {
    let address = exchange.network
    do throws(WalletError) {
      if let seconds = addressLimit.take(address) { throw Self.tooMany(seconds) }
      do throws(WalletError) {
        guard isClient(exchange) else {
          exchange.challenge = "Basic realm=\"Prepaid Cards\""
          throw WalletError(
            .unauthorized, .authentication(.unknownClient), details: [.verbatim("invalid_client")],
            advice: .verbatim("Send the client's id and secret in Authorization: Basic."))
        }
        let answer = try body()
        addressLimit.refund(address)
        return answer
      } catch {
        if error.code != .unauthorized { addressLimit.refund(address) }
        throw error
      }
    } catch {
      var response = error.wireResponse
      // RFC 6749, 5.2: an unknown client gets 401, other wrong credentials get 400.
      if error.code == .unauthorized, exchange.challenge == nil {
        response.status = 400
        response.headers.removeAll { $0.name == "WWW-Authenticate" }
      }
      return response
    }
  }

  /// - Parameter word: The error code of RFC 6749 (5.2), which is put into the published error
  ///   object (A38).
  private static func refused(_ word: String, _ message: Reason) -> WalletError {
    WalletError(.unauthorized, message, details: [.verbatim(word)])
  }

  private static func form<Form>(
    _ exchange: Exchange, _ read: (WireBody) throws(WireMalformed) -> Form
  ) throws(WalletError) -> Form {
    do throws(WireMalformed) {
      return try read(exchange.body.map(WireBody.secret) ?? .none)
    } catch {
      var refused = WalletError(error)
      let word =
        switch error {
        case TokenRequest.unsupportedGrant: "unsupported_grant_type"
        case TokenRequest.unknownScope: "invalid_scope"
        default: "invalid_request"
        }
      refused.details = [.verbatim(word)]
      throw refused
    }
  }

  static func tooMany(_ seconds: Int) -> WalletError {
    WalletError(.rateLimited, .authentication(.tooManySignIns), retryAfter: seconds)
  }

  private func signIn(
    _ name: String, _ password: Secret, _ request: TokenRequest, _ exchange: Exchange
  ) throws(WalletError) -> WireResponse {
    exchange.login = name
    // Each hash needs 64 MiB.
    guard hashing.acquire() else { throw WalletError(.unavailable, retryAfter: 1) }
    defer { hashing.release() }
    let attempt = SignInLimits.Attempt(
      name: name, network: exchange.network, device: request.deviceID)
    if let seconds = signInLimits.take(attempt) { throw Self.tooMany(seconds) }
    let user = users.withLock { $0.first { $0.name == name } }
    // An unknown name takes as long as a known one.
    let isRight = (user ?? Self.dummyUser)?.accepts(password) ?? false
    guard let user, isRight else {
      throw Self.refused("invalid_grant", .authentication(.wrongPassword))
    }
    signInLimits.refund(attempt)
    let scopes = request.scopes.isEmpty ? [.wallet] : request.scopes
    // Under the lock, so that a user who was removed meanwhile cannot sign in.
    let response = try users.withLock { users throws(WalletError) -> TokenResponse? in
      guard users.contains(user) else { return nil }
      return try sessions.signIn(
        user, deviceID: request.deviceID ?? KnownDevices.unknownDevice, scopes: scopes)
    }
    guard let response else {
      throw Self.refused("invalid_grant", .authentication(.wrongPassword))
    }
    signInLimits.devices.add(request.deviceID, of: name)
    exchange.login = nil
    exchange.user = user.name
    return answer(response)
  }

  private static let dummyUser: ServerUser? = ServerUser.hash(Secret(capacity: 1)).map {
    ServerUser(name: "", customer: CustomerID(""), passwordHash: $0)
  }

  /// RFC 7009: the answer does not show whether there was such a token.
  private func revoke(_ exchange: Exchange) -> WireResponse {
    counted(exchange) { () throws(WalletError) in
      let request = try Self.form(exchange) { body throws(WireMalformed) in
        try RevocationRequest(form: body)
      }
      clientTokens.revoke(Sessions.hash(request.token))
      if try sessions.revoke(request.token) { events.endExpired() }
      return WireResponse(204)
    }
  }

  private func answer(_ response: TokenResponse) -> WireResponse {
    .unstored(200, .secret(response.body))
  }
}
