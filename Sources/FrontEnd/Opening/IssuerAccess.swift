import ConnectorBackend
package import HTTPClient
package import Issuer
package import IssuerConnectors
import RemoteBackend
package import Secrets
package import VaultLedger
package import WalletModel
package import WalletService
package import WalletUI

/// How an issuer account of a vault is reached.
package struct IssuerAccess: Sendable {
  package let account: IssuerAccountRecord
  package let kind: IssuerKind
  package let connector: any IssuerConnector
  package let connection: ServerConnection

  /// - Throws: `.usage` if the issuer is not known, or its address is none.
  package init(_ account: IssuerAccountRecord) throws(WalletError) {
    self.account = account
    (kind, connector, connection) = try account.access()
  }

  /// The wallet with the cards of an issuer account, whose key is in the vault.
  ///
  /// - Throws: `.notFound` if the vault has no such account.
  package static func service(of name: String, in ledger: VaultLedger)
    throws(WalletError) -> (WalletService, IssuerAccess)
  {
    let accounts = IssuerAccounts(ledger)
    let account = try accounts.account(name)
    let access = try IssuerAccess(account)
    let key = try accounts.key(of: account)
    defer { key.wipe() }
    let backend = ConnectorBackend(
      account, access.connector, access.connection, key: key, ledger: ledger,
      acceptsPassphrase: { ledger.accepts($0) })
    let service = WalletService(
      backend: backend, context: backend.context, book: try ChangeFolder(of: account.changesName),
      keys: LedgerDeviceKeyStore(ledger))
    return (service, access)
  }

  /// Asks the issuer what the key may do, and returns the rights that it does not have.
  package func check(_ key: Secret) async throws(WalletError) -> [IssuerRight] {
    try await ConnectorBackend.check(connector, connection, key: key)
  }

  /// The account, as the screen shows it.
  package var info: IssuerAccountInfo {
    IssuerAccountInfo(
      name: account.name, issuer: kind, isSandbox: account.isSandbox,
      isReadOnly: account.isReadOnly)
  }

  /// What the header says: `work · Lithic`.
  package var title: String { "\(account.name) · \(kind.name)" }
}
