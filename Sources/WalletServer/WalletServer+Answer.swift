import CMicroHTTPD
import Glibc
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Answers requests by their path.
extension WalletServer {
  static let eventsPath = Wire.base + WireNews.path
  private static let below = Wire.base + "/"

  func answer(_ exchange: Exchange, _ connection: OpaquePointer) -> WireResponse {
    switch exchange.path {
    case "/healthz": return plain(exchange, "ok\n")
    case "/readyz":
      let isDraining = isDraining.load(ordering: .relaxed)
      let isDamaged = isDamaged.load(ordering: .relaxed)
      var response = plain(
        exchange, isDraining ? "draining\n" : isDamaged ? "damaged\n" : "ready\n")
      if isDraining || isDamaged { response.status = 503 }
      return response
    case "/metrics":
      let now = [
        ("walletd_connections", "Connections.", connections.count),
        ("walletd_listeners", "Streams of news.", listeners.count),
        (
          "walletd_damaged", "Whether the file does not add up.",
          isDamaged.load(ordering: .relaxed) ? 1 : 0
        ),
      ]
      return plain(
        exchange, metrics.text(now: now), type: "text/plain; version=0.0.4; charset=utf-8")
    case "/openapi.json":
      return plain(exchange, Self.openAPI, type: "application/json")
    default: break
    }
    if exchange.path == tokenPath {
      return form(exchange, "/auth/brands/:brand/token", connection) {
        token(exchange, connection)
      }
    }
    if exchange.path == revocationPath {
      return form(exchange, "/auth/brands/:brand/revocation", connection) {
        revoke(exchange, connection)
      }
    }
    if exchange.path == Self.eventsPath {
      exchange.route = WireNews.path
      return notAllowed(["GET"])
    }
    guard exchange.path.hasPrefix(Self.below) else { return Self.noPath.wireResponse }
    let path = String(exchange.path.utf8.dropFirst(Wire.base.utf8.count)) ?? ""
    return operation(exchange, path, connection)
  }

  private static let openAPI = OpenAPI.document

