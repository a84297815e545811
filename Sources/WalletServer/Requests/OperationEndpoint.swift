import Issuer
import WalletAPI
import WalletModel

/// Answers the operations of customers who have signed in.
final class OperationEndpoint: Sendable {
  /// The headers that say something about a request.
  private static let requestHeaders = [
    Wire.scaAuthorization, "If-Match", Wire.idempotencyKey, Wire.deviceKey,
  ]

  let pages = CardPageCache()
  private let ledger: any Ledger
  private let issuers: IssuerTable
  private let authentication: BearerAuthentication
  private let events: EventStreams
  private let coming: ComingNews
  private let deliveries: MessageDeliveries
  private let status: ServerStatus
  private let clock: IssuerClock
  private let isSimulator: Bool
  /// `WalletServer.Options.path`.
  private let path: String

  init(
    _ ledger: any Ledger, _ options: WalletServer.Options, issuers: IssuerTable,
    authentication: BearerAuthentication, events: EventStreams, coming: ComingNews,
    deliveries: MessageDeliveries, status: ServerStatus
  ) {
    self.ledger = ledger
    self.issuers = issuers
    self.authentication = authentication
    self.events = events
    self.coming = coming
    self.deliveries = deliveries
    self.status = status
    clock = options.clock
    isSimulator = options.isSimulator
    path = options.path
  }

  /// - Parameter path: The path below `Wire.base`.
  func answer(_ exchange: Exchange, _ path: String) -> WireResponse {
    let method = Contract.Method(rawValue: exchange.method)
    var request = WireRequest(method ?? .get, path)
    request.body = exchange.body.map(WireBody.secret) ?? .none
    let route: WireRoute
    let ids: [String]
    switch WireRoute.find(request) {
    case .route(let found, let parts):
      guard method != nil else { return ErrorResponses.wrongMethod(WireRoute.methods(at: path)) }
      (route, ids) = (found, parts)
    case .otherMethods: return ErrorResponses.wrongMethod(WireRoute.methods(at: path))
    case .nothing: return ErrorResponses.noPath
    }
    exchange.route = route.contract.path
    if route.contract.isSimulatorOnly && !isSimulator { return ErrorResponses.noPath }
    do throws(WalletError) {
      return try answer(exchange, &request, route, ids)
    } catch {
      return error.wireResponse
    }
  }

  private func answer(
    _ exchange: Exchange, _ request: inout WireRequest, _ route: WireRoute, _ ids: [String]
  ) throws(WalletError) -> WireResponse {
    var context = try authentication.signedIn(exchange)
    try authentication.countRequest(of: context.customerID)
    let isActive = authentication.touch(context.sessionID)
    if route.contract.isSensitive && !isActive { throw WalletError(.signInIdle) }
    if let refusal = exchange.contentRefusal("application/json") { return refusal }
    request.query = try exchange.query()
    request.headers = try exchange.headers(Self.requestHeaders)
    if request.method == .patch && request.header("If-Match") == nil {
      return ErrorResponses.refusal(
        428, "If-Match", "is missing: send the version that you saw, or *")
    }
    let seal: AnswerSealer?
    do throws(WireMalformed) {
      try context.read(request)
      seal = route.answersSecrets ? try AnswerSealer(request) : nil
    } catch {
      throw WalletError(error)
    }
    if route.contract.isCached { return try page(request, ids, exchange, context, route) }
    let issuer = issuers.issuer(of: context.customerID)
    defer {
      let news = issuer.takeEvents()
      events.publish(news, to: context.customerID)
      coming.look(issuer, context.customerID, after: news)
      deliveries.deliver(issuer.takeMessages(), of: context.customerID, issuer)
    }
    var answer = try route.answer(request, ids: ids, context, by: issuer)
    if let index = answer.headers.firstIndex(where: { $0.name == "Location" }) {
      answer.headers[index].value = path + answer.headers[index].value
    }
    return try seal?.seal(answer) ?? answer
  }

  /// An answer from the cache, for the most frequent request.
  private func page(
    _ request: WireRequest, _ ids: [String], _ exchange: Exchange, _ context: RequestContext,
    _ route: WireRoute
  ) throws(WalletError) -> WireResponse {
    let issuer = issuers.issuer(of: context.customerID)
    guard context.scopes.contains(.wallet), !status.isDraining, exchange.connection.takesPages
    else {
      return try route.answer(request, ids: ids, context, by: issuer)
    }
    let edition = try CardPageCache.Edition(ledger, clock.now())
    let key = CardPageCache.Key(
      customer: context.customerID, operation: route.contract.name, ids: ids,
      query: try route.normalQuery(request))
    if let page = pages.find(key, edition) {
      exchange.page = page
      return WireResponse(200)
    }
    let answer = try route.answer(request, ids: ids, context, by: issuer)
    if answer.isSuccess, case .plain(let bytes) = answer.body,
      let response = DaemonResponse.make(answer)
    {
      let page = CachedResponse(response, size: bytes.count)
      pages.keep(page, key, edition)
      exchange.page = page
    }
    return answer
  }
}
