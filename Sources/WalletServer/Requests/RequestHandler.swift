import Secrets
import WalletAPI
import WalletModel

/// Finds the answers to requests, whatever they arrived over.
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
  /// `WalletServer.Options.path`.
  private let prefix: String

  init(
    router: Router, tokens: TokenEndpoint, authentication: BearerAuthentication,
    events: EventStreams, budget: ArenaBudget, log: AccessLog, status: ServerStatus, path: String
  ) {
    self.router = router
    self.tokens = tokens
    self.authentication = authentication
    self.events = events
    self.budget = budget
    self.log = log
    self.status = status
    prefix = path
  }

  /// The first line of a request, and what is known of its framing.
  struct Head {
    let method: String
    /// Still percent-encoded.
    let path: String
    /// As received, `HTTP/1.1`.
    let version: String
    /// Whether it and the requests before it strictly follow RFC 9112. False: nothing that follows
    /// may be accepted.
    let isFramed: Bool
    /// Whether parameters were removed because there are too many.
    let isCut: Bool
    /// Whether the target contains no NUL, after which something else could be hidden.
    let isWhole: Bool
  }

  func began(_ connection: any RequestConnection, _ head: Head) -> Exchange {
    let isBelow = head.path.hasPrefix(prefix + "/")
    let path = isBelow ? String(head.path.dropFirst(prefix.count)) : head.path
    let exchange = Exchange(requestIDs.next(), method: head.method, path: path, connection)
    status.beginWork()
    let framing = RequestHead(connection)
    exchange.refusal =
      head.isFramed ? framing.refusal(head.version) : ErrorResponses.closing(ErrorResponses.notHTTP)
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
      || head.isFramed && framing.endsSoon && HeaderFields.find("Expect", connection).count == 0
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

  /// What to send.
  enum Outcome {
    case answer(WireResponse)
    case stream(OpenStream)
  }

  /// To be called when a request has arrived, or was refused.
  func complete(_ exchange: Exchange) -> Outcome {
    var answer: WireResponse
    if exchange.refusal == nil, exchange.method == "GET", exchange.path == EventStreams.path {
      do throws(WalletError) {
        return .stream(try events.open(exchange))
      } catch {
        answer = error.wireResponse
      }
    } else {
      answer = exchange.refusal ?? router.answer(exchange)
    }
    // A large answer with secrets is in locked memory until it is sent.
    if case .secret(let secret) = answer.body, !exchange.reserve(secret.count) {
      secret.wipe()
      answer = WalletError(.unavailable, retryAfter: 1).wireResponse
    }
    exchange.body?.wipe()
    exchange.status = answer.status
    if answer.status == 401, let challenge = exchange.challenge {
      answer.headers.removeAll { $0.name == "WWW-Authenticate" }
      answer.headers.append(WireField("WWW-Authenticate", challenge))
    }
    return .answer(answer)
  }

  /// Calls `body` with the headers that an answer has only once. A page of the cache has none.
  func forEachHeader(of exchange: Exchange, _ body: (WireField) -> Void) {
    if exchange.page != nil { return }
    body(WireField(Wire.requestID, exchange.id))
    if status.isDraining { body(WireField("Connection", "close")) }
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
