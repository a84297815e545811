package import Secrets
package import WalletAPI

/// A request in memory, as HTTP has it.
package struct MemoryRequest: Sendable {
  package var method: String
  /// The path and the parameters, percent-encoded.
  package var target: String
  package var version = "HTTP/1.1"
  /// All but `Authorization`. A body needs its `Content-Length`.
  package var headers: [WireField]
  /// The value of `Authorization`, which is never a `String`.
  package var authorization: Secret?
  package var body: WireBody
  /// The client's address (IPv4) in digits, for limits and the log.
  package var address = "127.0.0.1"

  package init(
    _ method: String, _ target: String, headers: [WireField] = [], authorization: Secret? = nil,
    body: WireBody = .none
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.authorization = authorization
    self.body = body
  }

  var head: RequestHandler.Head {
    let hasNUL =
      ([method, target] + headers.flatMap { [$0.name, $0.value] }).contains { $0.utf8.contains(0) }
      || authorization?.withBytes { $0.contains(0) } ?? false
    return RequestHandler.Head(
      method: method, path: target.prefix { $0 != "?" }.withCString(Daemon.path),
      version: version, isFramed: !hasNUL, isCut: isCut,
      isWhole: true)
  }

  private var isCut: Bool { query.withCString(Daemon.isTooLong) }

  /// From its question mark; empty: there is none.
  private var query: Substring { target.drop { $0 != "?" } }

  /// The parameters as the daemon divides them, still percent-encoded.
  var parameters: [WireField] {
    if isCut { return [] }
    var parts = query.dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    if parts.last == "" { parts.removeLast() }
    return parts.map { part in
      let sides = String(part.map { $0 == "+" ? " " : $0 }).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return WireField(String(sides[0]), sides.count == 2 ? String(sides[1]) : "")
    }
  }
}

extension WalletServer {
  /// Answers a request in memory as if it had arrived over a socket, on the calling thread. The
  /// caller has to wipe a secret body of the answer.
  package func respond(to request: MemoryRequest) -> WireResponse {
    openStream(request) {}.head
  }

  /// The same for a request of the event stream.
  ///
  /// - Parameter onReady: Called when the stream can be read again after it had nothing. It must only
  ///   signal: not read, open or release a stream, and not retain it.
  /// - Returns: The answer, and its body if it is a stream.
  package func openStream(_ request: MemoryRequest, onReady: @escaping @Sendable () -> Void)
    -> (head: WireResponse, stream: MemoryStream?)
  {
    let exchange = handler.began(MemoryConnection(request, onReady: onReady), request.head)
    defer { handler.ended(exchange) }
    if exchange.readsBody, !request.body.isEmpty {
      request.body.withBytes { handler.received($0, exchange) }
    }
    let answer = handler.complete(exchange)
    if let stream = exchange.stream { return (answer, MemoryStream(stream)) }
    var sent = WireResponse(answer.status)
    // As the daemon does.
    if request.method != "HEAD" { sent.body = answer.body }
    answer.forEachSentHeader { sent.headers.append($0) }
    handler.forEachHeader(of: exchange) { sent.headers.append($0) }
    return (sent, nil)
  }
}
