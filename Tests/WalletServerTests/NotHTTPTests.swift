import ChildProcess
import Foundation
import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Input that libmicrohttpd refuses by itself gets the error object, too. A request that is refused
/// before its body has arrived is answered at once.
struct NotHTTPTests {
  private let served: InProcessServer

  init() throws { served = try InProcessServer() }

  private static let long = String(repeating: "a", count: 20_000)

  private static func get(_ head: String) -> String {
    "GET /healthz HTTP/1.1\r\nHost: x\r\n\(head)\r\n"
  }

  private static func post(_ head: String, _ body: String = "") -> String {
    "POST \(Wire.base)/profile/prepaid/cards HTTP/1.1\r\nHost: x\r\n\(head)\r\n\r\n\(body)"
  }

  private static func chunks(_ body: String) -> String {
    post("Transfer-Encoding: chunked", body)
  }

  private static let refused: [(bytes: String, status: Int)] = [
    ("M4RK\r\n\r\n", 400), (" / HTTP/1.1\r\n\r\n", 400),
    ("GET\tM4RK\tHTTP/1.1\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\0M4RK\n", 400),
    ("GET /M4RK\r\n\r\n", 400), ("GET /M4RK\n\n", 400), ("GET / M4RK/1.1\r\n\r\n", 400),
    ("GET / http/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\rHost: M4RK\r\n\r\n", 400),
    ("GET / HTTP/0.9\r\n\r\n", 505), ("GET / HTTP/2.0\r\n\r\n", 505),
    ("GET / HTTP/9.9\r\n\r\n", 505), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    (get("M4RK\r\n"), 400), (get("M4RK \r\nX: y\r\n"), 400),
    ("GET /M4RK\(long) HTTP/1.1\r\n\r\n", 414), ("GET /?M4RK=\(long) HTTP/1.1\r\n\r\n", 414),
    (long + " / HTTP/1.1\r\n\r\n", 414), (get("X: M4RK\(long)\r\n"), 431),
    (get(String(repeating: "X: M4RK\r\n", count: 4000)), 431),
    (chunks("M4RK\r\n\r\n"), 400), (chunks("\r\n\r\n"), 400), (chunks("-1\r\nM\r\n"), 400),
    (chunks("1\r\nM4RK\r\n0\r\n\r\n"), 400), (chunks("fffffffffffffffff\r\n"), 413),
    // The library treats this as its own error.
    (chunks("1;M4RK=\(long)\r\nM\r\n0\r\n\r\n"), 400),
    (chunks("1\r\nM\r\n0\r\nX: M4RK\(long)\r\n\r\n"), 431),
    (chunks("1\r\nM\r\n0\r\nM4RK\r\n\r\n"), 400),
  ]

