import Conformance
import Issuer
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Each part of the way of a request alone: without a socket, and without the other parts.
struct StageTests {
  private let host = WireField("Host", "x")
  private let cards = MemoryRequest("GET", Wire.base + ListCards.contract.path)

  private struct Named: Stage {
    let name: String
    func answer(_ names: [String], _ next: Next<[String]>) throws(WalletError) -> WireResponse {
      var answer = try next(names + [name])
      answer.headers.append(WireField(name, ""))
      return answer
    }
  }

  @Test func stagesFollowEachOther() {
    let next = NextRecorder<[String]>()
    let stages = Named(name: "a").then(Named(name: "b")).then(Named(name: "c"))
    let answer = next.answer(stages, [])
    #expect(next.passed == [["a", "b", "c"]])
    #expect(answer.headers.map(\.name) == ["c", "b", "a"])
  }

  @Test func aHeadIsRefused() {
    func status(_ target: String, _ headers: [WireField]) -> Int? {
      let request = MemoryRequest("GET", target, headers: headers)
      return RequestHead(MemoryConnection(request)).refusal(request.head)?.status
    }
    let many = "/?" + String(repeating: "a&", count: Daemon.mostParameters)
    #expect(status(many, []) == 400)
    #expect(status(many, [host]) == 414)
    #expect(status("/", [host, WireField("X", "a\0b")]) == 400)
    #expect(status("/", [host, WireField("Transfer-Encoding", "chunked")]) == 411)
    #expect(status("/", [host, WireField("Content-Length", "\(1 << 20)")]) == 413)
    #expect(status("/", [host]) == nil)
  }

  private struct Shop: PathEndpoint {
    func has(_ path: String) -> Bool { path == "/shop" }
    func announced(_ length: Int, _ exchange: Exchange) { exchange.refusal = WireResponse(413) }
    func answer(_ exchange: Exchange) -> WireResponse { WireResponse(204) }
  }

  /// The authentication of a wallet, with what it knows.
  private struct SignIns {
    let customer: CustomerID
    let clients: ClientTokens
    let authentication: BearerAuthentication
    /// `Authorization` of a user who has signed in.
    let bearer: Secret

    init() throws {
      let clock = TestClock()
      let ledger = try Vault.demo()
      customer = ledger.owner
      var options = WalletServer.Options()
      (options.clock, options.signIns) = (clock.issuer, 1)
      let sessions = Sessions(ledger, clock: clock.issuer, random: .system)
      clients = ClientTokens(clock: clock.issuer, random: .system)
      authentication = BearerAuthentication(options, sessions: sessions, clientTokens: clients)
      let user = ServerUser(name: "ana", customer: customer, passwordHash: "")
      let response = try sessions.signIn(user, deviceID: "d", scopes: [.wallet])
      bearer = secret("Bearer " + text(response.accessToken))
    }
  }

  @Test func aBodyIsKeptForWhoIsResponsible() throws {
    let served = try InProcessServer { $0.address = nil }
    defer { served.server.stop() }
    let signIns = try SignIns()
    let bodies = BodyMemory(
      endpoints: [served.server.tokens, Shop()],
      authentication: signIns.authentication)
    func exchange(_ path: String, _ length: Int, _ authorization: Secret? = nil) -> Exchange {
      let exchange = Exchange(MemoryRequest("POST", path, authorization: authorization))
      bodies.announced(length, exchange)
      return exchange
    }
    #expect(exchange("/shop", 1).refusal?.status == 413)
    let token = Wire.base + TokenRequest.path(brand: "demo")
    #expect(exchange(token, 2049).refusal?.status == 413)
    let client = secret(InProcessServer.basic.value)
    for (path, authorization, who) in [
      (token, nil, nil), (token, client, "127.0.0.1"), (Wire.base + "/profile", nil, nil),
      (Wire.base + "/profile", signIns.bearer, signIns.customer.rawValue),
    ] as [(String, Secret?, String?)] {
      let kept = exchange(path, 2048, authorization)
      #expect(kept.refusal == nil && kept.length == 2048)
      #expect(kept.account?.who == who, "\(path)")
    }
  }

  @Test func anAnswerWithSecretsNeedsRoom() {
    func answer(room: Int?) -> String {
      let exchange = Exchange(cards)
      if let room { exchange.account = (ArenaBudget(bytes: room, each: room), "ana", factor: 1) }
      let body = secret("12345678")
      let next = NextRecorder<Exchange>(WireResponse(200, body: .secret(body)))
      let status = next.answer(AnswerMemory(), exchange).status
      return "\(status), \(body.isEmpty ? "wiped" : "kept")"
    }
    #expect(answer(room: 8) == "200, kept")
    #expect(answer(room: 7) == "503, wiped")
    #expect(answer(room: nil) == "503, wiped")
    #expect(NextRecorder<Exchange>().answer(AnswerMemory(), Exchange(cards)).status == 204)
  }

