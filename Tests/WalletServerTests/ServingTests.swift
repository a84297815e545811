import Foundation
import Glibc
import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

struct ServingTests {
  @Test func cardsAreListedShownAndLocked() throws {
    let (served, token) = try InProcessServer.signedIn()
    let list = try served.perform(ListCards(CardQuery(limit: 2, offset: 1)), token)
    #expect(list.cards.count == 2 && list.meta.numberOfRecords == 6)
    let card = try served.activeCard(token)
    #expect(try served.perform(GetCard(card.id), token) == card)
    let lock = SetCardStatus(card.id, .locked, reason: "Lost")
    let locked = try served.perform(lock, token) { $0.expectedVersion = card.version }
    #expect(locked.status == .locked && locked.version == card.version + 1)
    let stale = #expect(throws: WalletError.self) {
      try served.perform(SetCardStatus(card.id, .active, reason: "x"), token) {
        $0.expectedVersion = card.version
      }
    }
    #expect(stale?.code == .versionConflict)
    let answer = try served.send(
      "PATCH", "\(Wire.base)/profile/prepaid/cards/\(card.id)",
      [
        WireField("Authorization", "Bearer " + text(token)),
        WireField("Content-Type", "application/json"),
      ], body: lock.wireBody)
    #expect(answer.status == 428)
  }

  /// A reverse proxy has the server below a path, and removes it from requests or leaves it there.
  @Test(arguments: ["", "/wallet"])
  func pathsInAnswersBeginWithThatOfTheServer(_ path: String) throws {
    let served = try InProcessServer { $0.path = path }
    #expect(try served.send("GET", "/healthz").status == 200)
    #expect(try served.send("GET", path + "/healthz").status == 200)
    #expect(try served.send("GET", "/wallets/healthz").status == 404)
    let token = try served.signIn().accessToken
    let bearer = WireField("Authorization", "Bearer " + text(token))
    let make = CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-VISA-EEA", currency: "EUR"))
    let place = try #require(
      try served.send(make.wireRequest(.unknown), token).header("Location"))
    #expect(place.hasPrefix(path + Wire.base + "/profile/prepaid/cards/"))
    #expect(try served.send("GET", place, [bearer]).status == 200)
    let card = try served.activeCard(token)
    let event = try served.confirm(LinkSecureDetails(card.id), token)
    let link = text(try served.perform(LinkSecureDetails(card.id), token) { $0.sca = event })
    #expect(link.hasPrefix(path + Wire.base + "/profile/prepaid/secure-details/"))
    #expect(try served.send("GET", link, [bearer]).status == 200)
  }

  /// The document's rules for proxies refuse every page that needs no sign-in, below the path, too.
  @Test func theDocumentsProxiesRefuseTheOperatorsPages() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(root)/docs/rest.md", encoding: .utf8)
    let lines = page.split(separator: "\n").map { $0.split(separator: " ") }
    let rule = try #require(lines.first { $0.starts(with: ["location", "~"]) })
    let nginx = try Regex(String(rule[2]))
    let haproxy = lines.filter { $0.starts(with: ["http-request", "deny", "if", "{", "path"]) }
      .flatMap { $0.dropFirst(5).dropLast() }.map(String.init)
    let served = try InProcessServer { $0.path = "/wallet" }
    for name in ["/healthz", "/readyz", "/metrics"] {
      for path in [name, "/wallet" + name] {
        #expect(try served.send("GET", path).status == 200)
        #expect(path.wholeMatch(of: nginx) != nil, "\(path)")
        #expect(haproxy.contains(path), "\(path)")
      }
    }
    // The control: what clients need is not refused.
    #expect("/wallet\(Wire.base)/events".wholeMatch(of: nginx) == nil)
  }

  /// RFC 9110, 13.1.1. A proxy that compresses answers makes their tags weak.
  @Test(arguments: [
    ("\"N\"", 200), ("*", 200), ("\"x\", \"N\"", 200), ("W/\"N\", \"N\"", 200), ("W/\"N\"", 412),
    ("\"x\"", 412), ("\"\"", 412), ("\"0\", \"1000\"", 412), ("N", 400), ("\"N\" \"N\"", 400),
  ])
  func entityTagsAreCompared(_ tags: String, _ status: Int) throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    let answer = try served.send(
      "PATCH", "\(Wire.base)/profile/prepaid/cards/\(card.id)",
      [
        WireField("Authorization", "Bearer " + text(token)),
        WireField("Content-Type", "application/json"),
        WireField("If-Match", tags.replacing("N", with: "\(card.version)")),
      ], body: SetCardStatus(card.id, .locked, reason: "Lost").wireBody)
    #expect(answer.status == status)
    let isChanged = try served.perform(GetCard(card.id), token).version != card.version
    #expect(isChanged == (status == 200))
  }

  @Test func aPinIsShownAfterACode() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    let event = try served.confirm(GetPin(card.id), token)
    let pin = try served.perform(GetPin(card.id), token) { $0.sca = event }
    #expect(pin.isDigits(count: 4))
    // Each grant can be used once.
    #expect(throws: WalletError.self) {
      try served.perform(GetPin(card.id), token) { $0.sca = event }
    }
    // A line is written after its answer.
    try wait(for: "the lines of all requests") { served.log.lines.count > 6 }
    let lines = served.log.lines
    for line in lines {
      let names = [text(token), card.id.rawValue, event.eventID.rawValue]
      #expect(!names.contains(where: line.contains))
      // The parts that may differ between lines cannot contain a PIN.
      #expect(line.hasPrefix("{\"time\":"))
    }
  }

  /// The name and address of failed sign-ins, never the password.
  @Test func failedSignInsAreLogged() throws {
    let served = try InProcessServer()
    let long = String(repeating: "n", count: 100)
    for name in ["ana", "no\"body\n\u{9b}\u{202e}\u{7f}", long] {
      let request = TokenRequest(.password(user: name, password: secret("M4RK")))
      #expect(throws: WalletError.self) { try served.token(request) }
    }
    _ = try served.signIn()
    struct Line: JSONReadable {
      let user: String
      let login: String?
      let address: String
      init(json: JSON) throws(WireMalformed) {
        var fields = try JSONFields(json)
        user = try fields.get("user")
        login = try fields.optional("login")
        address = try fields.get("address")
      }
    }
    // The log line is written after the answer.
    try wait(for: "four lines") { served.log.lines.count >= 4 }
    let lines = try served.log.lines.map {
      try Line(json: try JSON.read(.plain(Array($0.utf8))))
    }
    #expect(
      lines.map(\.login) == [
        "ana", "no\"body" + String(repeating: "\u{fffd}", count: 4), String(long.prefix(64)), nil,
      ])
    #expect(lines.map(\.user) == ["", "", "", "ana"])
    #expect(lines.allSatisfy { $0.address == "127.0.0.1" })
    #expect(!served.log.lines.contains { $0.contains("M4RK") || $0.contains("pass word") })
  }

  @Test(arguments: ["/healthz", "/readyz", "/metrics", "/openapi.json"])
  func operatorRoutesSupportHEAD(_ path: String) throws {
    let served = try InProcessServer()
    let head = try served.send("HEAD", path)
    #expect(head.status == 200 && text(head.body) == "")
    #expect(try !text(served.send("GET", path).body).isEmpty)
    let refused = try served.send("POST", path)
    #expect(refused.status == 405 && refused.header("Allow") == "GET, HEAD")
  }

  @Test func everyRequestHasAnID() throws {
    let served = try InProcessServer()
    let ids = try ["/healthz", "/none", "/none"].map {
      try #require(served.send("GET", $0).header("Request-Id"))
    }
    #expect(Set(ids).count == 3)
    try wait(for: "three lines") { served.log.lines.count >= 3 }
    for (line, id) in zip(served.log.lines, ids) {
      #expect(line.contains("\"request\":\"\(id)\","))
    }
  }

  @Test func metricsCountByRoute() throws {
    let served = try InProcessServer()
    _ = try served.send("GET", Wire.base + "/profile/prepaid/cards/some-id")
    #expect(try text(served.send("GET", "/healthz").body) == "ok\n")
    let answer = try served.send("GET", "/metrics")
    #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let labels = #"{method="GET",route="/profile/prepaid/cards/:id",status="401""#
    var metrics = ""
    // The request is counted after its answer.
    try wait(for: "a count of the request") {
      metrics = try text(served.send("GET", "/metrics").body)
      return metrics.contains(#"walletd_request_seconds_count\#(labels)} 1"#)
    }
    #expect(metrics.contains(#"walletd_request_seconds_bucket\#(labels),le="+Inf"} 1"#))
    // Each bucket counts all requests that took no longer.
    let counts = metrics.split(separator: "\n").filter {
      $0.hasPrefix("walletd_request_seconds_bucket" + labels)
    }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(counts.count == 14 && counts.sorted() == counts && counts.last == 1)
    #expect(!metrics.contains("some-id"))
  }
}
