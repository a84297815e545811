import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// Bad input gets the error object with the right status, without a secret, and changes nothing:
/// every route with every kind of mistake.
struct BadInputTests {
  @Test func theCheckFindsWhatItIsFor() {
    func answer(_ status: Int, _ body: String, type: String = "application/json") -> WireResponse {
      WireResponse(
        status, headers: [WireField("Content-Type", type)], body: .plain(Array(body.utf8)))
    }
    func error(_ detail: String) -> String {
      #"{"error":{"code":"5068","message":"m","details":["\#(detail)"],"fieldErrors":[]}}"#
    }
    #expect(ErrorObject.problem(answer(400, error("fine")), [400]) == nil)
    #expect(ErrorObject.problem(answer(200, error("fine")), [400]) != nil)
    #expect(ErrorObject.problem(answer(400, error("fine"), type: "text/html"), [400]) != nil)
    #expect(ErrorObject.problem(answer(400, "{}"), [400]) != nil)
    #expect(ErrorObject.problem(answer(400, error("the PIN 7391")), [400]) != nil)
    #expect(ErrorObject.problem(answer(400, error("at Issuer.swift:12")), [400]) != nil)
  }

  private let served: InProcessServer
  private let token: Secret
  private let own: Belongings

  init() throws {
    served = try InProcessServer { $0.burst = 1_000_000 }
    token = try served.signIn().accessToken
    own = try Belongings(served, token, key: "own-change")
  }

  private func state() throws -> String { try Routes.state(served, token, own) }

  /// Sends a request in all its wrong forms and compares the data before and after.
  private func judge(
    _ forms: (WireRoute, WireRequest) throws -> [(String, WireRequest, Set<Int>)]
  ) throws {
    let before = try state()
    var count = 0
    for (route, request) in try Routes.all(own) {
      for (what, wrong, statuses) in try forms(route, request) {
        let answer = try served.send(wrong, token)
        let problem = ErrorObject.problem(answer, statuses)
        #expect(problem == nil, "\(route.contract.name), \(what): \(problem ?? "")")
        count += 1
      }
    }
    #expect(count > 10)
    #expect(try state() == before)
  }

  private static func fields(_ request: WireRequest) throws -> [(name: String, value: JSON)] {
    // Read from memory that is not locked: in locked memory the kind of a value is known only to
    // the reader that asks for it.
    let json = try request.body.withBytes { bytes throws(WireMalformed) in try JSON.parse(bytes) }
    guard case .object(let fields) = json else { return [] }
    return fields
  }

  private static func isRequired(_ name: String) -> Bool {
    ![
      "mobile", "cardPin", "externalId", "alias", "userAgent", "channel", "method",
      "clientDeviceId", "clientWalletAccountId", "dpanRef", "cardId", "cancel",
      "singleUse", "autoLockDays", "walletType",
    ].contains(name)
      && !name.hasSuffix("Accepted")
  }

  @Test func bodies() throws {
    try judge { route, request in
      guard case .none = request.body else { return try Self.wrongBodies(request) }
      return ["{M4RK", "[]", "7391", "\u{feff}{}"].map { text in
        var wrong = request
        wrong.body = .secret(secret(text))
        wrong.headers.append(WireField("Content-Type", "application/json"))
        return ("\(text) where nothing is said", wrong, [400])
      }
    }
  }

  @Test func unknownParametersAreRefused() throws {
    try judge { _, request in
      ["M4RK=1", "limit=M4RK", "M4RK"].map { query in
        var wrong = request
        wrong.path += "?" + query
        return ("?" + query, wrong, [400])
      }
    }
  }

