import Issuer
import Secrets
import WalletAPI
import WalletModel

/// The simulated payment services, for back ends of shops (E11–E28, D40–D43).
final class PublishedEndpoint: PathEndpoint {
  /// The longest body of Netaxept, whose credentials are in the body.
  private static let longestForm = 2048
  private static let mostFields = 32
  private static let correlation = "X-INTERNAL-CORRELATION-ID"

  private let shop: ServerShop?
  /// The hash of each key that may be sent with `Basic`, and the simulated shop that it names. A nil
  /// shop is the merchant itself.
  private let keys: [[UInt8]: Merchant?]
  private let issuers: IssuerTable
  private let events: EventStreams
  private let deliveries: MessageDeliveries
  private let clock: IssuerClock
  /// Of the shop.
  private let limit: RateLimit
  /// The limit of an address for wrong credentials.
  private let wrongCredentials: RateLimit
  private let budget = ArenaBudget(bytes: 64 * 1024, each: 64 * 1024)
  private let formBudget = ArenaBudget(bytes: 48 * 1024, each: 24 * 1024)

  init(
    _ options: WalletServer.Options, issuers: IssuerTable, events: EventStreams,
    deliveries: MessageDeliveries
  ) {
    shop = options.isSimulator ? options.shop : nil
    var keys: [[UInt8]: Merchant?] = [:]
    if let shop {
      keys[ClientCredentials.hash(shop.merchantID, shop.token)] = .some(nil)
      for merchant in ShopBackEnd.merchants {
        keys[ClientCredentials.hash(merchant.id, shop.token)] = merchant
      }
    }
    self.keys = keys
    self.issuers = issuers
    self.events = events
    self.deliveries = deliveries
    clock = options.clock
    limit = RateLimit(burst: options.burst, perSecond: options.perSecond, clock: options.clock)
    wrongCredentials = RateLimit(forMistakesOf: options)
  }

  func has(_ path: String) -> Bool {
    shop != nil && !path.hasPrefix(Router.operationPaths) && PublishedRoute.find(path) != nil
  }

  func announced(_ length: Int, _ exchange: Exchange) {
    guard let service = PublishedRoute.find(exchange.path)?.routes.first?.service else { return }
    if service == .netaxept {
      if length > Self.longestForm {
        exchange.refusal = ErrorResponses.refusal(
          413, "body", "may have \(Self.longestForm) bytes at most")
      } else {
        exchange.account = (formBudget, exchange.network, factor: 4)
      }
    } else if key(of: exchange) != nil {
      exchange.account = (budget, "shop", factor: 3)
    }
  }

  /// The shop that the key names; nil: the key is wrong.
  private func key(of exchange: Exchange) -> Merchant?? {
    exchange.credentialsHash("Basic").flatMap { keys[$0] }
  }

  func answer(_ exchange: Exchange) -> WireResponse {
    guard let (routes, ids) = PublishedRoute.find(exchange.path), let first = routes.first else {
      return ErrorResponses.noPath
    }
    exchange.route = first.path
    guard let route = routes.first(where: { $0.method == exchange.method }) else {
      return ErrorResponses.wrongMethod(routes.map(\.method).sorted())
    }
    exchange.route = route.path
    let correlation = correlation(of: exchange)
    var response: WireResponse
    do throws(WalletError) {
      response = try answer(exchange, route, ids)
    } catch {
      response = PublishedErrors.response(
        error, route.service, correlation: correlation, now: clock.now())
    }
    if route.service == .payments {
      response.headers.append(WireField(Self.correlation, correlation))
    }
    return response
  }

  /// D41: the client's own, if it has a sensible form.
  private func correlation(of exchange: Exchange) -> String {
    let fields = HeaderFields.find(Self.correlation, exchange.connection)
    guard fields.count == 1, let text = fields.text, (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return exchange.id }
    return text
  }

