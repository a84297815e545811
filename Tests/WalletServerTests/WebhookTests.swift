import ChildProcess
import Foundation
import Glibc
import Issuer
import PhoneWallet
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
      addresses: try receivers.map { try WebhookAddress($0.address) }, key: webhookKey(Self.key))
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
      && event.signature == WebhookSignature.of(event.body, key: webhookKey(key))
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
    #expect(
      WebhookSignature.of(
        Array("Hi There".utf8), key: webhookKey(String(repeating: "\u{b}", count: 20)))
        == "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=")
    #expect(
      Base64.encode(
        Hash.hmacSHA256(of: Array("what do ya want for nothing?".utf8), key: secret("Jefe")))
        == "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=")
  }

  @Test func aShortKeyIsNoKey() {
    #expect(WebhookKey(secret("")) == nil)
    #expect(WebhookKey(secret("fifteen bytes !")) == nil)
    #expect(WebhookKey(secret("sixteen bytes !!")) != nil)
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
    process.executableURL = URL(fileURLWithPath: ChildProcess.built("walletd"))
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

  /// While a key is being replaced, receivers with either key can check an event.
  @Test func twoKeysMakeTwoSignatures() throws {
    let receiver = try WebhookReceiver()
    defer { receiver.close() }
    let given = try options(receiver)
    let both = WebhookOptions(
      addresses: given.addresses, key: given.key, nextKey: webhookKey("the key of next month"))
    let served = try InProcessServer { $0.webhooks = both }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    try change(try #require(try activeCards(served, token).first), 1, served, token)
    #expect(receiver.wait { !$0.isEmpty })
    let event = receiver.all[0]
    #expect(isSigned(event))
    #expect(
      event.nextSignature
        == WebhookSignature.of(event.body, key: webhookKey("the key of next month")))
    #expect(event.nextSignature != event.signature)
  }

  // MARK: TLS

  /// An answer is 404, because walletd itself stands for the receiver.
  @Test func onlyAReceiverWithATrustedCertificateGetsEvents() throws {
    let file = try VaultFileOfAna()
    let receiver = try InProcessServer { $0.tls = (TLSTests.certificate, secret(TLSTests.key)) }
    defer { receiver.server.stop() }
    try file.write("own.pem", TLSTests.certificate)
    try file.write("other.pem", Self.otherCertificate)
    try file.write("none.pem", "nothing")
    let event = WebhookRecord(
      "e", to: "https://localhost:\(receiver.port)", "/prepaid/card/status/events", [123, 125],
      of: file.ana.customer, made: .blank)
    func outcome(_ trust: String?) throws -> WebhookSender.Outcome {
      WebhookSender().send(
        event, isPlain: false,
        WebhookOptions(
          addresses: [try WebhookAddress(event.root)], key: webhookKey(Self.key),
          trust: trust.map { file.folder + "/" + $0 }))
    }
    #expect(try outcome("own.pem") == .failed("HTTP 404"))
    #expect(try outcome("other.pem") == .failed("the certificate is not accepted"))
    #expect(try outcome(nil) == .failed("the certificate is not accepted"))
    for bad in ["none.pem", "missing.pem"] {
      let problem = try outcome(bad)
      #expect(problem != .accepted && problem != .failed("HTTP 404"), "\(bad)")
    }
  }

  /// Made for this test, like that of `TLSTests`; nothing else uses it.
  private static let otherCertificate = """
    -----BEGIN CERTIFICATE-----
    MIIBlTCCATugAwIBAgIUU6rI1JatApEmNLTRVGtdmKXrJnwwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIzMzMxNVoYDzIxMjYxMDMw
    MjMzMzE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARmYsXTadGpLO32zulMZA0MvbKgsrlFW+vcV5kaj+slPzmsO0hroiMO
    oFk41/rviC7X1TSFbGdEANgsS1esb7dXo2kwZzAdBgNVHQ4EFgQUPu2yMnLRz+M+
    slqi3V+VKXxTc9EwHwYDVR0jBBgwFoAUPu2yMnLRz+M+slqi3V+VKXxTc9EwDwYD
    VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
    SAAwRQIgF3LbSUkWWrp1ILRXdiIXKt+8y/+k53DdAXLqciZAKsYCIQC03SQNDoCE
    7ZN4nNY+p5gx30yp4zk67RIChwhQiE5/kg==
    -----END CERTIFICATE-----
    """

  // MARK: Files

  @Test(
    arguments: [
      ("https://a.example\nftp://b.example", nil, "addresses:2: an address begins with https://"),
      ("# only\n\n", nil, "addresses: there is no address"),
      ("https://a.example https://b.example", nil, "addresses:1: a line is one address"),
      ("\nhttps://a.example\nhttps://a.example/", nil, "addresses:3: it is there twice"),
      ("http://shop.example", nil, "addresses:1: http is only for 127.0.0.1 and [::1]"),
      ("https://", nil, "addresses:1: the host is missing"),
      ("https://a.example/?q", nil, "addresses:1: an address has no query"),
      (
        (1...9).map { "https://a.example/\($0)" }.joined(separator: "\n"), nil,
        "addresses:9: 8 addresses at most"
      ),
      ("https://a.example", "short", "secret:1: the key has less than 16 bytes"),
      ("https://a.example", "sixteen bytes !!\nshort", "secret:2: the key has less than 16 bytes"),
      (
        "https://a.example", "sixteen bytes !!\nsixteen bytes !!\nsixteen bytes !!",
        "secret:3: there are two keys at most"
      ),
    ] as [(String, String?, String)])
  func aMistakeInAFileIsReportedWithItsLine(
    _ addresses: String, _ key: String?, _ words: String
  ) throws {
    let file = try VaultFileOfAna()
    try file.write("addresses", addresses)
    try file.write("secret", key ?? Self.key)
    let text = try walletd(
      serving(file) + [
        "--webhooks", file.folder + "/addresses", "--webhook-secret-file", file.folder + "/secret",
      ], file)
    #expect(text.contains("Can't use the addresses for webhooks"), "\(text)")
    #expect(text.contains(words), "\(text)")
    #expect(!text.contains("sixteen bytes"), "a key is a secret")
  }

  @Test func aFileWithoutACertificateIsRefused() throws {
    let file = try VaultFileOfAna()
    try file.write("addresses", "https://a.example")
    try file.write("secret", Self.key)
    let text = try walletd(
      serving(file) + [
        "--webhooks", file.folder + "/addresses", "--webhook-secret-file", file.folder + "/secret",
        "--webhook-ca", file.folder + "/secret",
      ], file)
    #expect(text.contains("there is no certificate (PEM)"), "\(text)")
    let alone = try walletd(serving(file) + ["--webhook-ca", file.folder + "/secret"], file)
    #expect(alone.contains("--webhook-ca goes with --webhooks"), "\(alone)")
  }

  private func serving(_ file: VaultFileOfAna) -> [String] {
    [
      "--users", file.folder + "/users", "--client-secret-file", file.folder + "/client",
      "--insecure-loopback", "--listen", "127.0.0.1:0",
    ]
  }

  @Test func aSignalReadsTheAddressesAgain() throws {
    let file = try VaultFileOfAna()
    let (first, second) = (try WebhookReceiver(), try WebhookReceiver())
    defer {
      first.close()
      second.close()
    }
    first.behave { _, _ in .answer(503) }
    try file.write("webhooks", first.address)
    try file.write("webhook-secret", Self.key)
    let server = try WalletdProcess(
      file,
      more: [
        "--webhooks", file.folder + "/webhooks", "--webhook-secret-file",
        file.folder + "/webhook-secret",
      ])
    let token = try server.signIn().accessToken
    let card = try #require(try activeCards(server, token).first { $0.tokenizations == [] })
    try change(card, 1, server, token)
    #expect(first.wait { !$0.isEmpty })
    try file.write("webhooks", second.address)
    server.send(SIGHUP)
    // When the file was read is told by the first event that gets there.
    var changes = 1
    while second.all.isEmpty && changes < 500 {
      try change(card, 1, server, token)
      changes += 1
      usleep(20_000)
    }
    #expect(second.wait { !$0.isEmpty })
    #expect(second.all.allSatisfy { isSigned($0) })
    // A mistake changes nothing.
    try file.write("webhooks", "ftp://x")
    server.send(SIGHUP)
    let before = ids(second.all)
    try change(card, 2, server, token)
    #expect(second.wait { ids($0) == before + 2 })
    // What the first address had not accepted is there for it again.
    let kept = try WebhookOutbox(try file.open(readOnly: true)).all().filter {
      $0.root == first.address
    }
    #expect(!kept.isEmpty)
    first.behave { _, _ in .answer(200) }
    try file.write("webhooks", first.address)
    server.send(SIGHUP)
    #expect(first.wait { Set($0.map(\.id)).isSuperset(of: kept.map(\.eventID)) })
    server.end(SIGTERM)
    checkOrder(events(first.all))
    checkOrder(events(second.all))
  }

  // MARK: All kinds

  /// Every kind of event arrives once by its id, in the order of the changes, while the server is
  /// killed after each change and the receiver refuses every third attempt. The token is completed
  /// by its phone, or by its owner's proof of identity.
  @Test(arguments: [false, true])
  func everyKindOfEventArrivesThoughTheServerIsKilled(isVerified: Bool) throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver { number, _ in .answer(number % 3 == 2 ? 503 : 200) }
    defer { receiver.close() }
    try file.write("webhook-secret", Self.key)
    func start() throws -> WalletdProcess {
      try WalletdProcess(
        file, isSimulator: true,
        more: [receiver.address, file.folder + "/webhook-secret"])
    }
    var server = try start()
    var token = try server.signIn().accessToken
    let card = try #require(try activeCards(server, token).first { $0.tokenizations == [] })
    let phone = try SimulatedPhone(named: "a")
    let request = try phone.request(.googlePay)
    let operation = Tokenize(card.id, request)
    var answer: CardTokenization?
    let steps: [() throws -> Void] = [
      { try change(card, 2, server, token) },
      {
        let grant = try server.confirm(operation, token)
        answer = try server.perform(operation, token) { $0.sca = grant }
      },
      {
        let made = try phone.add(try #require(answer), to: request)
        guard isVerified else {
          _ = try server.perform(UpdateTokenization(card.id, made), token)
          return
        }
        let verification = VerifyToken(card.id, made.dpanRef)
        let grant = try server.confirm(verification, token)
        _ = try server.perform(verification, token) { $0.sca = grant }
      },
      { try change(card, 2, server, token) },
      { _ = try server.perform(SetCardStatus(card.id, .cancelled, reason: "x"), token) },
    ]
    for step in steps {
      do {
        try step()
      } catch {
        server.end(SIGKILL)
        throw error
      }
      server.end(SIGKILL)
      server = try start()
      token = try server.signIn().accessToken
    }
    let confirmed = ["sca CREATED", "sca VERIFIED", "sca USED"]
    let told =
      ["status ACTIVE LOCKED", "status LOCKED ACTIVE"] + confirmed
      + ["tokenization I TOKENIZATION_INITIATED"] + (isVerified ? confirmed : [])
      + [
        "tokenization A ENROLLMENT_SUCCESSFUL", "status ACTIVE LOCKED", "token TOKEN_FROZEN",
        "status LOCKED ACTIVE", "token TOKEN_UNFROZEN", "status ACTIVE CANCELLED",
        "token TOKEN_CANCELLED",
      ]
    #expect(receiver.wait { ids($0) == told.count })
    // The last one may have been refused, and is kept until its answer was read.
    try until { try WebhookOutbox(try file.open()).all() == [] }
    server.end(SIGTERM)
    #expect(receiver.all.allSatisfy { isSigned($0) && $0.field("cardId") == card.id.rawValue })
    #expect(Set(events(receiver.all).map(Self.short)) == Set(told))
    // What one change causes is in one transaction: only that it is used may come before a token.
    let order = events(receiver.all).map(Self.short).filter { !$0.hasPrefix("sca USED") }
    #expect(order == told.filter { !$0.hasPrefix("sca USED") })
    #expect(try WebhookOutbox(try file.open()).all() == [])
    #expect(try file.findings() == [])
  }

  private static func short(_ event: WebhookReceiver.Received) -> String {
    let kind = event.path.hasPrefix("/hooks/sca") ? "sca" : event.path.split(separator: "/")[3]
    let words = [
      "oldStatus", "newStatus", "creatorStatus", "enrollmentStatus", "tokenAction", "status",
    ]
    return ([String(kind)] + words.compactMap { event.field($0) }).joined(separator: " ")
  }
}

private func webhookKey(_ text: String) -> WebhookKey {
  guard let key = WebhookKey(secret(text)) else { preconditionFailure("a key is long") }
  return key
}