  private static func wrongBodies(_ request: WireRequest) throws
    -> [(String, WireRequest, Set<Int>)]
  {
    let fields = try fields(request)
    var forms: [(String, WireRequest, Set<Int>)] = []
    func add(_ what: String, _ body: WireBody, _ statuses: Set<Int> = [400]) {
      var wrong = request
      wrong.body = body
      forms.append((what, wrong, statuses))
    }
    func add(_ what: String, _ text: String, _ statuses: Set<Int> = [400]) {
      add(what, .secret(secret(text)), statuses)
    }
    func with(_ name: String, _ value: JSON?) -> WireBody {
      .secret(
        JSON.object(
          fields.compactMap { $0.name == name ? value.map { (name, $0) } : $0 }
        ).sealed())
    }
    let whole = text(request.body)
    for text in [
      "[]", "null", "7391", "\"M4RK\"", "true", "{", "}", "{\"M4RK\"", "{\"M4RK\":}", "nul",
      "\u{feff}" + whole, whole + whole, whole + "M4RK", String(whole.dropLast()),
      whole.replacing("\"", with: "'"), "{\"M4RK\":1e}", "{\"M4RK\":01}", "{\"M4RK\":\"\\ud800\"}",
      "{\"M4RK\":\"\u{1}\"}", "{M4RK:1}", whole.dropLast() + ",}",
      whole.dropLast() + ",\"M4RK\":1,\"M4RK\":2}",
      whole.dropLast() + "," + whole.dropFirst(),
      whole.dropLast() + ",\"M4RK\":" + String(repeating: "[", count: 33) + "1"
        + String(repeating: "]", count: 33) + "}",
      whole.dropLast() + ",\"M4RK\":" + String(repeating: "9", count: 500) + "}",
    ] {
      add(String(text.prefix(60)), text)
    }
    add(
      "bytes that are no UTF-8", .plain(Array("{\"M4RK\":\"".utf8) + [0xff, 0xfe] + [0x22, 0x7d]))
    add("nothing", .none)
    add("too long", String(repeating: " ", count: 9000), [413])
    let values: [(String, JSON)] = [
      ("a list", .array([.string("M4RK")])), ("an object", .object([("M4RK", .bool(true))])),
      ("a number", .integer(7391)), ("a huge number", .number(1e300)), ("a boolean", .bool(true)),
    ]
    for (name, value) in fields {
      if isRequired(name) {
        add("no \(name)", with(name, nil))
        add("null as \(name)", with(name, .null))
      }
      for (kind, wrong) in values {
        if case .bool = value, case .bool = wrong { continue }
        if case .array = value, case .array = wrong { continue }
        if case .object = value, case .object = wrong { continue }
        if case .integer = value, case .integer = wrong { continue }
        add("\(kind) as \(name)", with(name, wrong))
      }
    }
    return forms
  }

  @Test func types() throws {
    try judge { route, request in
      if case .none = request.body { return [] }
      return [nil, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"].map {
        type in
        var wrong = request
        wrong.headers.removeAll { $0.name == "Content-Type" }
        if let type { wrong.headers.append(WireField("Content-Type", type)) }
        return ("type \(type ?? "none")", wrong, [415])
      }
    }
  }

  @Test func headers() throws {
    let long = String(repeating: "M4RK", count: 17)
    try judge { route, request in
      var wrong = [
        (Wire.scaAuthorization, ["%%", "M4RK", "e30=", Base64.encode(Array("[]".utf8)), "\u{e9}"])
      ]
      let contract = route.contract
      if contract.method == .patch {
        wrong.append(
          ("If-Match", ["M4RK", "1", "\"1", "w/\"1\"", "\"1\" \"2\"", "\"1\", M4RK", "*, \"1\""]))
      }
      if contract.retry.takesKey {
        wrong.append((Wire.idempotencyKey, [long, "a b", "\u{e9}"]))
      }
      if route.answersSecrets {
        wrong.append(
          (Wire.deviceKey, ["M4RK", "\u{e9}", Base64.encode([UInt8](repeating: 0, count: 32))]))
      }
      return wrong.flatMap { name, values in
        values.map { value in
          var wrong = request
          wrong.headers.removeAll { $0.name == name }
          wrong.headers.append(WireField(name, value))
          return ("\(name): \(value)", wrong, [400])
        }
      }
    }
  }

  @Test func paths() throws {
    try judge { route, request in
      let path = route.contract.path
      guard path.contains(":id") else {
        var wrong = request
        wrong.path += "//M4RK"
        return [(wrong.path, wrong, [404])]
      }
      var ids = ["%zz", "%", "%ff", "%00", "", "%E2%80%AE"]
      // A key may contain any ASCII signs.
      if !path.contains("/changes/") { ids += ["..", "M4RK%2F..", "M4RK"] }
      return ids.map { id in
        var wrong = request
        wrong.path = path.replacing(":id", with: id)
        // An unknown event counts as expired.
        return (wrong.path, wrong, path.contains("/events/") ? [401, 404] : [400, 404])
      }
    }
  }

