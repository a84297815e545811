import WalletAPI
import WalletModel

/// Responses to errors of HTTP, which are none of the wallet, and to what the daemon itself refuses
/// because it is not HTTP or too long. That never becomes a request.
enum ErrorResponses {
  static func refusal(_ status: Int, _ field: String, _ reason: String) -> WireResponse {
    var response = WalletError(WireMalformed(field, reason)).wireResponse
    response.status = status
    return response
  }

  /// For a request after which the rest of the connection cannot be interpreted.
  static func closing(_ refusal: WireResponse) -> WireResponse {
    var refusal = refusal
    refusal.headers.append(WireField("Connection", "close"))
    return refusal
  }

  static func wrongMethod(_ allowed: [String]) -> WireResponse {
    var response = refusal(405, "method", "must be " + allowed.joined(separator: " or "))
    response.headers.append(WireField("Allow", allowed.joined(separator: ", ")))
    return response
  }

  static let noPath = WalletError(
    .notFound, detail: .authentication(.unknownPath),
    advice: .verbatim("Check the path. /openapi.json lists them all.")
  ).wireResponse

  static let notHTTP = refusal(
    400, "request", "is not HTTP/1.1: look at its first line, its headers and its lengths")

  /// The response that replaces the daemon's HTML page for this status; nil: the page is sent.
  static func replacingPage(_ status: Int) -> OpaquePointer? { pages[status]?.response }

  private static let pages: [Int: CachedResponse] = {
    let all = [
      notHTTP,
      refusal(413, "body", "may have \(Wire.longestRequest) bytes at most"),
      refusal(414, "request", "may have a first line of \(longestHead) at most"),
      refusal(431, "headers", "may have \(longestHead) at most, with the first line"),
      refusal(505, "request", "must be HTTP/1.1 or HTTP/1.0"),
    ]
    let pages = all.compactMap { answer in
      DaemonResponse.make(answer).map { (answer.status, CachedResponse($0, size: 0)) }
    }
    return Dictionary(uniqueKeysWithValues: pages)
  }()

  private static let longestHead = "\(Daemon.headBytes / 1024) KiB"

  /// The complete response to input that the daemon does not recognise as a request. It would close
  /// the connection without one.
  static let earlyClose: String = {
    guard case .plain(let body) = notHTTP.body else { return "" }
    var fields: [WireField] = []
    notHTTP.forEachSentHeader { fields.append($0) }
    fields += [WireField("Connection", "close"), WireField("Content-Length", "\(body.count)")]
    return "HTTP/1.1 \(notHTTP.status) Bad Request\r\n"
      + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
      + String(decoding: body, as: UTF8.self)
  }()
}
