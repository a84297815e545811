import ChildProcess
import Foundation
import Glibc
import Issuer
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Events of cards that are sent to an operator (A39).
struct WebhookTests {
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

  /// `WebhookTimingTests` adds a receiver that does not answer.
  @Test func aReceiverWithFaultsGetsEachEventInOrder() throws {
    try WebhookEvents.checkDelivery(
      seconds: 3600,
      isSigned: { $0.signature == WebhookSignature.of($0.body, key: secret($1)) },
      behaviour: { number, _ in
        switch number {
        case 0, 3: .answer(500)
        case 1: .close
        case 2: .answer(503)
        case 5: .answer(302)
        default: .answer(200)
        }
      })
  }

  @Test func theNextAttemptComesAfterAPauseThatDoubles() throws {
    let receiver = try WebhookReceiver { number, _ in .answer(number < 5 ? 500 : 204) }
    defer { receiver.close() }
    var options = try WebhookEvents.options(receiver)
    (options.firstPause, options.longestPause) = (1, 4)
    let (time, ledger) = (ManualMonotonicClock(), try Vault.demo())
    let event = WebhookRecord(
      "event", to: receiver.address, "/x", Array("{}".utf8), of: ledger.owner,
      made: Timestamp(milliseconds: 0))
    _ = try ledger.write { writer throws(WalletError) in try writer.put(event, of: ledger.owner) }
    let deliveries = WebhookDeliveries(ledger, options, clock: time.clock, notice: { _ in })
    deliveries.start()
    defer { deliveries.stop() }
    for (number, longest) in [1, 2, 4, 4, 4].enumerated() {
      try wait(for: "a failed attempt") { time.waiting.count == 1 }
      #expect(receiver.all.count == number + 1)
      let pause = try #require(time.waiting.first)
      #expect((.milliseconds(longest * 499)...(.seconds(longest))).contains(pause))
      // New events do not shorten it.
      deliveries.wake()
      time.advance(pause - .milliseconds(1))
      try time.wait(for: .milliseconds(1))
      #expect(receiver.all.count == number + 1)
      time.advance(.milliseconds(1))
    }
    try wait(for: "a delivery") { deliveries.delivered == 1 && deliveries.waiting == 0 }
    #expect(receiver.all.count == 6)
    #expect(try WebhookOutbox(ledger).all() == [])
  }

  @Test func theBoundsHoldWhileADeliveryPauses() throws {
    let receiver = try WebhookReceiver { _, _ in .answer(500) }
    defer { receiver.close() }
    var options = try WebhookEvents.options(receiver)
    (options.firstPause, options.longestPause) = (3600, 3600)
    let (time, notices) = (ManualMonotonicClock(), InProcessServer.Log())
    let ledger = try Vault.demo()
    let deliveries = WebhookDeliveries(
      ledger, options, clock: time.clock, notice: { notices.add($0) })
    let changing = OutboxLedger(ledger, roots: [receiver.address], IssuerEnvironment()) {
      deliveries.wake($0)
    }
    deliveries.start()
    defer { deliveries.stop() }
    let cards = try ledger.read { reader throws(WalletError) in
      try reader.all(CardRecord.self, of: ledger.owner)
    }
    var card = try #require(cards.first { $0.card.tokenizations == [] })
    func change(_ times: Int) throws {
      try changing.write { writer throws(WalletError) in
        for _ in 0..<times {
          card.card.status = card.card.status == .locked ? .active : .locked
          try writer.put(card, of: ledger.owner)
        }
      }
    }
    try change(1)
    try wait(for: "a failed attempt") { time.waiting.count == 1 }
    try change(1150)
    #expect(deliveries.waiting == 1000 && deliveries.dead == 100)
    #expect(try WebhookOutbox(ledger).all().count == 1100)
    #expect(receiver.all.count == 1)
    // The loss of events is reported to the operator, once for a pause.
    time.advance(.seconds(3600))
    try wait(for: "the next attempt") { time.waiting.count == 1 && receiver.all.count == 2 }
    let lost = notices.lines.filter { $0.contains("of the oldest dead letters were removed") }
    #expect(lost.count == 1 && lost.first?.contains(": 51 of") == true)
  }

