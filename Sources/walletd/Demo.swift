import Issuer
import Secrets
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

/// Sample wallets with published passwords.
struct Demo {
  let ledger: VaultLedger
  private static let clientSecret = "demo-client"
  /// Of the simulated shop, as published as the passwords.
  private static let merchantID = "12000001"
  private static let merchantToken = "demo-merchant"
  private let people: [(name: String, password: String, customer: CustomerID)]

  /// Ana has the sample cards, and Boris has two cards of his own.
  init(cards: Int) throws(WalletError) {
    ledger = try Vault.demo(cards: cards)
    while try ledger.backgroundStep() != nil {}
    let boris = CustomerProfile(
      customerID: CustomerID("8860413"), name: "BORIS IVANOV", mobile: "+359 88 765 4321",
      email: "boris.ivanov@example.com", market: .eu)
    try ledger.add(boris) { writer throws(WalletError) in
      try SampleWallet(clock: .system).fillBlank(writer, boris)
    }
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(isSimulation: true))
    let context = RequestContext(
      customerID: boris.customerID, sessionID: "demo", deviceID: "demo")
    for (program, alias) in [
      ("SKRILL-VIRTUAL-VISA-EEA", "Online"), ("SKRILL-VIRTUAL-MC-EEA", "Trips"),
    ] {
      let request = CardRequest(programName: program, currency: "EUR", alias: alias)
      _ = try issuer.perform(CreateCard(request), context)
    }
    people = [("ana", "ana-demo", ledger.owner), ("boris", "boris-demo", boris.customerID)]
  }

  func add(to options: inout WalletServer.Options, client: String) {
    options.isSimulator = true
    options.clients = [ServerClient(id: client, secret: Self.secret(Self.clientSecret))]
    options.shop = ServerShop(
      merchantID: Self.merchantID, token: Self.secret(Self.merchantToken))
    for person in people {
      guard let hash = ServerUser.hash(Self.secret(person.password), isDemo: true) else { continue }
      options.users.append(
        ServerUser(name: person.name, customer: person.customer, passwordHash: hash))
    }
  }

  func announce(brand: String, client: String) {
    ProcessOutput.line("brand \(brand)")
    ProcessOutput.line("client \(client) \(Self.clientSecret)")
    ProcessOutput.line("merchant \(Self.merchantID) \(Self.merchantToken)")
    for person in people { ProcessOutput.line("user \(person.name) \(person.password)") }
  }

  private static func secret(_ text: String) -> Secret {
    let secret = Secret(capacity: text.utf8.count)
    for byte in text.utf8 { secret.append(byte) }
    return secret
  }
}
