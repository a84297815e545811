import Glibc
import Testing
import WalletAPI

/// Requests whose end a proxy may see in another place than walletd (RFC 9112, 2.2, 3.2, 5.2, 6).
enum FramedRequests {
  static let next = "GET /healthz?next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  static func get(_ head: String, host: String = "Host: x\r\n") -> String {
    "GET /healthz HTTP/1.1\r\n\(host)\(head)\r\n"
  }

  static func post(_ head: String, _ body: String = "") -> String {
    "POST \(Wire.base)/profile/prepaid/cards HTTP/1.1\r\nHost: x\r\n\(head)\r\n\(body)"
  }

  /// One answer with 400, and the connection ends.
  static let refused = [
    // Folded lines.
    post("Content-Length:\r\n 5\r\n", "hello"), post("Content-Length:\r\n\t5\r\n", "hello"),
    post("Content-Length: 5\r\n 0\r\n", "hello"), post("X: a\r\n Content-Length: 5\r\n", "hello"),
    post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: \r\n chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
    get("X: a\r\n b\r\n"), get(" X: a\r\n", host: ""), get(" X: a\r\n"),
    get("", host: "Host:\r\n x\r\n"),
    // CR and LF alone.
    get("X: a\rb\r\n"), get("X: a\nb: c\r\n"), get("X: a\n\r\n"), get("X: a\r\r\n"),
    get("X\r: a\r\n"),
    "GET /healthz HTTP/1.1\nHost: x\n\n", "GET /healthz HTTP/1.1\r\nHost: x\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: x\r\n\n", "GET /healthz HTTP/1.1\rHost: x\r\n\r\n",
    "\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "\rGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    post("X: a\rContent-Length: 5\r\n", "hello"), post("X: a\nContent-Length: 5\r\n", "hello"),
    post("Content-Length: 5\nX: a\r\n", "hello"), post("Content-Length: 5\r\r\n", "hello"),
    // NUL and other controls.
    get("X: a\0b\r\n"), get("X\0: a\r\n"), get("X: \u{1}\r\n"), get("X: \u{7f}\r\n"),
    get("X: \u{b}a\r\n"), get("", host: "Host: x\0y\r\n"),
    post("Transfer-Encoding: chunked\0x\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: \u{b}chunked\r\n", "0\r\n\r\n"),
    post("Content-Length: 5\00\r\n", "hello"), post("Content-Length\0X: 5\r\n", "hello"),
    // Names.
    get(": a\r\n"), get("X(: a\r\n"), get("\u{e9}: a\r\n"), get("Content-Length : 0\r\n"),
    // Hosts.
    get("", host: ""), get("Host: x\r\n"), get("", host: "Host:\r\n"), get("", host: "Host: \r\n"),
    get("", host: "Host: x y\r\n"), get("", host: "Host: x/y\r\n"), get("", host: "Host: a@b\r\n"),
    get("", host: "Host: x:y\r\n"), get("", host: "Host: x:1:2\r\n"),
    get("", host: "Host: [::1\r\n"),
    get("", host: "Host: :80\r\n"), get("", host: "Host: x:123456\r\n"),
    get("", host: "Host: [::1]x\r\n"),
    get("", host: "Host: x, y\r\n"), get("", host: "Host: x?y\r\n"),
    get("", host: "Host: \u{e9}\r\n"),
    // Lengths.
    post("Content-Length: 5\r\nContent-Length: 0\r\n", "hello"),
    post("Content-Length: 5,5\r\n", "hello"),
    post("Content-Length: 0x5\r\n", "hello"), post("Content-Length: +5\r\n", "hello"),
    post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
    post("Content-Length: 5\r\nTransfer-Encoding: x\r\n", "hello"),
    "POST /healthz HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "0\r\n\r\n",
  ]

  /// Valid requests, or invalid in another way. Each gets its answer, and so does the next request.
  static let understood: [(bytes: String, status: Int)] = [
    (get(""), 200), ("\r\n\r\n" + get(""), 200), (get("X: a b\t\u{e9}\r\n"), 200),
    (get("X:\r\n"), 200),
    (get("X:a\r\n"), 200), (get("X: \t a \t\r\n"), 200), (get("!#$%&'*+-.^_`|~09: a\r\n"), 200),
    (get("", host: "hOST:x:80\r\n"), 200), (get("", host: "Host: x:\r\n"), 200),
    (get("", host: "Host: [::1]:8443\r\n"), 200), (get("", host: "Host: 127.0.0.1:1\r\n"), 200),
    (get("", host: "Host: a-b.example_1\r\n"), 200),
    ("GET http://y/healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    ("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    (get("Content-Length: 0\r\n"), 200), (post("Content-Length: 5 \r\n", "hello"), 401),
    (post("Content-Length: 0005\r\n", "hello"), 401),
    (post("Content-Length: 5\r\ncontent-length: 5\r\n", "hello"), 401),
    (post("Content-Length: 40\r\n", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n      "), 401),
    (post("Content-Length: 5\r\n", "\r\n\0\r\n"), 401),
    (post("Content-Length: 9000\r\n", String(repeating: "\n", count: 9000)), 413),
    (
      post(
        "Transfer-Encoding: chunked\r\n",
        "5\r\n\r\n\0\r\n\r\nA;x=y\r\n0123456789\r\n0\r\nX: a\r\n\r\n"), 411
    ),
    (post("Transfer-Encoding: Chunked\r\n", "0\r\n\r\n"), 411),
  ]

  static func statuses(_ answer: String) -> [Int] {
    answer.ranges(of: "HTTP/1.1 ").compactMap { Int(answer[$0.upperBound...].prefix(3)) }
  }

  /// Chunks that could end in another place.
  static let chunks = [
    "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\n0\n\n",
    "5;\n\r\nhello\r\n0\r\n\r\n",
    "5 \r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5;x\0\r\nhello\r\n0\r\n\r\n",
    "0\r\nX: a\n\r\n", "0\r\nX: a\r\n b\r\n\r\n", "0\r\nX\0: a\r\n\r\n",
    "00000000000000005\r\nhello\r\n0\r\n\r\n",
    "\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello!\r\n0\r\n\r\n",
  ]

  /// How the bytes of a request come.
  enum Pace { case atOnce, oneByOne }

  /// The answers to these bytes and to a valid request after them.
  static func answers(_ served: InProcessServer, _ bytes: String, _ pace: Pace = .atOnce) throws
    -> String
  {
    let bytes = Array((bytes + next).utf8)
    if pace == .atOnce { return try served.raw(bytes) }
    let socket = try served.connected([])
    defer { close(socket) }
    var isOn: CInt = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
    for var byte in bytes {
      if send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) != 1 { break }
    }
    return served.everything(socket)
  }

  static func checkRefused(by served: InProcessServer, _ pace: Pace) throws {
    for bytes in refused {
      let answer = try answers(served, bytes, pace)
      #expect(statuses(answer) == [400], "\(bytes.debugDescription): \(answer.prefix(60))")
      #expect(answer.contains("Connection: close\r\n"), "\(bytes.debugDescription)")
    }
    try served.waitUntilAlone()
  }

  static func checkUnderstood(by served: InProcessServer, _ pace: Pace, upTo length: Int = .max)
    throws
  {
    for (bytes, status) in understood where bytes.utf8.count < length {
      let answer = try answers(served, bytes, pace)
      #expect(statuses(answer) == [status, 200], "\(bytes.debugDescription): \(answer.prefix(60))")
    }
  }

  /// Invalid requests after valid ones on one connection: each valid one gets its answer, in order.
  static func checkRefusedAfterValidOnes(by served: InProcessServer, _ pace: Pace) throws {
    for wrong in [refused[0], refused[5], refused[11], refused[27]] {
      let valid = get("") + understood[18].bytes + understood[21].bytes
      let answer = try answers(served, valid + wrong, pace)
      #expect(
        statuses(answer) == [200, 401, 411, 400],
        "\(wrong.debugDescription): \(answer.prefix(60))")
    }
  }
}
