import CMicroHTTPD
import Secrets
import Threads
import WalletAPI
import WalletModel

/// Signing in (B18–B21).
extension WalletServer {
  func token(_ exchange: Exchange, _ connection: OpaquePointer) -> WireResponse {
    counted(exchange, connection) { () throws(WalletError) in
      let request = try Self.form(exchange) { body throws(WireMalformed) in
        try TokenRequest(form: body)
      }
      switch request.grant {
      case .password(let name, let password):
        return try signIn(
          name, password, request, exchange, from: Connection.of(connection)?.network ?? "")
      case .refresh(let token):
        let response = try sessions.refresh(
          token, scopes: request.scopes, device: request.deviceID)
        guard let response else {
          // If the token was used before, its sign-in has ended.
          endExpiredStreams()
          throw Self.refused("invalid_grant", "The sign-in is over")
        }
        return answer(response)
      case .client:
        guard request.scopes.isSubset(of: [.wallet]) else {
          throw WalletError(
            .fieldErrors, details: ["invalid_scope"],
            fieldErrors: [FieldError("scope", "is a person's to have, not a client's")])
        }
        return answer(clientTokens.issue())
      case .exchange(let token):
        let response = try sessions.exchange(
          token, scopes: request.scopes, device: request.deviceID)
        guard let response else {
          // RFC 8693, 2.2.2.
          throw Self.refused("invalid_request", "The token is none, or nobody's sign-in")
        }
        return answer(response)
      }
    }
  }

  /// Requires a known client, and limits the errors of an address.
  private func counted(
    _ exchange: Exchange, _ connection: OpaquePointer,
    _ body: () throws(WalletError) -> WireResponse
  ) -> WireResponse {
    let address = Connection.of(connection)?.network ?? ""
    do throws(WalletError) {
      if let seconds = addressLimit.take(address) { throw Self.tooMany(seconds) }
      do throws(WalletError) {
        guard isClient(connection) else {
          exchange.challenge = "Basic realm=\"Prepaid Cards\""
          throw WalletError(
            .unauthorized, "The client is not known", details: ["invalid_client"],
            advice: "Send the client's id and secret in Authorization: Basic.")
        }
        let answer = try body()
        addressLimit.giveBack(address)
        return answer
      } catch {
        if error.code != .unauthorized { addressLimit.giveBack(address) }
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
  private static func refused(_ word: String, _ message: String) -> WalletError {
    WalletError(.unauthorized, message, details: [word])
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
      refused.details = [word]
      throw refused
    }
  }

  static func tooMany(_ seconds: Int) -> WalletError {
    WalletError(.rateLimited, "Too many attempts to sign in", retryAfter: seconds)
  }

  func endExpiredStreams() { listeners.beat { sessions.find($0.token) != nil } }

  private func signIn(
    _ name: String, _ password: Secret, _ request: TokenRequest, _ exchange: Exchange,
    from network: String
  ) throws(WalletError) -> WireResponse {
    exchange.login = name
    // Each hash needs 64 MiB.
    guard hashing.acquire() else { throw WalletError(.unavailable, retryAfter: 1) }
    defer { hashing.release() }
    let attempt = SignInLimits.Attempt(name: name, network: network, device: request.deviceID)
    if let seconds = signInLimits.take(attempt) { throw Self.tooMany(seconds) }
    let user = users.withLock { $0.first { $0.name == name } }
    // An unknown name takes as long as a known one.
    let isRight = (user ?? Self.nobody)?.accepts(password) ?? false
    guard let user, isRight else {
      throw Self.refused("invalid_grant", "The name or the password is wrong")
    }
    signInLimits.giveBack(attempt)
    let scopes = request.scopes.isEmpty ? [.wallet] : request.scopes
    // Under the lock, so that a user who was removed meanwhile cannot sign in.
    let response = try users.withLock { users throws(WalletError) -> TokenResponse? in
      guard users.contains(user) else { return nil }
      return try sessions.signIn(
        user, deviceID: request.deviceID ?? KnownDevices.nameless, scopes: scopes)
    }
    guard let response else {
      throw Self.refused("invalid_grant", "The name or the password is wrong")
    }
    signInLimits.devices.add(request.deviceID, of: name)
    exchange.login = nil
    exchange.user = user.name
    return answer(response)
  }

  private static let nobody: ServerUser? = ServerUser.hash(Secret(capacity: 1)).map {
    ServerUser(name: "", customer: CustomerID(""), passwordHash: $0)
  }

  /// RFC 7009: the answer does not tell whether there was such a token.
  func revoke(_ exchange: Exchange, _ connection: OpaquePointer) -> WireResponse {
    counted(exchange, connection) { () throws(WalletError) in
      let request = try Self.form(exchange) { body throws(WireMalformed) in
        try RevocationRequest(form: body)
      }
      clientTokens.revoke(Sessions.hash(request.token))
      if try sessions.revoke(request.token) { endExpiredStreams() }
      return WireResponse(204)
    }
  }

  private func answer(_ response: TokenResponse) -> WireResponse {
    WireResponse(
      200,
      headers: [
        WireField("Content-Type", "application/json"), WireField("Cache-Control", "no-store"),
      ], body: .secret(response.body))
  }

  func isClient(_ connection: OpaquePointer) -> Bool {
    authorization("Basic", connection).map(credentials.contains) ?? false
  }
}

enum BasicCredentials {
  /// The hashes of what a client may send with `Basic`: its id and secret as they are, as most
  /// clients do, and percent-encoded (RFC 6749, 2.3.1).
  static func hashes(_ client: ServerClient) -> [[UInt8]] {
    let encoded = PercentCoding.encode(client.secret)
    defer { encoded.wipe() }
    return [hash(client.id, client.secret), hash(PercentCoding.encode(client.id), encoded)]
  }

  private static func hash(_ id: String, _ secret: Secret) -> [UInt8] {
    let name = Array((id + ":").utf8)
    let plain = Secret(count: name.count + secret.count) { out in
      out.copyBytes(from: name)
      secret.withBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: out[name.count...]).copyMemory(from: bytes)
      }
    }
    defer { plain.wipe() }
    return plain.base64().withBytes { Sessions.hash($0) }
  }
}
