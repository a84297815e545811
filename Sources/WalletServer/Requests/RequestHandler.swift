import CMicroHTTPD
import Secrets
import WalletAPI
import WalletModel

/// Takes requests from the daemon, and sends their answers.
final class RequestHandler: Sendable {
  private let router: Router
  private let tokens: TokenEndpoint
  private let authentication: BearerAuthentication
  private let events: EventStreams
  private let log: AccessLog
  private let status: ServerStatus
  private let requestIDs = RequestIDs()
  /// Locked memory for requests without a sign-in, by address.
  private let budget: ArenaBudget

  init(
    router: Router, tokens: TokenEndpoint, authentication: BearerAuthentication,
    events: EventStreams, budget: ArenaBudget, log: AccessLog, status: ServerStatus
  ) {
    self.router = router
    self.tokens = tokens
    self.authentication = authentication
    self.events = events
    self.budget = budget
    self.log = log
    self.status = status
  }

  /// A head that the daemon has read.
  struct Head {
    let method: String
    /// Still percent-encoded.
    let path: String
    /// As received, `HTTP/1.1`.
    let version: String
    /// Whether parameters were removed because there are too many.
    let isCut: Bool
    /// Whether the target contains no NUL, after which something else could be hidden.
    let isWhole: Bool
  }

  func began(_ connection: OpaquePointer, _ head: Head) -> Exchange {
    let exchange = Exchange(
      requestIDs.next(), method: head.method, path: head.path, connection)
    status.beginWork()
    let framing = RequestHead(connection)
    let isHTTP = cmhd_is_framing_valid(cmhd_socket(connection)) != 0
    exchange.refusal =
      isHTTP
      ? framing.refusal(head.version, longest: router.longestBody(of: head.path))
      : ErrorResponses.closing(ErrorResponses.notHTTP)
    if exchange.refusal == nil && !head.isWhole { exchange.refusal = ErrorResponses.notHTTP }
    if exchange.refusal == nil && head.isCut {
      exchange.refusal = ErrorResponses.refusal(
        414, "query",
        "may have \(Daemon.mostParameters) parameters at most, in less than "
          + "\(Daemon.queryBytes / 1024) KiB")
    }
    if exchange.refusal == nil && framing.length > 0 { announced(framing.length, exchange) }
    // A client that waits for "100 Continue" sends no body either.
    exchange.readsBody =
      exchange.refusal == nil
      || isHTTP && framing.endsSoon && HeaderFields.find("Expect", connection).count == 0
    return exchange
  }

  /// Reserves memory for a body, for which somebody has to be responsible.
  private func announced(_ length: Int, _ exchange: Exchange) {
    exchange.length = length
    if tokens.route(of: exchange.path) != nil {
      if length > TokenEndpoint.longestForm {
        exchange.refusal = ErrorResponses.refusal(
          413, "body", "may have \(TokenEndpoint.longestForm) bytes at most")
      } else if tokens.isClient(exchange) {
        // The body and its fields.
        exchange.account = (budget, exchange.network, factor: 3)
      }
    } else if let endpoint = router.endpoint(of: exchange.path) {
      endpoint.announced(length, exchange)
    } else {
      // The memory is the customer's. Without a sign-in, the error follows later.
      _ = try? authentication.signedIn(exchange)
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer, _ exchange: Exchange) {
    guard exchange.refusal == nil, !exchange.append(bytes) else { return }
    exchange.body?.wipe()
    exchange.refusal = WalletError(.unavailable, retryAfter: 1).wireResponse
  }

  func complete(_ exchange: Exchange) -> MHD_Result {
    if exchange.refusal == nil, exchange.method == "GET", exchange.path == EventStreams.path {
      do throws(WalletError) {
        return try events.open(exchange)
      } catch {
        return send(error.wireResponse, exchange)
      }
    }
    Connection.of(exchange.connection)?.requestArrived()
    // A connection that waits for its answer comes here a second time.
    guard var answer = exchange.refusal ?? exchange.later?.take() ?? router.answer(exchange) else {
      return .YES
    }
    // A large answer with secrets is in locked memory until it is sent.
    if case .secret(let secret) = answer.body, !exchange.reserve(secret.count) {
      secret.wipe()
      answer = WalletError(.unavailable, retryAfter: 1).wireResponse
    }
    exchange.body?.wipe()
    return send(answer, exchange)
  }

  private func send(_ answer: WireResponse, _ exchange: Exchange) -> MHD_Result {
    exchange.status = answer.status
    var answer = answer
    if answer.status == 401, let challenge = exchange.challenge {
      answer.headers.removeAll { $0.name == "WWW-Authenticate" }
      answer.headers.append(WireField("WWW-Authenticate", challenge))
    }
    if let page = exchange.page {
      return cmhd_queue(exchange.connection, UInt32(answer.status), page.response)
    }
    guard let response = DaemonResponse.make(answer) else { return .NO }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, Wire.requestID, exchange.id)
    if status.isDraining { MHD_add_response_header(response, "Connection", "close") }
    return cmhd_queue(exchange.connection, UInt32(answer.status), response)
  }

  /// Called once for each request, however it ended.
  func ended(_ exchange: Exchange) {
    if !exchange.isStream { status.endWork() }
    log.add(exchange.logEntry)
  }

  /// The daemon refused something that did not become a request.
  func refused(_ status: Int, _ address: String) {
    log.add(AccessLog.Entry(id: requestIDs.next(), status: status, address: address))
  }
}
