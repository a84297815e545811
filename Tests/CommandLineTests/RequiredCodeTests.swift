import Foundation
import Testing

@testable import CommandTesting

/// On a server that requires a code, every change asks for one and is then made once.
struct RequiredCodeTests {
  private let folder: TestFolder
  private let daemon: Daemon
  private let server: ScaRequiringProxy

  init() throws {
    folder = try TestFolder()
    daemon = try Daemon.demo(in: folder.url)
    server = try ScaRequiringProxy(before: daemon)
    try folder.write("ana-demo\n", to: "ana")
    try folder.write("demo-client\n", to: "client")
  }

  private func run(_ words: [String], through url: String? = nil) throws -> Run {
    try Command.run(words + options(url ?? server.url), environment: environment)
  }

  private func options(_ url: String) -> [String] {
    // The limits are long, because the server may have to wait for others.
    [
      "--server", url, "--insecure-loopback", "--connect-seconds", "60", "--answer-seconds", "300",
      "--login", "ana", "--password-file", folder.path("ana"), "--client-secret-file",
      folder.path("client"), "--json",
    ]
  }

  private var environment: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }

  private func runWithCode(_ words: [String], through url: String? = nil) throws -> Run {
    let pipe = folder.path("code-" + UUID().uuidString)
    let words = words + ["--method", "sms", "--code-file", pipe] + options(url ?? server.url)
    let environment = environment
    func newestCode() throws -> String {
      return try run(["phone"], through: daemon.url).list().first?["code"] as? String ?? "none"
    }
    return try Run.reading(
      pipe, { try Command.run(words, environment: environment) }, line: newestCode)
  }

  private func cards() throws -> [[String: Any]] {
    try run(["cards"]).list("cards")
  }

  private func card(_ alias: String) throws -> [String: Any] {
    try #require(try cards().first { $0["alias"] as? String == alias })
  }

  @Test(arguments: ["lock", "unlock", "cancel"]) func aStatusChangeAsksForOneCode(_ change: String)
    throws
  {
    let alias = change == "unlock" ? "Travel" : "Everyday"
    let card = try card(alias)
    let id = try #require(card["cardId"] as? String)
    let digits = try #require(card["lastFour"] as? String)
    let words = ["card", change, id] + (change == "cancel" ? ["--confirm", digits] : [])
    #expect(try run(words).status == 6, "nobody is there to be asked")
    try runWithCode(words).succeeded()
    let wanted = ["lock": "LOCKED", "unlock": "ACTIVE", "cancel": "CANCELLED"][change]
    #expect(try self.card(alias)["status"] as? String == wanted)
  }

  @Test func creatingACardAsksForOneCode() throws {
    let before = try cards().count
    let programs = try run(["programs"]).list()
    let name = try #require(
      programs.first { $0["cardType"] as? String == "VIRTUAL" }?["name"] as? String)
    try runWithCode(["card", "create", "--program", name, "--currency", "EUR"]).succeeded()
    #expect(try cards().count == before + 1)
  }

  @Test func activationNeedsTheRightData() throws {
    let card = try card("New plastic")
    let id = try #require(card["cardId"] as? String)
    let digits = try #require(card["lastFour"] as? String)
    let messages = try run(["phone"], through: daemon.url).list()
    let text = try #require(
      messages.compactMap { $0["text"] as? String }.first { $0.contains("On its back") })
    let message = try #require(messages.first { $0["text"] as? String == text })
    let cvv = try #require(message["code"] as? String)
    try runWithCode([
      "card", "activate", id, "--last-four", digits, "--cvv-file",
      try folder.write(cvv + "\n", to: "cvv"),
    ]).succeeded()
  }

  @Test func aPaymentAsksForOneCode() throws {
    let id = try #require(try card("Everyday")["cardId"] as? String)
    let merchant = try #require(
      try run(["shop", "merchants"]).list().first {
        $0["declineBeforeAuthorization"] as? Bool != true
      }?["id"] as? String)
    try runWithCode(["shop", "authorize", merchant, "4.20", "--card", id]).succeeded()
  }

  @Test func eachStepOfAPaymentAsksForOneCode() throws {
    let id = try #require(try card("Everyday")["cardId"] as? String)
    func payment() throws -> String {
      let words = ["shop", "authorize", "lidl-sofia", "10", "--card", id]
      return try run(words, through: daemon.url).text("id")
    }
    func step(_ words: [String]) throws -> String {
      #expect(try run(words).status == 6, "\(words): nobody is there to be asked")
      let done = try runWithCode(words)
      #expect(done.status == 0, "\(words): \(done.err)")
      return try done.text("id")
    }
    let first = try payment()
    _ = try step(["shop", "increment", first, "2"])
    _ = try step(["shop", "reverse", first, "1"])
    let debit = try step(["shop", "debit", first, "5"])
    _ = try step(["shop", "refund", debit, "1"])
    _ = try step(["shop", "expire", try payment()])
    _ = try step(["card", "top-up", id, "3"])
  }

  @Test func reportingATokenAsksForOneCode() throws {
    let id = try #require(try card("Everyday")["cardId"] as? String)
    let reference = try runWithCode(["tokens", "add", id], through: daemon.url).text("dpanRef")
    let words = ["tokens", "status", id, reference, "--completed"]
    #expect(try run(words).status == 6, "nobody is there to be asked")
    try runWithCode(words).succeeded()
    for change in ["freeze", "resume", "remove"] {
      let words = ["tokens", change, id, reference]
      #expect(try run(words).status == 6, "nobody is there to be asked")
      try runWithCode(words).succeeded()
    }
  }

  /// A server that accepts one code for all of them. All are sent again with it.
  @Test func lockingAllAsksForOneCode() throws {
    for (change, status) in [("lock", "LOCKED"), ("unlock", "ACTIVE")] {
      let words = ["cards", change, "--all"]
      #expect(try run(words).status == 6, "nobody is there to be asked")
      let changed = try #require(try runWithCode(words).succeeded().object()["cards"] as? [Any])
      #expect(changed.count > 1)
      #expect(try card("Everyday")["status"] as? String == status)
    }
  }
}
