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

  /// What is sent in place of the daemon's page of HTML, for each of its statuses.
  private static let refusals: [Int: Page] = {
    let all = [
      refusal(
        400, "request", "is not HTTP/1.1: look at its first line, its headers and its lengths"),
      refusal(413, "body", "may have \(Wire.longestRequest) bytes at most"),
      refusal(414, "request", "may have a first line of \(longestHead) at most"),
      refusal(431, "headers", "may have \(longestHead) at most, with the first line"),
      refusal(505, "request", "must be HTTP/1.1 or HTTP/1.0"),
    ]
    let pages = all.compactMap { answer in
      response(answer).map { (answer.status, Page($0, size: 0)) }
    }
    return Dictionary(uniqueKeysWithValues: pages)
  }()

  private static let longestHead = "\(Daemon.headBytes / 1024) KiB"

  /// The daemon refuses something; one that became a request is counted when it ends.
  ///
  /// - Returns: What is sent instead; nil: the daemon's own page.
  static func refused(_ connection: OpaquePointer, _ status: inout UInt32) -> OpaquePointer? {
    // It takes whatever we do not keep for its own fault. We keep everything but the line with a
    // chunk's size, which waits for its end: so that was too long.
    if status == 500 { status = 400 }
    if let visit = visit(connection), !visit.isAsking, let server = visit.door.visitor {
      let exchange = Exchange(server.requestIDs.next(), method: "", path: "")
      exchange.address = visit.address
      exchange.status = Int(status)
      server.inFlight.add(1, ordering: .relaxed)
      server.ended(exchange)
    }
    return refusals[Int(status)]?.response
  }
}