  /// Requests that walletd refuses before the body has arrived.
  private static let answeredAtOnce: [(bytes: String, status: Int)] = [
    (post("Content-Length: M4RK"), 400), (post("Content-Length: -1"), 400),
    (post("Content-Length: +1"), 400), (post("Content-Length: 1, 1", "M"), 400),
    (post("Content-Length:"), 400), (post("Content-Length: 0x1", "M"), 400),
    (post("Content-Length: 99999999999999999999"), 413),
    (post("Content-Length: 9223372036854775807"), 413),
    (post("Content-Length: 18446744073709551615"), 413),
    (post("Content-Length: 1048577", "M4RK"), 413),
    (post("Content-Length: 8193\r\nExpect: 100-continue"), 413),
    (post("Transfer-Encoding: gzip", "M4RK"), 411),
    (post("Transfer-Encoding: gzip, chunked", "M4RK"), 411),
    (post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "M4RK"), 411),
    (post("Transfer-Encoding: chunked\r\nExpect: 100-continue"), 411),
    (post("Content-Length: 1\r\nTransfer-Encoding: gzip"), 400),
    // RFC 9112, 3.2 and 5.1.
    ("GET /healthz HTTP/1.1\r\n\r\n", 400), (get("Host: M4RK\r\n"), 400),
    ("GET /healthz HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n", 400),
    (get("M4RK : y\r\n"), 400), (get("M4RK\t: y\r\n"), 400),
  ]

  /// What is wrong with the answer; nil: nothing.
  private static func fault(_ answer: String, _ status: Int) -> String? {
    guard answer.ranges(of: "\r\n\r\n").count == 1, let response = InProcessServer.response(answer)
    else {
      return "not one answer: \(answer.prefix(200))"
    }
    if response.header("Connection") != "close" { return "stays open" }
    if response.header("Cache-Control") != "no-store" { return "may be kept" }
    return ErrorObject.problem(response, [status])
  }

  @Test func invalidInputOverHTTPGetsTheErrorObject() throws {
    for (bytes, status) in Self.refused + Self.answeredAtOnce {
      let answer = try served.raw(Array(bytes.utf8))
      let fault = Self.fault(answer, status)
      #expect(fault == nil, "\(bytes.prefix(80)): \(fault ?? "")")
    }
    try served.waitUntilAlone()
    // Each is counted and logged once.
    for status in [400, 411, 413, 414, 431, 505] {
      let all = (Self.refused + Self.answeredAtOnce).count { $0.status == status }
      let lines = served.log.lines.filter { $0.contains("\"status\":\(status),") }
      #expect(lines.count == all && lines.allSatisfy { !$0.contains("M4RK") }, "\(status)")
    }
    #expect(!served.log.lines.contains { $0.contains("\"status\":0,") })
  }

  @Test func invalidInputOverHTTPSGetsTheErrorObject() throws {
    let pair = try TestCertificate.shared.get()
    let served = try InProcessServer { $0.tls = (pair.certificate, secret(pair.key)) }
    let all = Self.refused + Self.answeredAtOnce
    let healthy = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    var answers = try Self.tls(served.port, all.map(\.bytes) + [healthy])
    #expect(answers.popLast()?.hasSuffix("\r\n\r\nok\n") == true)
    for ((bytes, status), answer) in zip(all, answers) {
      let fault = Self.fault(answer, status)
      #expect(fault == nil, "\(bytes.prefix(80)): \(fault ?? "")")
    }
    #expect(answers.count == all.count)
  }

  /// The answers to these requests, each on its own TLS connection.
  private static func tls(_ port: UInt16, _ requests: [String]) throws -> [String] {
    let limit = 120 * patience
    let program = """
      import socket, ssl, sys
      context = ssl._create_unverified_context()
      for line in sys.stdin:
          plain = socket.create_connection(("127.0.0.1", \(port)), \(limit))
          with context.wrap_socket(plain) as tls:
              answer = b""
              try:
                  tls.sendall(bytes.fromhex(line))
              except OSError:
                  pass
              try:
                  while data := tls.recv(65536):
                      answer += data
              except OSError:
                  pass
          print(answer.hex())
      """
    let lines = requests.map { request in
      request.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\n"
    }
    let run = try ChildProcess.run(["python3", "-c", program], input: lines.joined())
    return run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { line in
        let digits = line.compactMap { $0.hexDigitValue.map(UInt8.init) }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
          digits[$0] << 4 | digits[$0 + 1]
        }
        return String(decoding: bytes, as: UTF8.self)
      }
  }

  /// Any number of cookies is ignored.
  @Test func cookiesAreIgnored() throws {
    let cookies = WireField("Cookie", String(repeating: "M4RK=7391; ", count: 1200))
    #expect(try text(served.send("GET", "/healthz", [cookies]).body) == "ok\n")
  }

  @Test(arguments: [100, 101, 400, 3000])
  func parametersAreCounted(_ count: Int) throws {
    let query = (0..<count).map { _ in "a=b" }.joined(separator: "&")
    let answer = try served.send("GET", "/healthz?" + query)
    #expect(answer.status == (count > 100 ? 414 : 200))
    #expect(count == 100 || ErrorObject.problem(answer, [414]) == nil)
  }

  @Test func longParametersAreRefused() throws {
    let query = (0..<100).map { _ in String(repeating: "a", count: 100) }.joined(separator: "&")
    let answer = try served.send("GET", "/healthz?" + query)
    #expect(ErrorObject.problem(answer, [414]) == nil)
    try wait(for: "a line of the log") {
      served.log.lines.contains { $0.contains("\"status\":414,") }
    }
  }

  /// An unfinished line is not wrong, so it gets no answer. The client has ended its side, so the
  /// result does not depend on when the server's 0.1 s pass. `NotHTTPTimingTests` ends such requests
  /// by silence and by the end of the server, too.
  @Test(arguments: [false, true])
  func anUnfinishedRequestGetsNoAnswer(_ hasHead: Bool) throws {
    let served = try InProcessServer { $0.silenceSeconds = 0.1 }
    let head = Self.post("Content-Length: 100\r\nAuthorization: Basic M4RK", "12345")
    #expect(try served.rawWithEnd(Array((hasHead ? head : "GET /M4RK").utf8)) == "")
    served.server.stop()
    #expect(!served.log.lines.contains { $0.contains("\"status\":400,") })
  }

  /// A short body that is refused is read to its end, so that the client can read the answer and
  /// continue.
  @Test(arguments: [
    ("Content-Length: 100000", String(repeating: "a", count: 100_000), 413),
    ("Transfer-Encoding: chunked", "5\r\nabcde\r\n0\r\n\r\n", 411),
  ])
  func theConnectionGoesOn(_ head: String, _ body: String, _ status: Int) throws {
    let next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    let answer = try served.raw(Array((Self.post(head, body) + next).utf8))
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.hasSuffix("\r\n\r\nok\n"))
  }

  /// A proxy in front of walletd might see more or less of such a target.
  @Test(arguments: [
    "/healthz\0M4RK", "/healthz\0", "\0", "/healthz\0?M4RK=1", "/healthz?\0M4RK",
    "/healthz\0HTTP/1.1\0", "/healthz\0 HTTP/1.1",
  ])
  func noTargetHasANul(_ target: String) throws {
    let answer = try served.send("GET", target)
    #expect(ErrorObject.problem(answer, [400]) == nil)
  }

  /// RFC 9112, 3.2.2 and 5.1, RFC 9110, 5.3.
  @Test func validFormsOfHTTPAreUnderstood() throws {
    let token = text(try served.signIn().accessToken)
    let path = Wire.base + "/profile"
    func status(_ target: String, _ values: String...) throws -> Int {
      try served.send("GET", target, values.map { WireField("Authorization", $0) }).status
    }
    #expect(try status(path, "Bearer " + token) == 200)
    #expect(try status(path, "Bearer " + token + " \t ") == 200)
    #expect(try status("http://wallet.example" + path, "Bearer " + token) == 200)
    #expect(try status("HTTPS://wallet.example:1" + path, "Bearer " + token) == 200)
    #expect(try status("http://wallet.example", "Bearer " + token) == 404)
    #expect(try status(path, "Bearer ") == 401)
    #expect(try status(path, "Bearer " + token, "Bearer x") == 401)
    #expect(try status(path, "Bearer x", "Bearer " + token) == 401)
    let card = try served.activeCard(secret(token))
    let lock = SetCardStatus(card.id, .locked, reason: "x")
    let body = lock.wireBody.withBytes { Array($0) }
    let head =
      "PATCH \(Wire.base)/profile/prepaid/cards/\(card.id) HTTP/1.1\r\nHost: x \r\n"
      + "Authorization: Bearer \(token)\t\r\nContent-Type: application/json\t; charset=utf-8\r\n"
      + "If-Match: * \r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    let answer = InProcessServer.response(try served.raw(Array(head.utf8) + body))
    #expect(answer?.status == 200)
  }
}
