import ConnectorBackend
import FakeIssuer
import Issuer
import IssuerConnectors
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

/// A server with the cards of a fake issuer, for ana and boris, who use the same vault.
struct GatewayServer: ServerEndpoint {
  let issuer: FakeIssuer
  let server: WalletServer
  let gateway: IssuerGateway
  let clock = ManualClock()
  let log = InProcessServer.Log()
  var port: UInt16 { server.port }

  static func webhookSecret(_ name: String = "a secret of the tests") -> String {
    "whsec_" + Base64.encode(Array(name.utf8))
  }

  init(
    _ kind: IssuerKind, cards: Int, isReadOnly: Bool = false, secrets: [String] = [webhookSecret()],
    _ change: (inout WalletServer.Options) -> Void = { _ in }
  ) throws {
    issuer = try FakeIssuer(kind, cards: cards)
    let ledger = try Vault.demo()
    let account = try Self.addAccount(issuer, to: ledger, isReadOnly: isReadOnly)
    let connector = kind.connector(isSandbox: true)
    let key = secret(issuer.key)
    defer { key.wipe() }
    gateway = IssuerGateway(
      account, connector, try issuer.connection, key: key, ledger: ledger,
      webhookKeys: secrets.compactMap { connector.webhookScheme?.key(in: secret($0)) },
      clock: clock.clock)
    var options = WalletServer.Options()
    options.clients = [ServerClient(id: "client", secret: secret("client:secret"))]
    options.users = ["ana", "boris"].map {
      ServerUser(
        name: $0, customer: ledger.owner,
        passwordHash: ServerUser.hash(secret("pass word&é"), isDemo: true) ?? "")
    }
    options.clock = clock.clock
    options.log = { [log] in log.add($0) }
    options.gateway = gateway
    change(&options)
    server = try WalletServer.start(ledger, options)
  }

  @discardableResult
  static func addAccount(
    _ issuer: FakeIssuer, to ledger: any Ledger, isReadOnly: Bool = false
  ) throws -> IssuerAccountRecord {
    let account = IssuerAccountRecord(
      name: "test", issuer: issuer.kind.rawValue, isSandbox: true, server: issuer.url,
      isReadOnly: isReadOnly, added: IssuerClock.system.now())
    let key = secret(issuer.key)
    defer { key.wipe() }
    try IssuerAccounts(ledger).put(account, key: key)
    return account
  }

  /// A change at the issuer that does not come through the server.
  func elsewhere<O: WalletOperation>(_ operation: O) async throws {
    let ledger = try Vault.demo()
    let account = try Self.addAccount(issuer, to: ledger)
    let key = secret(issuer.key)
    defer { key.wipe() }
    let other = ConnectorBackend(
      account, issuer.kind.connector(isSandbox: true), try issuer.connection, key: key,
      ledger: ledger)
    _ = try await other.perform(operation, other.context)
  }

  /// What a webhook about a card looks like at this issuer.
  func webhook(about card: CardID, id: String = "event_1") -> String {
    switch issuer.kind {
    case .lithic, .privacy: #"{"event_type":"card.updated","card_token":"\#(card)"}"#
    case .stripe:
      #"{"id":"\#(id)","created":1,"type":"issuing_card.updated","data":{"object":{"id":"#
        + #""\#(card)"}}}"#
    case .increase:
      #"{"id":"\#(id)","created_at":"2026-11-01T00:00:00Z","category":"card.updated","#
        + #""associated_object_type":"card","associated_object_id":"\#(card)"}"#
    }
  }

  /// The headers that sign a body, as the issuer makes them.
  func signature(
    _ body: String, id: String = "event_1", by name: String = webhookSecret(),
    after seconds: Int64 = 0
  ) throws -> [WireField] {
    let scheme = try #require(issuer.kind.connector(isSandbox: true).webhookScheme)
    let key = try #require(scheme.key(in: secret(name)))
    let time = "\(clock.clock.now().milliseconds / 1000 + seconds)"
    switch scheme {
    case .standardWebhooks:
      let hash = Hash.hmacSHA256(of: Array("\(id).\(time).\(body)".utf8), key: key)
      return [
        WireField("webhook-id", id), WireField("webhook-timestamp", time),
        WireField("webhook-signature", "v1," + Base64.encode(hash)),
      ]
    case .stripe:
      let hash = Hash.hmacSHA256(of: Array("\(time).\(body)".utf8), key: key)
      return [WireField("Stripe-Signature", "t=\(time),v1=\(Hex.encode(hash))")]
    }
  }

  func post(_ body: String, _ headers: [WireField]) throws -> WireResponse {
    try send("POST", "/issuer/webhooks", headers, body: .plain(Array(body.utf8)))
  }

  /// The requests to the issuer for this card.
  func reads(of card: CardID) throws -> Int {
    try issuer.requests().count { $0.hasPrefix("GET ") && $0.hasSuffix("/" + card.rawValue) }
  }
}