  private func plain(
    _ exchange: Exchange, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> WireResponse {
    exchange.route = exchange.path
    // The daemon omits the body for HEAD, which some health checks use.
    guard ["GET", "HEAD"].contains(exchange.method) else { return notAllowed(["GET", "HEAD"]) }
    return WireResponse(
      200,
      headers: [
        WireField("Content-Type", type),
        WireField("Cache-Control", "no-store"),
      ], body: .plain(Array(text.utf8)))
  }

  private func form(
    _ exchange: Exchange, _ route: String, _ connection: OpaquePointer, _ body: () -> WireResponse
  ) -> WireResponse {
    exchange.route = route
    guard exchange.method == "POST" else { return notAllowed(["POST"]) }
    return contentRefusal(exchange, "application/x-www-form-urlencoded", connection) ?? body()
  }

  private static let noPath = WalletError(
    .notFound, details: ["There is nothing at this path."],
    advice: "Check the path; /openapi.json lists those that there are.")

  private func notAllowed(_ methods: [String]) -> WireResponse {
    var response = Self.refusal(405, "method", "must be " + methods.joined(separator: " or "))
    response.headers.append(WireField("Allow", methods.joined(separator: ", ")))
    return response
  }

  private func operation(_ exchange: Exchange, _ path: String, _ connection: OpaquePointer)
    -> WireResponse
  {
    let method = Contract.Method(rawValue: exchange.method)
    var request = WireRequest(method ?? .get, path)
    request.body = exchange.body.map(WireBody.secret) ?? .none
    let route: WireRoute
    let ids: [String]
    switch WireRoute.find(request) {
    case .route(let found, let parts):
      guard method != nil else { return notAllowed(WireRoute.methods(at: path)) }
      (route, ids) = (found, parts)
    case .otherMethods: return notAllowed(WireRoute.methods(at: path))
    case .nothing:
      return Self.noPath.wireResponse
    }
    exchange.route = route.contract.path
    if route.contract.isSimulatorOnly && !options.isSimulator {
      return Self.noPath.wireResponse
    }
    do throws(WalletError) {
      var context = try signedIn(exchange, connection)
      if let seconds = limit.take(context.customerID.rawValue) {
        throw WalletError(.rateLimited, retryAfter: seconds)
      }
      let isActive = sessions.activity.touch(context.sessionID)
      if route.contract.isSensitive && !isActive { throw WalletError(.signInIdle) }
      if let refusal = contentRefusal(exchange, "application/json", connection) { return refusal }
      request.query = try query(connection)
      request.headers = try headers(
        [Wire.scaAuthorization, "If-Match", Wire.idempotencyKey, Wire.deviceKey], connection)
      if method == .patch && request.header("If-Match") == nil {
        return Self.refusal(428, "If-Match", "is needed: the version that you saw, or *")
      }
      let seal: SealedAnswer?
      do throws(WireMalformed) {
        try context.read(request)
        try route.check(request)
        seal = route.answersSecrets ? try SealedAnswer(request) : nil
      } catch {
        throw WalletError(error)
      }
      if route.contract.isCached { return try page(request, ids, exchange, context, route) }
      let issuer = issuer(of: context.customerID)
      defer {
        publish(issuer.takeEvents(), to: context.customerID)
        deliver(issuer.takeMessages(), of: context.customerID, issuer)
      }
      let answer = try route.answer(request, ids: ids, context, by: issuer)
      return try seal?.seal(answer) ?? answer
    } catch {
      return error.wireResponse
    }
  }

  /// An answer from the cache, for the most frequent request.
  private func page(
    _ request: WireRequest, _ ids: [String], _ exchange: Exchange, _ context: RequestContext,
    _ route: WireRoute
  ) throws(WalletError) -> WireResponse {
    let issuer = issuer(of: context.customerID)
    guard context.scopes.contains(.wallet), !isDraining.load(ordering: .relaxed) else {
      return try route.answer(request, ids: ids, context, by: issuer)
    }
    let edition = try CardPageCache.Edition(ledger, options.clock.now())
    let key = CardPageCache.Key(
      customer: context.customerID, operation: route.contract.name, ids: ids,
      query: try route.query(request, ids: ids))
    if let page = pages.find(key, edition) {
      exchange.page = page
      return WireResponse(200)
    }
    let answer = try route.answer(request, ids: ids, context, by: issuer)
    if answer.isSuccess, case .plain(let bytes) = answer.body, let response = Self.response(answer)
    {
      let page = CachedPage(response, size: bytes.count)
      pages.keep(page, key, edition)
      exchange.page = page
    }
    return answer
  }

  func signedIn(_ exchange: Exchange, _ connection: OpaquePointer)
    throws(WalletError) -> RequestContext
  {
    if let refused = exchange.refusedToken { throw refused }
    guard let hash = exchange.token ?? authorization("Bearer", connection) else {
      // RFC 6750, 3.1: without a token there is no error code.
      exchange.challenge = "Bearer realm=\"Prepaid Cards\""
      throw WalletError(.unauthorized)
    }
    exchange.token = hash
    guard let found = sessions.find(hash) else {
      guard !clientTokens.contains(hash) else {
        throw WalletError(
          .scopeMissing, "This token is the client's own: it has no wallet",
          advice: "Sign somebody in, with the grant password.")
      }
      // Clients renew known tokens that have expired. Only unknown tokens are counted, once for
      // each request.
      let limit =
        sessions.knows(hash) ? nil : tokenLimit.take(Connection.of(connection)?.network ?? "")
      let refused = limit.map { Self.tooMany($0) } ?? WalletError(.unauthorized)
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

  func query(_ connection: OpaquePointer) throws(WalletError) -> [WireField] {
    final class Fields {
      var list: [WireField] = []
      var isBad = false
    }
    let fields = Fields()
    MHD_get_connection_values(
      connection, .GET_ARGUMENT_KIND,
      { context, _, name, value in
        guard let context else { return .NO }
        let fields = Unmanaged<Fields>.fromOpaque(context).takeUnretainedValue()
        guard let name = name.flatMap({ PercentCoding.decode(String(cString: $0)) }),
          let value = PercentCoding.decode(value.map { String(cString: $0) } ?? "")
        else {
          fields.isBad = true
          return .NO
        }
        fields.list.append(WireField(name, value))
        return .YES
      }, Unmanaged.passUnretained(fields).toOpaque())
    if fields.isBad { throw WalletError(WireMalformed("query", "is not UTF-8, percent-encoded")) }
    return fields.list
  }
}
