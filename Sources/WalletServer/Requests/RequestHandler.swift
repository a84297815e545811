import Secrets
import WalletAPI
import WalletModel

/// Takes requests to `WalletServer.stages`, whatever they arrived over, and records how they ended.
final class RequestHandler: Sendable {
  private let bodies: BodyMemory
  private let log: AccessLog
  private let status: ServerStatus
  /// `WalletServer.Options.path`.
  private let prefix: String
  private let stages: @Sendable (Exchange) throws(WalletError) -> WireResponse
  private let requestIDs = RequestIDs()

  init(
    bodies: BodyMemory, log: AccessLog, status: ServerStatus, path: String,
    stages: @escaping @Sendable (Exchange) throws(WalletError) -> WireResponse
  ) {
    self.bodies = bodies
    self.log = log
    self.status = status
    self.stages = stages
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
    let isBelow = !prefix.isEmpty && head.path.hasPrefix(prefix + "/")
    let path = isBelow ? String(head.path.dropFirst(prefix.count)) : head.path
    let exchange = Exchange(requestIDs.next(), method: head.method, path: path, connection)
    exchange.handler = self
    status.beginWork()
    if let known = connection.known, known.isSame(as: head, path, connection) {
      exchange.known = known
      return exchange
    }
    let fields = RequestHead(connection)
    exchange.refusal = fields.refusal(head)
    if exchange.refusal == nil && fields.length > 0 { bodies.announced(fields.length, exchange) }
    // A client that waits for "100 Continue" sends no body either.
    exchange.readsBody =
      exchange.refusal == nil
      || head.isFramed && fields.endsSoon && HeaderFields.find("Expect", connection).count == 0
    return exchange
  }

  func received(_ bytes: UnsafeRawBufferPointer, _ exchange: Exchange) {
    guard exchange.refusal == nil, !exchange.append(bytes) else { return }
    exchange.body?.wipe()
    exchange.refusal = WalletError(.unavailable, retryAfter: 1).wireResponse
  }

  /// The answer to a request that has arrived, or was refused.
  func complete(_ exchange: Exchange) -> WireResponse {
    var answer: WireResponse
    do throws(WalletError) {
      if let refusal = exchange.refusal {
        answer = refusal
      } else {
        answer = try stages(exchange)
      }
    } catch {
      answer = error.wireResponse
    }
    exchange.body?.wipe()
    exchange.status = answer.status
    if exchange.stream != nil { status.endWork() }
    if answer.status == 401, let challenge = exchange.challenge {
      answer.headers.removeAll { $0.name == "WWW-Authenticate" }
      answer.headers.append(WireField("WWW-Authenticate", challenge))
    }
    return answer
  }

  /// Calls `body` with the headers that an answer has only once. A page of the cache and a stream
  /// have none.
  func forEachHeader(of exchange: Exchange, _ body: (WireField) -> Void) {
    if exchange.page != nil || exchange.stream != nil { return }
    body(WireField(Wire.requestID, exchange.id))
    if status.isDraining { body(WireField("Connection", "close")) }
  }

  /// Called once for each request, however it ended.
  func ended(_ exchange: Exchange) {
    if exchange.stream == nil { status.endWork() }
    log.add(exchange.logEntry)
  }

  /// The daemon refused something that did not become a request.
  func refused(_ status: Int, _ address: String) {
    log.add(AccessLog.Entry(id: requestIDs.next(), status: status, address: address))
  }
}
