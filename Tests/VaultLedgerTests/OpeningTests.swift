import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

@Suite struct OpeningTests {
  @Test func aCreatedVaultCanBeOpened() async throws {
    let vault = try TemporaryVault()
    let backend = LocalBackend(ledger: try vault.open())
    let list = try await backend.perform(ListCards(CardQuery()), backend.context)
    #expect(list.cards.map { $0.alias } == SampleWalletNames.all)
    #expect(list.meta.numberOfRecords == 6)
    let report = try vault.check()
    #expect(report.findings == [])
    #expect(report.cards == 6)
  }

  @Test func aWrongPassphraseIsReported() throws {
    let vault = try TemporaryVault()
    #expect(
      code { try Vault.open(at: vault.path, passphrase: secret("wrong")) } == .vaultPassphrase)
  }
}

enum SampleWalletNames {
  static let all = ["Everyday", "Groceries", "Travel", "Shopping", "New plastic", "Old"]
}