  @Test func theRouterAnswersWhatIsNoOperation() throws {
    let served = try InProcessServer { $0.address = nil }
    defer { served.server.stop() }
    let ending = ServerStatus()
    let router = Router(
      endpoints: [served.server.tokens, Shop()],
      events: served.server.events, connections: served.server.connections, metrics: Metrics(),
      webhooks: nil, status: ending)
    let next = NextRecorder<Exchange>()
    func status(_ method: String, _ path: String) -> Int {
      next.answer(router, Exchange(MemoryRequest(method, path))).status
    }
    #expect(status("GET", "/healthz") == 200 && status("DELETE", "/healthz") == 405)
    #expect(status("GET", "/readyz") == 200)
    ending.drain()
    #expect(status("GET", "/readyz") == 503)
    #expect(status("GET", "/metrics") == 200 && status("GET", "/shop") == 204)
    #expect(status("GET", EventStreams.path) == 401 && status("POST", EventStreams.path) == 405)
    #expect(status("GET", Wire.base + TokenRequest.path(brand: "demo")) == 405)
    #expect(status("GET", "/nothing") == 404)
    #expect(next.passed.isEmpty)
    #expect(status("GET", Wire.base + "/nothing") == 204)
    #expect(next.passed.map(\.path) == [Wire.base + "/nothing"])
  }

  @Test func anOperationIsFoundByMethodAndPath() throws {
    let next = NextRecorder<OperationRequest>()
    func status(_ method: String, _ path: String, isSimulator: Bool = false) -> Int {
      let exchange = Exchange(MemoryRequest(method, Wire.base + path))
      return next.answer(OperationRouting(isSimulator: isSimulator), exchange).status
    }
    #expect(status("GET", "/nothing") == 404)
    #expect(status("DELETE", ListCards.contract.path) == 405)
    #expect(status("BREW", ListCards.contract.path) == 405)
    let simulated = try #require(WireRoute.all.first { $0.contract.isSimulatorOnly }).contract
    #expect(status(simulated.method.rawValue, simulated.path) == 404)
    #expect(next.passed.isEmpty)
    #expect(status(simulated.method.rawValue, simulated.path, isSimulator: true) == 204)
    #expect(status("GET", GetPin.contract.path.replacing(":id", with: "a%20b")) == 204)
    let found = try #require(next.passed.last)
    #expect(found.route.contract.name == GetPin.contract.name && found.ids == ["a b"])
    #expect(found.exchange.route == GetPin.contract.path)
  }

