import ChildProcess
import Foundation
import Glibc
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletServer

/// Events of cards that are sent to an operator (A39).
struct WebhookTests {
  private static let key = "a key for webhooks"

  private func options(_ receivers: WebhookReceiver...) throws -> WebhookOptions {
    var options = WebhookOptions(
      addresses: try receivers.map { try WebhookAddress($0.address) }, secret: secret(Self.key))
    options.firstPause = 0.01
    options.longestPause = 0.02
    options.seconds = 1
    return options
  }

  /// The events without repetitions. A repeated event has the same body.
  private func events(_ received: [WebhookReceiver.Received]) -> [WebhookReceiver.Received] {
    var bodies: [String: [UInt8]] = [:]
    return received.filter { event in
      defer { bodies[event.id] = event.body }
      if let known = bodies[event.id] { #expect(known == event.body) }
      return bodies[event.id] == nil
    }
  }

  private func ids(_ received: [WebhookReceiver.Received]) -> Int { Set(received.map(\.id)).count }

  private func isSigned(_ event: WebhookReceiver.Received, by key: String = Self.key) -> Bool {
    !event.signature.isEmpty
      && event.signature == WebhookSignature.of(event.body, key: secret(key))
  }

  /// Locks and unlocks a card. Each change is one event.
  private func change(_ card: Card, _ times: Int, _ server: some ServerEndpoint, _ token: Secret)
    throws
  {
    var status = try server.perform(GetCard(card.id), token).status
    for _ in 0..<times {
      status = status == .locked ? .active : .locked
      _ = try server.perform(SetCardStatus(card.id, status, reason: "x"), token)
    }
  }

  private func activeCards(_ server: some ServerEndpoint, _ token: Secret) throws -> [Card] {
    try server.perform(
      ListCards(CardQuery(statuses: [.active], include: [.tokenizations])), token
    ).cards
  }

  /// Each event of a card begins with the status with which the one before it ended.
  private func checkOrder(_ events: [WebhookReceiver.Received]) {
    let changes = events.filter { $0.path == "/hooks/prepaid/card/status/events" }
    for (_, ofCard) in Dictionary(grouping: changes, by: { $0.field("cardId") }) {
      for (before, after) in zip(ofCard, ofCard.dropFirst()) {
        #expect(before.field("newStatus") == after.field("oldStatus"))
      }
    }
  }

  /// RFC 4231, test cases 1 and 2.
  @Test func theSignatureIsHMACSHA256InBase64() {
    let eleven = secret(String(repeating: "\u{b}", count: 20))
    #expect(
      WebhookSignature.of(Array("Hi There".utf8), key: eleven)
        == "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=")
    #expect(
      WebhookSignature.of(Array("what do ya want for nothing?".utf8), key: secret("Jefe"))
        == "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=")
  }

  @Test(arguments: [
    ("https://shop.example/hooks/", "https://shop.example/hooks"),
    ("https://shop.example", "https://shop.example"),
    ("http://127.0.0.1:80", "http://127.0.0.1:80"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://shop.example", nil),
    ("http://127.0.0.1.shop.example", nil), ("http://127.1", nil), ("http://localhost", nil),
    ("ftp://shop.example", nil), ("https://", nil), ("https://:80", nil),
    ("https://me@shop.example", nil), ("https://shop.example/?a", nil),
    ("https://shop.example/#a", nil), ("https://shop.example/a b", nil),
  ])
  func onlySafeAddressesAreTaken(_ text: String, _ normal: String?) {
    #expect((try? WebhookAddress(text))?.text == normal)
  }

  @Test func aReceiverWithFaultsGetsEachEventInOrder() throws {
    let receiver = try WebhookReceiver { number, _ in
      switch number {
      case 0, 3: .answer(500)
      case 1: .close
      case 2: .hold
      case 5: .answer(302)
      default: .answer(200)
      }
    }
    defer { receiver.close() }
    let second = try WebhookReceiver()
    defer { second.close() }
    let webhooks = try options(receiver, second)
    let served = try InProcessServer { $0.webhooks = webhooks }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let cards = try activeCards(served, token)
    try #require(cards.count >= 2)
    for _ in 0..<3 { for card in cards { try change(card, 2, served, token) } }
    func isStatus(_ event: WebhookReceiver.Received) -> Bool { event.field("newStatus") != nil }
    let count = 6 * cards.count
    for receiver in [receiver, second] {
      #expect(receiver.wait { ids($0.filter(isStatus)) == count })
      let all = receiver.all
      #expect(all.allSatisfy { isSigned($0) })
      #expect(!all.contains { isSigned($0, by: "another key for webhooks") })
      #expect(!all.contains { $0.path.hasSuffix("elsewhere") })
      checkOrder(events(all))
    }
    let (first, other) = (events(receiver.all), events(second.all))
    #expect(first.filter(isStatus).map(\.id) == other.filter(isStatus).map(\.id))
    // The failed attempts were of the same event.
    #expect(Set(receiver.all.prefix(5).map(\.id)).count == 1)
    let event = try #require(first.first { isStatus($0) })
    #expect(event.field("customerId") == "\(served.server.ledger.owner)")
    #expect((event.field("oldStatus"), event.field("newStatus")) == ("ACTIVE", "LOCKED"))
  }

  @Test func confirmationsAreToldWithoutTheirCodes() throws {
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    let webhooks = try options(receiver)
    let served = try InProcessServer { $0.webhooks = webhooks }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let card = try #require(try activeCards(served, token).first)
    _ = try served.confirm(GetPin(card.id), token)
    #expect(receiver.wait { ids($0) == 2 })
    let told = events(receiver.all)
    #expect(told.map(\.path) == ["/hooks/sca/events", "/hooks/sca/events"])
    #expect(told.map { $0.field("status") } == ["CREATED", "VERIFIED"])
    #expect(told.allSatisfy { $0.field("cardId") == card.id.rawValue })
  }

  @Test func withoutAnAddressNothingIsKept() throws {
    let served = try InProcessServer()
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let card = try #require(try activeCards(served, token).first)
    try change(card, 2, served, token)
    #expect(try WebhookOutbox(served.server.ledger).all() == [])
  }

  /// The metrics' page has this number for this gauge.
  private func gauge(_ name: String, _ served: InProcessServer) throws -> String? {
    text(try served.send("GET", "/metrics").body).split(separator: "\n").first {
      $0.hasPrefix(name + " ")
    }.map { String($0.dropFirst(name.count + 1)) }
  }

  @Test func aDeadLetterLetsOthersPassAndIsSentAgainWhenAsked() throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    receiver.behave { number, _ in .answer(number < 2 ? 500 : 200) }
    var webhooks = try options(receiver)
    webhooks.attempts = 2
    let given = webhooks
    let notices = InProcessServer.Log()
    let served = try InProcessServer(file) {
      $0.webhooks = given
      $0.notice = { notices.add($0) }
    }
    let token = try served.signIn().accessToken
    let card = try #require(try activeCards(served, token).first { $0.tokenizations == [] })
    try change(card, 2, served, token)
    #expect(receiver.wait { ids($0) == 2 && $0.count == 3 })
    #expect(try gauge("walletd_webhooks_dead", served) == "1")
    served.server.stop()
    let dead = receiver.all[0].id
    #expect(notices.lines.count == 2 && notices.lines[1].contains("it is a dead letter"))
    #expect(!notices.lines.contains { $0.contains(Self.key) })
    let kept = try WebhookOutbox(try file.open()).all().filter { $0.isDead }
    #expect(kept.map(\.eventID) == [dead] && kept.first?.problem == "HTTP 500")
    #expect(try walletd(["webhooks", "list"], file).contains("dead \(dead) "))
    // A server that runs notices what another process asks for.
    let again = try InProcessServer(file) { $0.webhooks = given }
    defer { again.server.stop() }
    #expect(try walletd(["webhooks", "retry", "unknown"], file).contains("no dead letter"))
    #expect(try walletd(["webhooks", "retry", dead], file).contains("1 to be tried again"))
    #expect(receiver.wait { $0.last?.id == dead })
  }

  /// What walletd prints about the file.
  private func walletd(_ words: [String], _ file: VaultFileOfAna) throws -> String {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: WalletdProcess.program("walletd"))
    process.arguments =
      words + ["--store", file.path, "--passphrase-file", file.folder + "/passphrase"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// Before a delivery, because the address does not accept events; and in the middle of one.
  @Test(arguments: [WebhookReceiver.Behaviour.answer(503), .close, .hold])
  func aKilledServerSendsEveryEventAfterItsRestart(_ fault: WebhookReceiver.Behaviour) throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver { _, _ in fault }
    defer { receiver.close() }
    try file.write("webhooks", "# the shop\n\(receiver.address)")
    try file.write("webhook-secret", Self.key)
    let more = [
      "--webhooks", file.folder + "/webhooks", "--webhook-secret-file",
      file.folder + "/webhook-secret",
    ]
    var server = try WalletdProcess(file, more: more)
    let token = try server.signIn().accessToken
    let cards = try activeCards(server, token)
    for round in 1...3 {
      for card in cards { try change(card, 2, server, token) }
      #expect(receiver.wait { !$0.isEmpty })
      let before = receiver.all.count
      server.end(SIGKILL)
      server = try WalletdProcess(file, more: more)
      #expect(receiver.wait { $0.count > before }, "round \(round)")
    }
    server.end(SIGKILL)
    // While nothing was accepted, only the oldest event was tried.
    #expect(ids(receiver.all) == 1)
    receiver.behave { _, _ in .answer(200) }
    server = try WalletdProcess(file, more: more)
    func changes(_ received: [WebhookReceiver.Received]) -> [WebhookReceiver.Received] {
      received.filter { $0.field("newStatus") != nil }
    }
    #expect(receiver.wait { ids(changes($0)) == 6 * cards.count })
    server.end(SIGTERM)
    let all = receiver.all
    #expect(all.allSatisfy { isSigned($0) })
    checkOrder(events(all))
    #expect(try WebhookOutbox(try file.open()).all().filter { $0.isDead } == [])
    #expect(try file.findings() == [])
  }
}
