import CMicroHTTPD
import Synchronization
import WalletAPI
import WalletModel

/// What the daemon refuses by itself: what is not HTTP, or too long. It never becomes a request.
extension WalletServer {
  /// An error that is HTTP's rather than the wallet's.
  static func refusal(_ status: Int, _ field: String, _ reason: String) -> WireResponse {
    var response = WalletError(WireMalformed(field, reason)).wireResponse
    response.status = status
    return response
  }

  static let notHTTP = refusal(
    400, "request", "is not HTTP/1.1: look at its first line, its headers and its lengths")

  /// What is sent in place of the daemon's page of HTML, for each of its statuses.
  private static let refusals: [Int: CachedPage] = {
    let all = [
      notHTTP,
      refusal(413, "body", "may have \(Wire.longestRequest) bytes at most"),
      refusal(414, "request", "may have a first line of \(longestHead) at most"),
      refusal(431, "headers", "may have \(longestHead) at most, with the first line"),
      refusal(505, "request", "must be HTTP/1.1 or HTTP/1.0"),
    ]
    let pages = all.compactMap { answer in
      response(answer).map { (answer.status, CachedPage($0, size: 0)) }
    }
    return Dictionary(uniqueKeysWithValues: pages)
  }()

  private static let longestHead = "\(Daemon.headBytes / 1024) KiB"

  /// The daemon refuses something; one that became a request is counted when it ends.
  ///
  /// - Returns: What is sent instead; nil: the daemon's own page.
  static func errorResponse(_ connection: OpaquePointer, _ status: inout UInt32) -> OpaquePointer? {
    // It takes whatever we do not keep for its own fault. We keep everything but the line with a
    // chunk's size, which waits for its end: so that was too long.
    if status == 500 { status = 400 }
    if let connection = Connection.of(connection), !connection.isInRequest {
      connection.reference.server?.count(Int(status), connection.address)
    }
    return refusals[Int(status)]?.response
  }

  private func count(_ status: Int, _ address: String) {
    let exchange = Exchange(requestIDs.next(), method: "", path: "")
    exchange.address = address
    exchange.status = status
    inFlight.add(1, ordering: .relaxed)
    ended(exchange)
  }

  /// The answer to what is no request to the daemon at all, as it is sent: it would close without one.
  static let earlyCloseResponse: String = {
    guard case .plain(let body) = notHTTP.body else { return "" }
    let fields =
      notHTTP.headers + always + [
        WireField("Connection", "close"), WireField("Content-Length", "\(body.count)"),
      ]
    return "HTTP/1.1 \(notHTTP.status) Bad Request\r\n"
      + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
      + String(decoding: body, as: UTF8.self)
  }()

  /// The daemon closes a connection, and says farewell.
  func closedEarly(_ socket: Int32) { count(Self.notHTTP.status, connections.address(of: socket)) }
}
