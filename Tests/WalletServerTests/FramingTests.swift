import Glibc
import Secrets
import Testing
import WalletAPI
import WalletServer

/// A proxy in front of walletd may see the end of a line, the end of a request or a host in another
/// place. So ambiguous requests are refused, and nothing after them is read (RFC 9112, 2.2, 3.2,
/// 5.2, 6).
struct FramingTests {
  private static let next = "GET /healthz?next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  private static func get(_ head: String, host: String = "Host: x\r\n") -> String {
    "GET /healthz HTTP/1.1\r\n\(host)\(head)\r\n"
  }

  private static func post(_ head: String, _ body: String = "") -> String {
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

  private static func statuses(_ answer: String) -> [Int] {
    answer.ranges(of: "HTTP/1.1 ").compactMap { Int(answer[$0.upperBound...].prefix(3)) }
  }

  /// - Parameter isSlow: Whether the bytes come one by one.
  private func answers(_ served: InProcessServer, _ bytes: String, isSlow: Bool) throws -> String {
    let bytes = Array(bytes.utf8)
    if !isSlow { return try served.raw(bytes) }
    let socket = try served.connected([])
    defer { close(socket) }
    var isOn: CInt = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
    for byte in bytes {
      var byte = byte
      if send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) != 1 { break }
    }
    return served.everything(socket)
  }

  @Test(arguments: [false, true])
  func ambiguousRequestsAreRefused(_ isSlow: Bool) throws {
    let served = try InProcessServer { $0.silenceSeconds = 3 }
    defer { served.server.stop() }
    for bytes in Self.refused {
      let answer = try answers(served, bytes + Self.next, isSlow: isSlow)
      #expect(Self.statuses(answer) == [400], "\(bytes.debugDescription): \(answer.prefix(60))")
      #expect(answer.contains("Connection: close\r\n"), "\(bytes.debugDescription)")
    }
    try served.waitUntilAlone()
  }

  @Test(arguments: [false, true])
  func validRequestsAreAnswered(_ isSlow: Bool) throws {
    let served = try InProcessServer()
    defer { served.server.stop() }
    for (bytes, status) in Self.understood where !isSlow || bytes.utf8.count < 1000 {
      let answer = try answers(served, bytes + Self.next, isSlow: isSlow)
      #expect(
        Self.statuses(answer) == [status, 200], "\(bytes.debugDescription): \(answer.prefix(60))")
    }
  }

  /// Invalid requests after valid ones on one connection: each valid one gets its answer, in order.
  @Test(arguments: [false, true])
  func requestsBeforeAnInvalidOneAreAnswered(_ isSlow: Bool) throws {
    let served = try InProcessServer { $0.silenceSeconds = 3 }
    defer { served.server.stop() }
    let before = Self.get("") + Self.understood[18].bytes + Self.understood[21].bytes
    for wrong in [Self.refused[0], Self.refused[5], Self.refused[11], Self.refused[27]] {
      let answer = try answers(served, before + wrong + Self.next, isSlow: isSlow)
      #expect(
        Self.statuses(answer) == [200, 401, 411, 400],
        "\(wrong.debugDescription): \(answer.prefix(60))")
    }
  }

  /// Chunks that could end in another place: nothing after them is read.
  @Test(arguments: [
    "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\n0\n\n",
    "5;\n\r\nhello\r\n0\r\n\r\n",
    "5 \r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5;x\0\r\nhello\r\n0\r\n\r\n",
    "0\r\nX: a\n\r\n", "0\r\nX: a\r\n b\r\n\r\n", "0\r\nX\0: a\r\n\r\n",
    "00000000000000005\r\nhello\r\n0\r\n\r\n",
    "\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello!\r\n0\r\n\r\n",
  ])
  func chunksAreReadToTheLetter(_ body: String) throws {
    let served = try InProcessServer { $0.silenceSeconds = 1 }
    defer { served.server.stop() }
    let answer = try served.raw(
      Array((Self.post("Transfer-Encoding: chunked\r\n", body) + Self.next).utf8))
    #expect(!Self.statuses(answer).contains(200), "\(body.debugDescription): \(answer)")
  }

  /// The library treats these as bodies without an end. They are not waited for.
  @Test(arguments: ["chunked ", "chunked\t", "gzip", "x, chunked", "chunked, chunked"])
  func anUnknownCodingEndsTheConnection(_ coding: String) throws {
    let served = try InProcessServer()
    defer { served.server.stop() }
    let bytes = Self.post("Transfer-Encoding: \(coding)\r\n", "0\r\n\r\n") + Self.next
    #expect(Self.statuses(try served.raw(Array(bytes.utf8))) == [411])
  }
}