  private func answer(_ exchange: Exchange, _ route: PublishedRoute, _ ids: [String])
    throws(WalletError) -> WireResponse
  {
    var merchant: Merchant?
    if route.service != .netaxept {
      guard let found = key(of: exchange) else { throw refused(exchange) }
      // The merchant's own key is for its own service, a shop's key for payments.
      guard (found == nil) == (route.service == .merchant) else { throw refused(exchange) }
      merchant = found
    }
    if let refusal = contentRefusal(exchange, route) { return refusal }
    let body = try body(exchange, route)
    if route.service == .netaxept { try checkShop(body, exchange) }
    try limit.count("shop")
    exchange.user = "shop"
    var call = PublishedCall(
      ids: ids, parameter: route.parameter, query: try exchange.query(), body: body,
      merchant: merchant,
      simulator: HeaderFields.find("Simulator", exchange.connection).text,
      shopID: shop?.merchantID ?? "", issuers: issuers)
    defer {
      for customer in call.customers {
        let issuer = issuers.issuer(of: customer)
        events.publish(issuer.takeEvents(), to: customer)
        deliveries.deliver(issuer.takeMessages(), of: customer, issuer)
      }
    }
    guard let json = try route.handler(&call) else {
      return WireResponse(route.status, headers: [WireField("Cache-Control", "no-store")])
    }
    if exchange.account == nil { exchange.account = (budget, "shop", factor: 3) }
    return .unstored(route.status, .secret(json.sealed()))
  }

  private func refused(_ exchange: Exchange) -> WalletError {
    if let seconds = wrongCredentials.take(exchange.network) {
      return WalletError(.rateLimited, retryAfter: seconds)
    }
    return WalletError(.unauthorized, detail: .verbatim("Invalid credentials"))
  }

  private func contentRefusal(_ exchange: Exchange, _ route: PublishedRoute) -> WireResponse? {
    let refusal = exchange.contentRefusal("application/json")
    guard route.service == .netaxept, refusal != nil else { return refusal }
    return exchange.contentRefusal("application/x-www-form-urlencoded") == nil ? nil : refusal
  }

  private func body(_ exchange: Exchange, _ route: PublishedRoute) throws(WalletError) -> JSON {
    guard let secret = exchange.body else {
      if route.body == nil { return .object([]) }
      throw PublishedCall.wrong("body", "is missing")
    }
    do throws(WireMalformed) {
      let body = WireBody.secret(secret)
      if exchange.contentRefusal("application/json") == nil {
        let json = try JSON.read(body)
        return route.service == .netaxept ? try Self.texts(json) : json
      }
      let signs = secret.withBytes { bytes in bytes.count { $0 == UInt8(ascii: "&") } }
      guard signs < Self.mostFields else {
        throw WireMalformed("body", "may have \(Self.mostFields) fields at most")
      }
      return try SecretForm.json(body)
    } catch {
      throw WalletError(error)
    }
  }

  /// H18: numbers and booleans count as the texts that they are elsewhere.
  private static func texts(_ json: JSON) throws(WireMalformed) -> JSON {
    guard case .object(let fields) = json else { return json }
    for field in fields {
      if case .null = field.value { throw WireMalformed(field.name, "must be a text") }
    }
    return .object(
      fields.map { field in
        if let flag = try? Bool(json: field.value) {
          (name: field.name, value: .string(flag ? "true" : "false"))
        } else if let number = try? Int64(json: field.value) {
          (name: field.name, value: .string(String(number)))
        } else {
          field
        }
      })
  }

  /// Netaxept's credentials are in the body.
  private func checkShop(_ body: JSON, _ exchange: Exchange) throws(WalletError) {
    guard let shop else { throw WalletError(.notFound) }
    let (id, token): (String, Secret)
    do throws(WireMalformed) {
      var fields = try JSONFields(body)
      id = try fields.get("merchantId")
      token = try fields.secret("token")
    } catch {
      throw WalletError(error)
    }
    guard id == shop.merchantID, token.matches(shop.token) else { throw refused(exchange) }
  }
}
