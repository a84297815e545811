import Issuer
import Secrets
import Synchronization
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Requests in memory are answered by the same code as those over a socket.
struct RespondTests {
  private static let cards = Wire.base + "/profile/prepaid/cards"
  private static let host = WireField("Host", "x")

  private static func server() throws -> InProcessServer {
    try InProcessServer { ($0.address, $0.heartbeatSeconds) = (nil, 3600) }
  }

  private static func bearer(_ token: Secret) -> Secret { secret("Bearer " + text(token)) }

  /// Signs in without a socket.
  private static func signIn(_ served: InProcessServer) throws -> Secret {
    let form = TokenRequest(
      .password(user: "ana", password: secret("pass word&é")), scopes: [.wallet]
    ).body
    let answer = served.server.respond(
      to: MemoryRequest(
        "POST", Wire.base + TokenRequest.path(brand: "demo"),
        headers: [
          host, WireField("Content-Type", "application/x-www-form-urlencoded"),
          WireField("Content-Length", "\(form.count)"),
        ], authorization: secret(InProcessServer.basic.value), body: .secret(form)))
    return try TokenResponse(answer.body).accessToken
  }

  @Test func aServerWithoutASocketAnswers() throws {
    let served = try Self.server()
    #expect(served.port == 0)
    let token = try Self.signIn(served)
    let request = MemoryRequest(
      "GET", Self.cards + "?limit=2", headers: [Self.host], authorization: Self.bearer(token))
    let first = served.server.respond(to: request)
    #expect(try CardList(json: JSON.read(first.body)).cards.count == 2)
    #expect(text(served.server.respond(to: request).body) == text(first.body))
    #expect(served.log.lines.count == 3)
    #expect(served.log.lines.last?.contains("\"route\":\"/profile/prepaid/cards\"") == true)
    #expect(served.log.lines.last?.contains("\"address\":\"127.0.0.1\"") == true)
    #expect(served.server.status.inFlight == 0)
  }

  /// The headers of a request, its version, and the status that they lead to.
  private typealias Row = (fields: [WireField], version: String, status: Int)

  private static func hosts(_ values: [String], _ status: Int) -> [Row] {
    values.map { ([WireField("hOST", $0)], "HTTP/1.1", status) }
  }

  private static func lengths(_ values: [String], _ status: Int) -> [Row] {
    values.map { ([host, WireField("Content-Length", $0)], "HTTP/1.1", status) }
  }

  private static func framed(_ names: KeyValuePairs<String, String>, _ status: Int) -> Row {
    ([host] + names.map { WireField($0.key, $0.value) }, "HTTP/1.1", status)
  }

  private static let heads: [Row] =
    [
      ([], "HTTP/1.0", 401), ([], "HTTP/1.1", 400), ([host, host], "HTTP/1.1", 400),
      ([host, host], "HTTP/1.0", 400),
      ([host, WireField("Transfer-Encoding", "chunked")], "HTTP/1.0", 400),
      framed(["X Y": "z"], 400), framed(["X": "a\0b"], 400),
      framed(["Transfer-Encoding": "chunked"], 411),
      framed(["content-length": "5", "Content-Length": "5"], 401),
      framed(["Content-Length": "5", "Content-Length": "6"], 400),
      framed(["Content-Length": "5", "Transfer-Encoding": "chunked"], 400),
    ] + hosts(["x", "x:80", "x:", "[::1]:8443", "127.0.0.1:1", "a-b.example_1"], 401)
    + hosts(
      ["", " ", "x y", "x/y", "a@b", "x:y", "x:1:2", "[::1", ":80", "x:123456", "é", "x, y"], 400)
    + lengths(["0", "5", "0005", "8192"], 401) + lengths(["", "-1", "+1", "0x5", "5,5", "a"], 400)
    + lengths(["8193", "1048577", "99999999999999999999"], 413)

  @Test func headsAreChecked() throws {
    let served = try Self.server()
    for (fields, version, status) in Self.heads {
      var request = MemoryRequest("POST", Self.cards, headers: fields)
      request.version = version
      let answer = served.server.respond(to: request)
      #expect(ErrorObject.problem(answer, [status]) == nil, "\(fields) \(version)")
      #expect((answer.header("Connection") == "close") == (status == 400), "\(fields)")
    }
  }

