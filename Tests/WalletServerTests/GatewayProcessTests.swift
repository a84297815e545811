import FakeIssuer
import Glibc
import Issuer
import IssuerConnectors
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

/// The program as a gateway: its options, its users, and SIGHUP.
@Suite(.timeLimit(.minutes(10))) struct GatewayProcessTests {
  private static func signature(_ body: String, by name: String) throws -> [WireField] {
    let key = try #require(WebhookScheme.standardWebhooks.key(in: secret(name)))
    let time = "\(IssuerClock.system.now().milliseconds / 1000)"
    let hash = Hash.hmacSHA256(of: Array("e.\(time).\(body)".utf8), key: key)
    return [
      WireField("webhook-id", "e"), WireField("webhook-timestamp", time),
      WireField("webhook-signature", "v1," + Base64.encode(hash)),
    ]
  }

  @Test func secretsOfWebhooksAreReadAgain() throws {
    let (old, new) = (
      GatewayServer.webhookSecret("old one"), GatewayServer.webhookSecret("new one")
    )
    let issuer = try FakeIssuer(.lithic, cards: 3)
    let file = try VaultFileOfAna()
    try GatewayServer.addAccount(issuer, to: try file.open())
    try file.write("whsec", old)
    let process = try WalletdProcess(
      file, more: ["--issuer", "test", "--issuer-webhook-secret-file", file.folder + "/whsec"])
    defer { process.end(SIGTERM) }
    let token = try process.signIn().accessToken
    #expect(try process.perform(ListCards(CardQuery()), token).cards.count == 3)
    let body = #"{"event_type":"card.updated","card_token":"c"}"#
    func status(_ name: String) throws -> Int {
      try process.send(
        "POST", "/issuer/webhooks", try Self.signature(body, by: name),
        body: .plain(Array(body.utf8))
      ).status
    }
    #expect(try status(old) == 204)
    #expect(try status(new) == 401)
    try file.write("whsec", old + "\n" + new)
    process.send(SIGHUP)
    try until { try status(new) == 204 }
    #expect(try status(old) == 204)
  }

  @Test func onlyTheOwnerIsServed() throws {
    let issuer = try FakeIssuer(.lithic, cards: 1)
    let file = try VaultFileOfAna()
    let ledger = try file.open()
    try GatewayServer.addAccount(issuer, to: ledger)
    let other = CustomerProfile(
      customerID: CustomerID("b"), name: "BORIS", mobile: "+1 234", email: "b@example.com",
      market: .eu)
    try ledger.add(other) { writer throws(WalletError) in
      try SampleWallet(clock: .system).fillBlank(writer, other)
    }
    let line = "boris \(other.customerID) \(file.ana.passwordHash)"
    try file.write("users", line)
    #expect(throws: Failure.self) { try WalletdProcess(file, more: ["--issuer", "test"]) }
    #expect(throws: Failure.self) { try WalletdProcess(file, more: ["--issuer", "missing"]) }
    // The controls: without an issuer, and with the owner.
    try WalletdProcess(file).end(SIGTERM)
    try file.write("users", "ana \(ledger.owner) \(file.ana.passwordHash)")
    try WalletdProcess(file, more: ["--issuer", "test"]).end(SIGTERM)
  }
}
