import WalletAPI
import WalletModel

/// Answers what is no operation: signing in, news, the simulated services, and pages about the
/// server. It refuses an unknown path outside of `Wire.base` with 404, and another method with 405.
struct Router: Stage {
  /// The start of the paths of operations.
  static let operationPaths = Wire.base + "/"
  private static let openAPI = OpenAPI.document

  let endpoints: [any PathEndpoint]
  let events: EventStreams
  let connections: ConnectionTable
  let metrics: Metrics
  let webhooks: WebhookDeliveries?
  let status: ServerStatus

  func answer(_ exchange: Exchange, _ next: Next<Exchange>) throws(WalletError) -> WireResponse {
    if exchange.known != nil { return try next(exchange) }
    if let endpoint = endpoints.first(where: { $0.has(exchange.path) }) {
      return endpoint.answer(exchange)
    }
    if exchange.path.hasPrefix(Self.operationPaths) {
      return try exchange.path == EventStreams.path ? events.answer(exchange) : next(exchange)
    }
    switch exchange.path {
    case "/healthz": return page(exchange, "ok\n")
    case "/readyz": return readiness(exchange)
    case "/metrics":
      return page(
        exchange, metrics.text(now: gauges), type: "text/plain; version=0.0.4; charset=utf-8")
    case "/openapi.json": return page(exchange, Self.openAPI, type: "application/json")
    default: return ErrorResponses.noPath
    }
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
    return .unstored(200, .plain(Array(text.utf8)), type: type)
  }
}