  @Test func errorsSayWhatIsPossible() throws {
    let served = try Self.server()
    func answer(_ method: String, _ target: String) -> WireResponse {
      served.server.respond(to: MemoryRequest(method, target, headers: [Self.host]))
    }
    #expect(answer("GET", "/nothing").status == 404)
    let method = answer("DELETE", Self.cards)
    let allowed = WireRoute.methods(at: "/profile/prepaid/cards").joined(separator: ", ")
    #expect(method.status == 405 && method.header("Allow") == allowed)
    #expect(answer("POST", "/events").status == 404)
    #expect(answer("POST", EventStreams.path).header("Allow") == "GET")
    let stranger = answer("GET", Self.cards)
    #expect(stranger.status == 401)
    #expect(stranger.header("WWW-Authenticate") == "Bearer realm=\"Prepaid Cards\"")
    let many = Self.cards + "?" + String(repeating: "a&", count: Daemon.mostParameters)
    #expect(answer("GET", many).status == 414)
    #expect(answer("GET", Self.cards + "?a=" + String(repeating: "a", count: 15_000)).status == 414)
    #expect(answer("GET", "http://y/healthz").status == 200)
  }

  /// The same over a socket, with the headers that belong to the connection left out.
  @Test func theAnswerIsThatOfASocket() throws {
    let (served, token) = try InProcessServer.signedIn()
    func lines(_ answer: WireResponse) -> [String] {
      let ofConnection = ["Date", "Connection", "Content-Length", Wire.requestID]
      return ["\(answer.status)"]
        + answer.headers.filter { !ofConnection.contains($0.name) }
        .map { "\($0.name): \($0.value)" }.sorted() + [text(answer.body)]
    }
    let queries = [
      "", "?", "?limit=1", "?limit=1&", "?limit=1&&", "?&limit=1", "?limit", "?=1", "?limit=1+",
      "?limit=%31", "?limit=%zz", "?limit=1=2", "?limit=1&limit=2", "?a=?&b",
      "?" + String(repeating: "a&", count: Daemon.mostParameters),
    ]
    let requests =
      queries.map { ("GET", Self.cards + $0) }
      + ["/healthz", "/readyz", "/openapi.json", "/nothing", "/paymenthub/v1/x"].flatMap {
        [("GET", $0), ("HEAD", $0), ("DELETE", $0)]
      } + [
        ("GET", "/threedsecure/v2/challenges/a/b"), ("POST", EventStreams.path),
        ("GET", EventStreams.path + "?a=b"),
      ]
    for (method, target) in requests {
      let bearer = Self.bearer(token)
      let sent = try served.send(method, target, [WireField("Authorization", text(bearer))])
      let answer = served.server.respond(
        to: MemoryRequest(method, target, headers: [Self.host], authorization: bearer))
      #expect(lines(answer) == lines(sent), "\(method) \(target)")
    }
  }

  @Test func eventsAreReadInMemory() throws {
    let served = try Self.server()
    let token = try Self.signIn(served)
    let request = MemoryRequest(
      "GET", EventStreams.path, headers: [Self.host], authorization: Self.bearer(token))
    let events = served.server.events
    func listen() throws {
      let calls = Atomic(0)
      let (head, opened) = served.server.openStream(request) {
        calls.add(1, ordering: .relaxed)
      }
      #expect(head.header("Content-Type") == "text/event-stream")
      let stream = try #require(opened)
      func read() throws -> String { String(decoding: try #require(stream.read()), as: UTF8.self) }
      #expect(try read().hasSuffix(": walletd\n\n"))
      #expect(try read().isEmpty && calls.load(ordering: .relaxed) == 0)
      events.publish([.phoneMessage], to: served.server.ledger.owner)
      #expect(calls.load(ordering: .relaxed) == 1)
      #expect(try read().contains("event: phone\n"))
      #expect(events.listeners.count == 1)
      events.listeners.close()
      #expect(stream.read() == nil)
    }
    try listen()
    #expect(events.listeners.count == 0)
  }
}