  @Test func aTokenSaysWhoAsks() throws {
    let signIns = try SignIns()
    let route = try #require(WireRoute.all.first)
    let next = NextRecorder<WalletCall>()
    func answer(_ authorization: Secret?) -> WireResponse {
      var request = cards
      request.authorization = authorization
      let found = OperationRequest(
        exchange: Exchange(request), route: route, ids: ["1"], wire: WireRequest(.get, "/"))
      return next.answer(signIns.authentication, found)
    }
    #expect(answer(nil).status == 401)
    for _ in 0..<5 { #expect(answer(secret("Bearer x")).status == 401) }
    #expect(answer(secret("Bearer x")).status == 429)
    let client = text(signIns.clients.issue().accessToken)
    #expect(answer(secret("Bearer " + client)).status == 403)
    #expect(next.passed.isEmpty)
    #expect(answer(signIns.bearer).status == 204)
    let call = try #require(next.passed.first)
    #expect(call.context.customerID == signIns.customer && call.ids == ["1"])
    #expect(call.exchange.user == "ana")
  }

  @Test func eachCustomerHasALimit() throws {
    let clock = TestClock()
    let limit = RateLimit(burst: 1, perSecond: 1, clock: clock.issuer)
    let next = NextRecorder<WalletCall>()
    func answer(_ customer: String) throws -> WireResponse {
      next.answer(limit, try WalletCall(ListCards.contract, Exchange(cards), of: customer))
    }
    #expect(try answer("ana").status == 204)
    let refused = try answer("ana")
    #expect(refused.status == 429 && refused.header("Retry-After") == "1")
    #expect(try answer("boris").status == 204)
    clock.advance(seconds: 1)
    #expect(try answer("ana").status == 204)
    #expect(next.passed.map(\.context.customerID.rawValue) == ["ana", "boris", "ana"])
  }

  @Test func anIdleUserDoesNothingSensitive() throws {
    let clock = TestClock()
    let activity = SessionActivity(clock: clock.issuer)
    let next = NextRecorder<WalletCall>()
    func status(_ contract: Contract) throws -> Int {
      next.answer(activity, try WalletCall(contract, Exchange(cards))).status
    }
    activity.begin("s")
    for _ in 0..<2 {
      clock.advance(seconds: SessionActivity.idleSeconds - 1)
      #expect(try status(GetPin.contract) == 204)
    }
    clock.advance(seconds: SessionActivity.idleSeconds)
    #expect(try status(GetPin.contract) == 401)
    #expect(try status(ListCards.contract) == 204)
    #expect(next.passed.count == 3)
  }

  @Test func fieldsAreReadAndChecked() throws {
    let change = try #require(WireRoute.all.first { $0.contract.method == .patch }).contract
    let json = WireField("Content-Type", "application/json")
    let match = WireField("If-Match", "\"3\"")
    let next = NextRecorder<WalletCall>()
    func status(_ headers: [WireField], _ target: String = "/") throws -> Int {
      let exchange = Exchange(MemoryRequest("PATCH", target, headers: headers))
      exchange.body = secret("{}")
      return next.answer(OperationFields(), try WalletCall(change, exchange)).status
    }
    #expect(try status([match]) == 415)
    #expect(try status([json]) == 428)
    #expect(try status([json, match, match]) == 400)
    #expect(try status([json, WireField("If-Match", "3")]) == 400)
    #expect(try status([json, match], "/?a=%zz") == 400)
    #expect(next.passed.isEmpty)
    #expect(try status([json, match, WireField(Wire.idempotencyKey, "k")], "/?a=%31") == 204)
    let call = try #require(next.passed.first)
    #expect(call.request.query == [WireField("a", "1")])
    #expect(call.context.expectedVersion == 3 && call.context.idempotencyKey == "k")
  }

  @Test func anAnswerIsSealedToTheKeyOfItsRequest() throws {
    func answer(_ contract: Contract, _ request: WireRequest) throws -> WireResponse? {
      var call = try WalletCall(contract, Exchange(cards))
      call.request = request
      let next = NextRecorder<WalletCall>(WireResponse(200, body: .secret(secret("1234"))))
      let answer = next.answer(AnswerSealing(), call)
      return next.passed.isEmpty ? nil : answer
    }
    var request = WireRequest(.get, GetPin.contract.path)
    let open = try #require(try answer(GetPin.contract, request))
    #expect(text(open.body) == "1234")
    let opener = AnswerOpener(&request)
    let sealed = try #require(try answer(GetPin.contract, request))
    #expect(!text(sealed.body).contains("1234"))
    #expect(text(try opener.open(sealed.body, mustBeSealed: true)) == "1234")
    request.headers = [WireField(Wire.deviceKey, "x")]
    #expect(try answer(GetPin.contract, request) == nil)
    #expect(try answer(ListCards.contract, request) != nil)
  }

  @Test func aPageIsReadOnce() throws {
    let clock = TestClock()
    let ending = ServerStatus()
    let cache = CardPageCache(try Vault.demo(), clock: clock.issuer, status: ending)
    let next = NextRecorder<WalletCall>(WireResponse(200, body: .plain([0x31])))
    func page(_ contract: Contract, scopes: Set<Scope> = [.wallet]) throws -> CachedResponse? {
      let connection = PageConnection(memory: MemoryConnection(cards))
      var call = try WalletCall(
        contract, Exchange("1", method: "GET", path: cards.target, connection))
      call.context.scopes = scopes
      #expect(next.answer(cache, call).status == 200)
      return call.exchange.page
    }
    let first = try #require(try page(ListCards.contract))
    #expect(try page(ListCards.contract) === first)
    #expect(next.passed.count == 1)
    #expect(try page(GetProfile.contract) == nil)
    #expect(try page(ListCards.contract, scopes: []) == nil)
    clock.advance(seconds: 60)
    #expect(try page(ListCards.contract) !== first)
    ending.drain()
    #expect(try page(ListCards.contract) == nil)
    #expect(next.passed.count == 5)
  }

  @Test func aRequestIsLoggedAndCounted() {
    let lines = InProcessServer.Log()
    let log = AccessLog(clock: TestClock().issuer) { lines.add($0) }
    log.add(AccessLog.Entry(id: "1", method: "BREW", route: "/x", status: 405, address: "::1"))
    #expect(lines.lines.count == 1 && lines.lines[0].contains("\"method\":\"OTHER\""))
    let counter = "walletd_request_seconds_count{method=\"OTHER\",route=\"/x\",status=\"405\"} 1\n"
    #expect(log.metrics.text(now: []).contains(counter))
  }
}
