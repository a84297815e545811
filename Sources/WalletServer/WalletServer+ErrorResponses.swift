import CMicroHTTPD
import Synchronization
import WalletAPI
import WalletModel

/// Responses to what the daemon itself refuses because it is not HTTP or too long. It never becomes
/// a request.
extension WalletServer {
  /// An error of HTTP, not of the wallet.
  static func refusal(_ status: Int, _ field: String, _ reason: String) -> WireResponse {
    var response = WalletError(WireMalformed(field, reason)).wireResponse
    response.status = status
    return response
  }

  static let notHTTP = refusal(
    400, "request", "is not HTTP/1.1: look at its first line, its headers and its lengths")

  /// The responses that replace the daemon's HTML pages, by status.
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

  /// Called when the daemon refuses something. If it became a request, it is counted when it ends.
  ///
  /// - Returns: The response to send; nil: the daemon's own page.
  static func errorResponse(_ connection: OpaquePointer, _ status: inout UInt32) -> OpaquePointer? {
    // The daemon reports 500 for input that it cannot store. Only a line with a chunk's size can be
    // too long for it, which is the client's error.
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

  /// The complete response to input that the daemon does not recognise as a request. It would close
  /// the connection without one.
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

  /// The daemon closes a connection early, after `earlyCloseResponse` was sent.
  func closedEarly(_ socket: Int32) { count(Self.notHTTP.status, connections.address(of: socket)) }
}
