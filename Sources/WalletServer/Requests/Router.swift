import WalletAPI

/// Finds what answers a request by its path.
final class Router: Sendable {
  private static let operationPaths = Wire.base + "/"
  private static let openAPI = OpenAPI.document

  private let operations: OperationEndpoint
  private let tokens: TokenEndpoint
  /// What has paths outside of `Wire.base`.
  private let others: [any PathEndpoint]
  private let events: EventStreams
  private let connections: ConnectionTable
  private let metrics: Metrics
  private let webhooks: WebhookDeliveries?
  private let status: ServerStatus

  init(
    operations: OperationEndpoint, tokens: TokenEndpoint, others: [any PathEndpoint],
    events: EventStreams, connections: ConnectionTable, metrics: Metrics,
    webhooks: WebhookDeliveries?, status: ServerStatus
  ) {
    self.operations = operations
    self.tokens = tokens
    self.others = others
    self.events = events
    self.connections = connections
    self.metrics = metrics
    self.webhooks = webhooks
    self.status = status
  }

  func answer(_ exchange: Exchange) -> WireResponse {
    switch exchange.path {
    case "/healthz": return page(exchange, "ok\n")
    case "/readyz": return readiness(exchange)
    case "/metrics":
      return page(
        exchange, metrics.text(now: gauges), type: "text/plain; version=0.0.4; charset=utf-8")
    case "/openapi.json": return page(exchange, Self.openAPI, type: "application/json")
    case EventStreams.path:
      // A GET opens a stream, and does not come here.
      exchange.route = WireNews.path
      return ErrorResponses.wrongMethod(["GET"])
    default: break
    }
    if let route = tokens.route(of: exchange.path) { return tokens.answer(exchange, route) }
    if let endpoint = endpoint(of: exchange.path) { return endpoint.answer(exchange) }
    guard exchange.path.hasPrefix(Self.operationPaths) else { return ErrorResponses.noPath }
    let path = String(exchange.path.utf8.dropFirst(Wire.base.utf8.count)) ?? ""
    return operations.answer(exchange, path)
  }

  /// What answers a path outside of `Wire.base`, where most requests are not; nil: nothing.
  func endpoint(of path: String) -> (any PathEndpoint)? {
    path.hasPrefix(Self.operationPaths) ? nil : others.first { $0.has(path) }
  }

  private func readiness(_ exchange: Exchange) -> WireResponse {
    let problem = status.problem
    var response = page(exchange, (problem ?? "ready") + "\n")
    if problem != nil { response.status = 503 }
    return response
  }

  private var gauges: [(name: String, words: String, value: Int)] {
    let gauges: [(name: String, words: String, value: Int)] = [
      ("walletd_connections", "Connections.", connections.count),
      ("walletd_listeners", "Streams of news.", events.listeners.count),
      ("walletd_damaged", "Whether the file does not add up.", status.isDamaged ? 1 : 0),
    ]
    guard let webhooks else { return gauges }
    return gauges + [
      ("walletd_webhooks_waiting", "Events that wait for an address.", webhooks.waiting),
      ("walletd_webhooks_dead", "Events that are not tried again.", webhooks.dead),
      ("walletd_webhooks_delivered", "Events delivered since the start.", webhooks.delivered),
    ]
  }

  /// A page for programs that watch or read about the server. Nobody has to be signed in.
  private func page(
    _ exchange: Exchange, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> WireResponse {
    exchange.route = exchange.path
    // The daemon omits the body for HEAD, which some health checks use.
    guard ["GET", "HEAD"].contains(exchange.method) else {
      return ErrorResponses.wrongMethod(["GET", "HEAD"])
    }
    return WireResponse(
      200,
      headers: [
        WireField("Content-Type", type),
        WireField("Cache-Control", "no-store"),
      ], body: .plain(Array(text.utf8)))
  }
}
