import ConnectorBackend
import Issuer
import IssuerConnectors
import Secrets
import TextLayout
import WalletModel

/// The card issuer whose cards are served in place of those of the store.
struct Gateway: Sendable {
  let gateway: IssuerGateway
  private let scheme: WebhookScheme?
  private let secretFile: String?

  /// Secrets that are valid at a time, while one is being replaced.
  private static let mostSecrets = 4

  /// nil: the store has the cards.
  ///
  /// - Throws: `.notFound` if the store has no such account; `.configuration` if a secret of its
  ///   webhooks does not have the issuer's form.
  init?(_ options: Options, _ ledger: any Ledger) throws(WalletError) {
    guard let name = options.issuer else { return nil }
    let accounts = IssuerAccounts(ledger)
    let account = try accounts.account(name)
    let (kind, connector, connection) = try account.access()
    scheme = connector.webhookScheme
    secretFile = options.issuerWebhookSecretFile
    var webhookKeys: [Secret] = []
    if let secretFile { webhookKeys = try Self.keys(in: secretFile, of: kind, scheme) }
    let key = try accounts.key(of: account)
    defer { key.wipe() }
    gateway = IssuerGateway(
      account, connector, connection, key: key, ledger: ledger, webhookKeys: webhookKeys)
    Self.announce(account, kind, hasWebhooks: !webhookKeys.isEmpty, scheme)
  }

  private static func announce(
    _ account: IssuerAccountRecord, _ kind: IssuerKind, hasWebhooks: Bool, _ scheme: WebhookScheme?
  ) {
    let place = account.isSandbox ? "sandbox" : "LIVE"
    let mode = account.isReadOnly ? ", read-only" : ""
    ProcessOutput.log(
      "walletd: serves the cards of \(account.name) at \(kind.name) (\(place)\(mode))")
    if scheme == nil {
      ProcessOutput.log("walletd: \(kind.name) has no webhooks: changes there are asked for")
    } else if !hasWebhooks {
      ProcessOutput.log(
        "walletd: without --issuer-webhook-secret-file, changes at \(kind.name) are asked for")
    }
  }

  /// Reads the secrets of the issuer's webhooks again. Returns how many there are; nil: there is no
  /// file.
  func reload() throws(WalletError) -> Int? {
    guard let secretFile else { return nil }
    let keys = try Self.keys(in: secretFile, of: gateway.kind, scheme)
    gateway.replaceWebhookKeys(keys)
    return keys.count
  }

  private static func keys(in path: String, of kind: IssuerKind, _ scheme: WebhookScheme?)
    throws(WalletError) -> [Secret]
  {
    func wrong(_ what: String, line: Int? = nil) -> WalletError {
      let place = Text.clean(path) + (line.map { ":\($0)" } ?? "")
      return WalletError(
        .configuration, .verbatim("Can't use the secrets of the issuer's webhooks"),
        details: [.verbatim("\(place): \(what)")],
        advice: .verbatim("See Card issuers in walletd(8)."))
    }
    guard let scheme else { throw wrong("\(kind.name) has no webhooks") }
    let lines = try Files.secretLines(path)
    defer { for line in lines { line.wipe() } }
    if lines.isEmpty { throw wrong("there is no secret") }
    if lines.count > mostSecrets { throw wrong("there are \(mostSecrets) secrets at most") }
    var keys: [Secret] = []
    for (index, line) in lines.enumerated() {
      guard let key = scheme.key(in: line) else {
        throw wrong("a secret of \(kind.name) begins with whsec_", line: index + 1)
      }
      keys.append(key)
    }
    return keys
  }
}
