import CMicroHTTPD
import Glibc
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// What each path leads to.
extension WalletServer {
  static let eventsPath = Wire.base + WireNews.path

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
        ("walletd_connections", "Connections.", visits.count),
        ("walletd_listeners", "Streams of news.", listeners.count),
        (
          "walletd_damaged", "Whether the file does not add up.",
          isDamaged.load(ordering: .relaxed) ? 1 : 0
        ),
      ]
      return plain(exchange, metrics.text(now: now))
    case "/openapi.json":
      return plain(exchange, Self.openAPI, type: "application/json")
    default: break
    }
    guard exchange.path.hasPrefix(Wire.base + "/") else {
      return Self.noPath.wireResponse
    }
    let path = String(exchange.path.dropFirst(Wire.base.count))
    if path == tokenPath {
      return form(exchange, "/auth/brands/:brand/token", connection) {
        token(exchange, connection)
      }
    }
    if path == revocationPath {
      return form(exchange, "/auth/brands/:brand/revocation", connection) {
        revoke(exchange, connection)
      }
    }
    if exchange.path == Self.eventsPath {
      exchange.route = WireNews.path
      return notAllowed(["GET"])
    }
    return operation(exchange, path, connection)
  }

  private static let openAPI = OpenAPI.document

  private func plain(
    _ exchange: Exchange, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> WireResponse {
    exchange.route = exchange.path
    guard exchange.method == "GET" else { return notAllowed(["GET"]) }
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
    let method = OperationDescriptor.Method(rawValue: exchange.method)
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
    exchange.route = route.descriptor.path
    if route.descriptor.path.hasPrefix("/simulator/") && !options.isSimulator {
      return Self.noPath.wireResponse
    }
    do throws(WalletError) {
      var context = try signedIn(exchange, connection)
      if let seconds = limit.take(context.customerID.rawValue) {
        throw WalletError(.rateLimited, retryAfter: seconds)
      }
      let isActive = sessions.activity.touch(context.sessionID)
      if route.descriptor.isSensitive && !isActive { throw WalletError(.signInIdle) }
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
        seal = route.answersSecrets ? try SealedAnswer(request) : nil
      } catch {
        throw WalletError(error)
      }
      if route.descriptor == ListCards.descriptor {
        return try page(request, exchange, context, route)
      }
      let issuer = issuer(of: context.customerID)
      defer {
        publish(issuer.takeNews(), to: context.customerID)
        deliver(issuer.takeMessages(), of: context.customerID, issuer)
      }
      let answer = try route.answer(request, ids: ids, context, by: issuer)
      return try seal?.seal(answer) ?? answer
    } catch {
      return error.wireResponse
    }
  }

  /// A page of cards, made anew only when something changed: what is asked for most.
  private func page(
    _ request: WireRequest, _ exchange: Exchange, _ context: RequestContext, _ route: WireRoute
  ) throws(WalletError) -> WireResponse {
    let issuer = issuer(of: context.customerID)
    guard context.scopes.contains(.wallet), !isDraining.load(ordering: .relaxed) else {
      return try route.answer(request, ids: [], context, by: issuer)
    }
    let edition = try Pages.Edition(ledger, options.clock.now())
    let query: CardQuery
    do throws(WireMalformed) {
      query = try ListCards(wire: request, ids: []).query
    } catch {
      throw WalletError(error)
    }
    let key = Pages.Key(customer: context.customerID, query: query)
    if let page = pages.find(key, edition) {
      exchange.page = page
      return WireResponse(200)
    }
    let answer = try route.answer(request, ids: [], context, by: issuer)
    if answer.isSuccess, case .plain(let bytes) = answer.body, let response = Self.response(answer)
    {
      let page = Page(response, size: bytes.count)
      pages.keep(page, key, edition)
      exchange.page = page
    }
    return answer
  }

  /// A body says what it is.
  private func contentRefusal(_ exchange: Exchange, _ type: String, _ connection: OpaquePointer)
    -> WireResponse?
  {
    guard exchange.body != nil else { return nil }
    let word = header("Content-Type", connection)?.prefix { $0 != ";" && $0 != " " }.lowercased()
    return word == type ? nil : Self.refusal(415, "Content-Type", "must be " + type)
  }

  /// What one of them says may not be passed over, so each must be readable and stand there once: of
  /// two values neither is the one that was meant.
  private func headers(_ names: [String], _ connection: OpaquePointer) throws(WalletError)
    -> [WireField]
  {
    var fields: [WireField] = []
    for name in names where MHD_lookup_connection_value(connection, .HEADER_KIND, name) != nil {
      guard !isRepeated(name, connection) else {
        throw WalletError(WireMalformed(name, "stands there more than once"))
      }
      guard let value = header(name, connection) else {
        throw WalletError(WireMalformed(name, "is not UTF-8"))
      }
      fields.append(WireField(name, value))
    }
    return fields
  }

  private func isRepeated(_ name: String, _ connection: OpaquePointer) -> Bool {
    final class Count {
      let name: String
      var found = 0
      init(of name: String) { self.name = name }
    }
    let count = Count(of: name)
    MHD_get_connection_values(
      connection, .HEADER_KIND,
      { context, _, name, _ in
        guard let context, let name else { return .NO }
        let count = Unmanaged<Count>.fromOpaque(context).takeUnretainedValue()
        if strcasecmp(name, count.name) == 0 { count.found += 1 }
        return .YES
      }, Unmanaged.passUnretained(count).toOpaque())
    return count.found > 1
  }

  func signedIn(_ exchange: Exchange, _ connection: OpaquePointer)
    throws(WalletError) -> RequestContext
  {
    guard let hash = exchange.token ?? authorization("Bearer", connection) else {
      // RFC 6750, 3.1: who brought no token is told of no error.
      exchange.challenge = "Bearer realm=\"Prepaid Cards\""
      throw WalletError(.unauthorized)
    }
    exchange.token = hash
    guard let found = sessions.find(hash) else { throw WalletError(.unauthorized) }
    exchange.user = found.session.user
    if exchange.account == nil {
      // The body, what its key is compared by, and at worst four times as much of short secrets.
      exchange.account = (budget, found.session.customer.rawValue, factor: 6)
    }
    return RequestContext(
      customerID: found.session.customer, sessionID: found.session.id,
      // The audit log names devices: of several people, it says whose.
      deviceID: found.session.user + "/" + found.session.deviceID, scopes: found.scopes)
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
