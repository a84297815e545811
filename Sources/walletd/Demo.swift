import Issuer
import Secrets
import VaultLedger
import WalletModel
import WalletServer

/// Sample wallets whose passwords everyone may know.
struct Demo {
  let ledger: VaultLedger
  private static let clientSecret = "demo-client"
  private static let people = [(name: "ana", password: "ana-demo")]

  init() throws(WalletError) { ledger = try Vault.demo() }

  func add(to options: inout WalletServer.Options, client: String) {
    options.simulatesPhone = true
    options.clients = [ServerClient(id: client, secret: Self.secret(Self.clientSecret))]
    for person in Self.people {
      guard let hash = ServerUser.hash(Self.secret(person.password), isDemo: true) else { continue }
      options.users.append(
        ServerUser(name: person.name, customer: ledger.owner, passwordHash: hash))
    }
  }

  func announce(brand: String, client: String) {
    Console.line("brand \(brand)")
    Console.line("client \(client) \(Self.clientSecret)")
    for person in Self.people { Console.line("user \(person.name) \(person.password)") }
  }

  private static func secret(_ text: String) -> Secret {
    let secret = Secret(capacity: text.utf8.count)
    for byte in text.utf8 { secret.append(byte) }
    return secret
  }
}