  @Test func methods() throws {
    let before = try state()
    let bearer = WireField("Authorization", "Bearer " + text(token))
    let paths =
      try Routes.all(own).map(\.request.path) + [
        WireNews.path, TokenRequest.path(brand: "demo"), TokenRequest.revocationPath(brand: "demo"),
      ]
    for path in Set(paths) {
      let allowed = WireRoute.methods(at: path)
      for method in ["DELETE", "PUT", "OPTIONS", "TRACE", "CONNECTX", "get"] {
        let answer = try served.send(method, Wire.base + path, [bearer])
        #expect(ErrorObject.problem(answer, [405]) == nil, "\(method) \(path)")
        let allow = answer.header("Allow")?.split(separator: ", ").map(String.init) ?? []
        #expect(!allow.isEmpty && (allowed.isEmpty || allow == allowed), "\(path): \(allow)")
      }
    }
    #expect(try state() == before)
  }

  @Test(arguments: [
    "limit=0", "limit=1001", "limit=-1", "limit=M4RK", "limit=", "limit=1.0", "limit=%2B5",
    "limit=99999999999999999999", "limit=1&limit=2", "limit=%zz", "limit=%ff", "M4RK=1", "=1",
    "%zz=1", "limit=1%00",
  ])
  func queries(_ query: String) throws {
    for path in [
      "/profile/prepaid/cards", "/profile/prepaid/cards/\(own.card.id)/transactions",
    ] {
      let answer = try served.send(WireRequest(.get, path + "?" + query), token)
      #expect(ErrorObject.problem(answer, [400]) == nil, "\(path)?\(query)")
    }
  }

  @Test(arguments: [
    "cards?offset=-1", "cards?offset=99999999999999999999", "cards?status=M4RK",
    "cards?status=ACTIVE,", "cards?status=UNKNOWN", "cards?status=%ff", "cards?status=active",
    "cards?include=",
    "cards?cardType=UNKNOWN", "cards?cardType=PHYSICAL,VIRTUAL", "cards?status=ACTIVE;LOCKED",
    "programs?cardType=M4RK", "programs?M4RK", "cards?offset=1%202",
  ])
  func words(_ target: String) throws {
    let answer = try served.send(WireRequest(.get, "/profile/prepaid/" + target), token)
    #expect(ErrorObject.problem(answer, [400]) == nil, "\(text(answer.body))")
  }

  /// One such request ended the server.
  @Test(arguments: ["limit=1&offset=9223372036854775807", "limit=1000&offset=9223372036854775807"])
  func hugeOffsetsAreHarmless(_ query: String) throws {
    let answer = try served.send(WireRequest(.get, "/profile/prepaid/cards?" + query), token)
    #expect(answer.status == 200)
    #expect(try CardList(json: JSON.read(answer.body)).cards.isEmpty)
  }

  @Test func forms() throws {
    let form = WireField("Content-Type", "application/x-www-form-urlencoded")
    func send(_ path: String, _ body: String, _ type: WireField) throws -> WireResponse {
      try served.send(
        "POST", Wire.base + path, [InProcessServer.basic, type], body: .secret(secret(body)))
    }
    let signIn = TokenRequest.path(brand: "demo")
    let revocation = TokenRequest.revocationPath(brand: "demo")
    for body in [
      "M4RK", "grant_type", "grant_type=", "grant_type=M4RK", "grant_type=password",
      "grant_type=password&username=ana", "grant_type=password&password=7391",
      "grant_type=password&username=ana&password=7391&password=7391",
      "grant_type=password&username=%zz&password=7391", "grant_type=refresh_token",
      "grant_type=password&username=%ff&password=7391", "=&=", "&&&",
      "grant_type=password&username=ana&password=%7",
    ] {
      #expect(ErrorObject.problem(try send(signIn, body, form), [400]) == nil, "\(body)")
    }
    for body in ["M4RK", "token", "token=%", "token=a&token=a", "tokens=a"] {
      #expect(ErrorObject.problem(try send(revocation, body, form), [400]) == nil, "\(body)")
    }
    let json = WireField("Content-Type", "application/json")
    for path in [signIn, revocation] {
      #expect(ErrorObject.problem(try send(path, "{\"M4RK\":7391}", json), [415]) == nil)
      let long = String(repeating: "a", count: 9000)
      #expect(ErrorObject.problem(try send(path, long, form), [413]) == nil)
    }
    _ = try state()
  }
}
