import CSQLite
import CSodium
import Glibc
import Issuer
import Secrets
import WalletAPI
import WalletModel

/// A vault whose key is there.
struct UnlockedVault: Sendable {
  let path: String
  let size: Int64
  /// Nobody else can have the file meanwhile, not even a second connection of ours.
  let isAlone: Bool
  let header: VaultHeader
  let keys: VaultKeys
  nonisolated(unsafe) let store: RowStore

  /// SQLite's own view of the file: pages, order and indexes.
  func checkStructure() throws(WalletError) {
    let finding = try store.database.text("PRAGMA quick_check(1)")
    if finding != "ok" {
      throw WalletError(.vaultDamaged, details: ["The file's structure is damaged: \(finding)"])
    }
  }

  func profile() throws(WalletError) -> CustomerProfile {
    let profile = try store.read(RowID(.customer, 1)) { reader throws(MalformedRecord) in
      try reader.profile()
    }
    guard let profile else {
      throw WalletError(.vaultDamaged, details: ["The customer's record is missing."])
    }
    return profile
  }

  /// A second connection with the same keys.
  func anotherConnection() throws(WalletError) -> RowStore {
    RowStore(
      try VaultFile.connect(path, readOnly: true),
      BoxCutter(vaultID: header.vaultID, epoch: header.epoch, keys: keys))
  }
}

extension Vault {
  /// From a path to the keys. Nothing is allocated at the file's word before it was judged.
  static func unlock(_ path: String, _ passphrase: Secret, readOnly: Bool)
    throws(WalletError) -> UnlockedVault
  {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let path = try VaultFile.resolved(path)
    let size = try VaultFile.check(path, readOnly: readOnly)
    let (database, application, isAlone) = try connect(path, readOnly: readOnly)
    guard application == Int64(VaultHeader.applicationID) else {
      throw WalletError(.vaultNotAVault)
    }
    let format = try database.integer("PRAGMA user_version")
    guard format <= Int64(VaultHeader.format) else { throw WalletError(.vaultNewer) }
    guard format == Int64(VaultHeader.format) else {
      throw WalletError(.vaultNotAVault, details: ["It was made before the first release."])
    }
    let header = try row(0, database) { raw throws(WalletError) in try VaultHeader(raw) }
    let slot = try row(1, database) { raw throws(WalletError) in try KeySlot(raw) }
    guard !passphrase.isEmpty, let data = try slot.open(passphrase, header) else {
      throw WalletError(.vaultPassphrase)
    }
    let keys = VaultKeys(data: data)
    let cutter = BoxCutter(vaultID: header.vaultID, epoch: header.epoch, keys: keys)
    return UnlockedVault(
      path: path, size: size, isAlone: isAlone, header: header, keys: keys,
      store: RowStore(database, cutter))
  }

  /// A connection, the file's `application_id`, and whether it had to be one that is alone.
  private static func connect(_ path: String, readOnly: Bool)
    throws(WalletError) -> (Database, Int64, Bool)
  {
    let query = "PRAGMA application_id"
    do throws(WalletError) {
      let database = try VaultFile.connect(path, readOnly: readOnly)
      return (database, try database.integer(query), false)
    } catch {
      guard readOnly, error.code == .diskFull, access(path, W_OK) == 0 else { throw error }
      let database = try VaultFile.connectAlone(path)
      return (database, try database.integer(query), true)
    }
  }

  private static func row<T>(
    _ id: Int64, _ database: Database,
    _ parse: (UnsafeRawBufferPointer) throws(WalletError) -> T
  ) throws(WalletError) -> T {
    let statement = try database.statement(2001, "SELECT body FROM header WHERE id=?1")
    defer { statement.reset() }
    statement.bind(1, id)
    guard try statement.step() else {
      throw WalletError(.vaultDamaged, details: ["The header is missing."])
    }
    return try parse(statement.blob(0))
  }
}
