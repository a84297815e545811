import Issuer
import WalletAPI
import WalletModel

/// Takes the webhooks of a card issuer. Nobody is signed in: the signature is the permission.
final class IssuerWebhookEndpoint: PathEndpoint {
  static let path = "/issuer/webhooks"

  private let gateway: (any CardGateway)?
  /// Locked memory for bodies: two at a time.
  private let budget: ArenaBudget
  /// The limit of an address for wrong signatures. It does not block right ones.
  private let wrongSignatures: RateLimit

  let longestBody = 64 * 1024

  init(_ options: WalletServer.Options) {
    gateway = options.gateway
    budget = ArenaBudget(bytes: 2 * longestBody + 4096, each: longestBody + 2048)
    wrongSignatures = RateLimit(
      burst: 5 * options.signIns, perSecond: 5.0 / 12, clock: options.clock)
  }

  func has(_ path: String) -> Bool {
    path == Self.path && gateway?.webhookHeaders.isEmpty == false
  }

  func announced(_ length: Int, _ exchange: Exchange) {
    exchange.account = (budget, exchange.network, factor: 1)
  }

  func answer(_ exchange: Exchange) -> WireResponse {
    exchange.route = Self.path
    guard exchange.method == "POST" else { return ErrorResponses.wrongMethod(["POST"]) }
    guard let gateway, let body = exchange.body,
      let headers = try? exchange.headers(gateway.webhookHeaders),
      gateway.takeWebhook(headers, body)
    else { return refused(exchange) }
    exchange.user = "issuer"
    return WireResponse(204, headers: [WireField("Cache-Control", "no-store")])
  }

  /// Says nothing of what is wrong.
  private func refused(_ exchange: Exchange) -> WireResponse {
    if let seconds = wrongSignatures.take(exchange.network) {
      return WalletError(.rateLimited, retryAfter: seconds).wireResponse
    }
    return WireResponse(401, headers: [WireField("Cache-Control", "no-store")])
  }
}