  /// walletd and the command in rest.md read the key in the same way, and walletd reports a blank.
  @Test(arguments: ["", " ", "\r"])
  func theDocumentsCommandAcceptsTheSignature(_ mark: String) throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    try file.write("webhooks", receiver.address)
    try file.write("webhook-secret", WebhookEvents.key + mark)
    let options = [
      "--webhooks", file.folder + "/webhooks", "--webhook-secret-file",
      file.folder + "/webhook-secret",
    ]
    let log = file.folder + "/log"
    let server = try WalletdProcess(file, more: options, log: log)
    defer { server.end(SIGTERM) }
    let told = try String(contentsOfFile: log, encoding: .utf8)
    #expect(told.contains("/webhook-secret begins or ends with a blank") == (mark == " "))
    let token = try server.signIn().accessToken
    let card = try #require(try WebhookEvents.activeCards(server, token).first)
    try WebhookEvents.change(card, 1, server, token)
    #expect(receiver.wait { !$0.isEmpty })
    let event = try #require(receiver.all.first)
    try Data(event.body).write(to: URL(fileURLWithPath: file.folder + "/body.json"))
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(root)/docs/rest.md", encoding: .utf8)
    let start = try #require(page.firstRange(of: "python3 -c 'import base64, hmac;"))
    let rest = page[start.lowerBound...]
    let end = try #require(rest.firstRange(of: ".decode())'"))
    let folder = URL(fileURLWithPath: file.folder)
    let check = try ChildProcess.run(
      ["sh", "-c", String(rest[..<end.upperBound])], in: folder, merges: true)
    #expect(check.output == event.signature + "\n")
  }

  @Test func confirmationsAreReportedWithoutTheirCodes() throws {
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    let webhooks = try WebhookEvents.options(receiver)
    let (served, token) = try InProcessServer.signedIn { $0.webhooks = webhooks }
    let card = try #require(try WebhookEvents.activeCards(served, token).first)
    _ = try served.confirm(GetPin(card.id), token)
    #expect(receiver.wait { WebhookEvents.ids($0) == 2 })
    let told = WebhookEvents.events(receiver.all)
    #expect(told.map(\.path) == ["/hooks/sca/events", "/hooks/sca/events"])
    #expect(told.map { $0.field("status") } == ["CREATED", "VERIFIED"])
    #expect(told.allSatisfy { $0.field("cardId") == card.id.rawValue })
  }

  @Test func aDeclinedPaymentIsReportedWithItsRule() throws {
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    let webhooks = try WebhookEvents.options(receiver)
    let (served, token) = try InProcessServer.signedIn { $0.webhooks = webhooks }
    let card = try #require(
      try WebhookEvents.activeCards(served, token).first { $0.currency.code == "EUR" })
    var update = CardControlsUpdate()
    update.paymentLimit = .value(1_00)
    _ = try served.perform(SetCardControls(card.id, update), token)
    func pay(_ amount: Int64) throws -> ShopReceipt {
      try served.perform(
        Authorize(.card(card.id), at: "lidl-sofia", ShopAmount(amount)), token)
    }
    #expect(try pay(1_00).approved, "control: a payment that goes through is not told")
    #expect(try !pay(1_01).approved)
    #expect(receiver.wait { WebhookEvents.ids($0) == 1 })
    let told = WebhookEvents.events(receiver.all)
    #expect(told.map(\.path) == ["/hooks/prepaid/card/payment/events"])
    let body = told.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    #expect(body.contains(card.id.rawValue) && body.contains(#""rule":"PAYMENT_LIMIT""#))
  }

  @Test func withoutAnAddressNothingIsKept() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try #require(try WebhookEvents.activeCards(served, token).first)
    try WebhookEvents.change(card, 2, served, token)
    #expect(try WebhookOutbox(served.server.ledger).all() == [])
  }

  @Test func aDeadLetterLetsOthersPassAndIsSentAgainWhenAsked() throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    receiver.behave { number, _ in .answer(number < 2 ? 500 : 200) }
    var webhooks = try WebhookEvents.options(receiver)
    webhooks.attempts = 2
    let given = webhooks
    let notices = InProcessServer.Log()
    let served = try InProcessServer(file) {
      $0.webhooks = given
      $0.notice = { notices.add($0) }
    }
    let token = try served.signIn().accessToken
    let cards = try WebhookEvents.activeCards(served, token)
    let card = try #require(cards.first { $0.tokenizations == [] })
    try WebhookEvents.change(card, 2, served, token)
    #expect(receiver.wait { WebhookEvents.ids($0) == 2 && $0.count == 3 })
    #expect(try served.metric("walletd_webhooks_dead") == "1")
    served.server.stop()
    let dead = receiver.all[0].id
    #expect(notices.lines.count == 2 && notices.lines[1].contains("it is a dead letter"))
    #expect(!notices.lines.contains { $0.contains(WebhookEvents.key) })
    #expect(try file.findings() == [])
    let kept = try WebhookOutbox(try file.open()).all().filter { $0.isDead }
    #expect(kept.map(\.eventID) == [dead] && kept.first?.problem == "HTTP 500")
    #expect(try walletd(["webhooks", "list"], file).contains("dead \(dead) "))
    // A server that runs notices what another process asks for.
    let again = try InProcessServer(file) { $0.webhooks = given }
    #expect(try walletd(["webhooks", "retry", "unknown"], file).contains("no dead letter"))
    #expect(try walletd(["webhooks", "retry", dead], file).contains("1 to be tried again"))
    #expect(receiver.wait { received in received.count { $0.id == dead } == 3 })
    withExtendedLifetime(again) {}
  }

  /// What walletd prints about the file.
  private func walletd(_ words: [String], _ file: VaultFileOfAna) throws -> String {
    try ChildProcess.run(
      [WalletdProcess.program("walletd")] + words
        + ["--store", file.path, "--passphrase-file", file.folder + "/passphrase"], merges: true
    ).output
  }
}
