import Testing
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Nothing but the tables and indexes of a vault is in a vault.
@Suite struct ForeignSchemaTests {
  static let foreign = [
    "CREATE TABLE other(a)", "CREATE TABLE other AS SELECT * FROM cards",
    "CREATE VIEW other AS SELECT * FROM cards", "CREATE INDEX other ON cards(ver)",
    "CREATE INDEX other ON cards(ver + 1)",
    "CREATE TRIGGER other AFTER INSERT ON cards BEGIN DELETE FROM cards; END",
    "ALTER TABLE cards ADD COLUMN other", "ALTER TABLE cards ADD COLUMN other AS (ver + 1)",
    "DROP INDEX payments_look", "CREATE TABLE other(a CHECK (a > 0))",
    "CREATE VIRTUAL TABLE other USING fts5(a)",
  ]

  @Test(arguments: foreign) func aForeignObjectIsFoundAndRepaired(_ sql: String) throws {
    let vault = try TemporaryVault()
    let key = vault.passphrase
    let backup = try vault.backup()
    let whole = bytes(of: backup)
    for path in [vault.path, backup] { try tamper(path, sql) }
    #expect(refusal(vault.path, key) == .vaultDamaged)
    #expect(refusal(vault.path, key, readOnly: true) == .vaultDamaged)
    #expect(try vault.places().first == "file")
    // Copies to and from elsewhere.
    let other = vault.folder + "/other"
    #expect(
      code { _ = try Vault.backUp(vault.path, passphrase: key, to: other) } == .vaultDamaged)
    #expect(
      code {
        _ = try Vault.restore(backup, passphrase: key, to: vault.path, keepsOld: false)
      } == .vaultDamaged)
    // A repair takes over the rows and nothing else.
    let repair = try Vault.repair(vault.path, passphrase: key)
    #expect(repair.repaired?.ok == true && repair.losses == [])
    #expect(refusal(vault.path, key) == nil)
    write(whole, to: backup)
    _ = try Vault.restore(backup, passphrase: key, to: vault.path, keepsOld: false)
    #expect(try vault.places() == [])
  }

  /// What is in unused pages of a copy is not taken over.
  @Test func onlyRowsComeFromOutside() throws {
    let vault = try TemporaryVault()
    let key = vault.passphrase
    let (backup, export) = (vault.folder + "/backup", vault.folder + "/export")
    _ = try Vault.backUp(vault.path, passphrase: key, to: backup)
    _ = try Vault.export(vault.path, passphrase: key, to: export, exportPassphrase: key)
    let size = bytes(of: vault.path).count
    for copy in [backup, export] {
      try tamper(copy, "CREATE TABLE other AS SELECT zeroblob(2 << 20); DROP TABLE other")
      #expect(bytes(of: copy).count > size + 1 << 20, "the control: the pages are in the copy")
      let new = copy + ".vault"
      if copy == backup {
        _ = try Vault.restore(copy, passphrase: key, to: new, keepsOld: false)
      } else {
        _ = try Vault.importExport(
          copy, exportPassphrase: key, to: new, newPassphrase: key, keepsOld: false)
      }
      #expect(bytes(of: new).count < size + 1 << 19)
      #expect(try Vault.check(at: new, passphrase: key).findings == [])
      #expect(try TemporaryVault.version(new, key) == vault.version())
    }
  }
}
