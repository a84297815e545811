import Issuer
import PostgresServer
import SealedRecords
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// A vault that becomes a database.
@Suite struct ImportTests {
  @Test func everyWalletIsThereAndCanBeUsed() throws {
    let passphrase = TestDatabase.passphrase
    let folder = try TestFolder()
    let path = folder.file("wallet.vault")
    try Vault.create(
      at: path, passphrase: passphrase, options: VaultOptions(kdf: .minimum, sample: true),
      profile: nil)
    var other = SampleWallet(clock: .system).blankProfile
    other.customerID = CustomerID("other")
    var before: WalletContents
    do {
      let vault = try Vault.open(at: path, passphrase: passphrase)
      defer { vault.close() }
      try vault.add(other) { writer throws(WalletError) in
        try SampleWallet(clock: .system).fillBlank(writer, other)
      }
      _ = try #require(try Issuer.simulation(vault).lockOne(vault.owner))
      before = try WalletContents(vault, of: vault.owner)
    }
    #expect(before.cards.count == 6 && before.payments.count > 100 && before.audit.count > 0)
    let address = try PostgresServer.shared.get().newDatabase()
    func copy() throws {
      try Vault.withRows(of: path, passphrase: passphrase) { rows throws(WalletError) in
        try PostgresStore.copy(rows, to: address)
      }
    }
    // An import that was interrupted has left something, and the next one begins anew.
    try copy()
    try TestDatabase.run("DELETE FROM header", address)
    #expect(throws: WalletError.self) { try TestDatabase.open(address) }
    try copy()
    #expect(throws: WalletError.self, "there are wallets") { try copy() }
    #expect(try PostgresStore.check(address, secret: passphrase).findings == [])
    let database = try TestDatabase.open(address)
    #expect(try WalletContents(database, of: database.owner) == before)
    #expect(try Set(database.allCustomers()) == [database.owner, other.customerID])
    // New records follow those that were copied.
    _ = try #require(try Issuer.simulation(database).lockOne(database.owner))
    let after = try WalletContents(database, of: database.owner)
    #expect(
      after.audit.count > before.audit.count && after.cards.map(\.id) == before.cards.map(\.id))
    #expect(try PostgresStore.check(address, secret: passphrase).findings == [])
  }

  /// What an operator is told while the servers run.
  @Test func theBackgroundCheckFindsAnOlderRow() throws {
    let address = try TestDatabase.new()
    func findings() throws -> [BackgroundProgress] {
      let ledger = try TestDatabase.open(address)
      defer { ledger.close() }
      var found: [BackgroundProgress] = []
      while let progress = try ledger.backgroundStep() {
        if case .damaged = progress { found.append(progress) }
      }
      return found
    }
    #expect(try findings().isEmpty)
    try TestDatabase.run("CREATE TABLE old AS SELECT * FROM record WHERE kind = 3", address)
    let ledger = try TestDatabase.open(address)
    _ = try #require(try Issuer.simulation(ledger).lockOne(ledger.owner))
    ledger.close()
    #expect(try findings().isEmpty, "control: a change is no damage")
    try TestDatabase.run(
      """
      UPDATE record SET ver = old.ver, box = old.box FROM old
      WHERE record.customer = old.customer AND record.kind = old.kind
        AND record.number = old.number
      """, address)
    #expect(try findings().count == 1)
  }
}
