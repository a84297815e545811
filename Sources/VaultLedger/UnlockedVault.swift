import CSQLite
import CSodium
import CVaultFile
import Glibc
import Issuer
import Secrets
import Threads
import WalletAPI
import WalletModel

/// A vault with its keys.
struct UnlockedVault: Sendable {
  /// Files up to this size, in bytes, are checked completely before they are used. Larger ones are
  /// checked in the background.
  private static let checkedAtOpen: Int64 = 4 << 20

  let path: String
  let size: Int64
  /// The file is locked exclusively. Nobody else can open it, and there cannot be a second
  /// connection.
  let isExclusive: Bool
  let header: VaultHeader
  let slots: KeySlots
  /// The number of the slot that was opened.
  let slot: Int64
  let keys: VaultKeys
  nonisolated(unsafe) let store: RowStore

  /// Looks for tables, indexes and the like that a vault does not have. Their descriptions are
  /// stored as they were written when a vault was made.
  func checkSchema() throws(WalletError) {
    let query = "SELECT group_concat(sql || ';', char(10)) FROM sqlite_schema"
    guard try store.database.text(query) != RowStore.schema else { return }
    throw WalletError(
      .vaultDamaged,
      detail: .text(
        "Its tables and indexes aren't those of a vault.",
        "Die Tabellen und Indizes darin sind nicht die eines Tresors."))
  }

  enum StructureCheck: String {
    /// Checks pages and their order.
    case quick = "quick_check"
    /// Also compares the indexes with the tables.
    case whole = "integrity_check"
  }

  /// Runs SQLite's own check of the file.
  func checkStructure(_ check: StructureCheck = .quick) throws(WalletError) {
    let finding = try store.database.text("PRAGMA \(check.rawValue)(1)")
    if finding != "ok" {
      throw WalletError(.vaultDamaged, detail: .storage(.structureDamaged, finding))
    }
  }

  func profile() throws(WalletError) -> CustomerProfile {
    let profile = try store.read(RowID(.customer, 1)) { row throws(WalletError) in
      guard let profile: CustomerProfile = store.record(row, of: CustomerID("")) else {
        throw RecordKind.customer.damaged
      }
      return profile
    }
    guard let profile else {
      throw WalletError(
        .vaultDamaged,
        detail: .text("The customer's record is missing.", "Der Datensatz des Kunden fehlt."))
    }
    return profile
  }

  func lastCommit(in folder: String?) -> LastCommitFile? {
    folder.map { LastCommitFile(folder: $0, vaultID: header.vaultID, store.cipher) }
  }

  /// Looks for signs that the file and its log, though readable, are not the latest state: the
  /// state is older than the last one that was seen, or the log is missing.
  func concern(_ lastCommit: LastCommitFile?) throws(WalletError) -> VaultReport.Finding? {
    let root = try store.readRoot()
    switch lastCommit?.compare(root) {
    case .older(let last)?:
      return .init(
        .storage(.olderState, "\(root.counter)", "\(last)"), at: "history")
    case .other?:
      return .init(
        .storage(.otherState, "\(root.counter)"), at: "history")
    case .newer(let last)?:
      guard try contains(last, root) else {
        return .init(.storage(.lacksChange, "\(last.counter)"), at: "history")
      }
    case .same?: return nil
    case .unknown?, nil: break
    }
    return try hasLostLog() ? .init(.storage(.copyWithoutLog), at: "log") : nil
  }

  /// Whether the audit log goes on from the entry with which it ended at this commit. It is assumed
  /// if the entry cannot be read, which the check of the rows reports.
  private func contains(_ commit: LastCommitFile.Commit, _ root: RootRecord) throws(WalletError)
    -> Bool
  {
    guard commit.entries > 0 else { return true }
    guard commit.entries <= root.numbers[Int(RecordKind.audit.rawValue)] else { return false }
    let row = RowID(.audit, customer: 1, commit.entries - 1)
    return try store.read(row) { row throws(WalletError) -> Bool? in
      store.open(row) { reader throws(MalformedRecord) -> Bool in
        _ = try reader.raw()
        return Array(try reader.raw()) == commit.link
      }
    } ?? true
  }

  /// The file's mark names a log with changes, and it is not there.
  private func hasLostLog() throws(WalletError) -> Bool {
    func looksLost() -> Bool { store.database.log?.is_lost == 1 }
    guard looksLost() else { return false }
    // A log that is just being created looks the same. With the write lock nobody can be creating
    // one.
    let canWrite = try store.database.integer("PRAGMA query_only") == 0
    do throws(WalletError) {
      try store.database.execute("PRAGMA query_only=OFF; BEGIN IMMEDIATE")
    } catch {
      // The file cannot be written to.
      return true
    }
    let isLost = looksLost()
    try store.database.execute("ROLLBACK")
    if !canWrite { try store.database.execute("PRAGMA query_only=ON") }
    return isLost
  }

  /// - Parameters:
  ///   - why: Why the ledger is read-only, if somebody wanted to write.
  ///   - commits: See `Vault.open`.
  func ledger(
    readOnly: Bool, because why: WalletError? = nil, _ commits: String?,
    clock: MonotonicClock = .system
  ) throws(WalletError) -> VaultLedger {
    let lastCommit = lastCommit(in: commits)
    let concern = try concern(lastCommit)
    // The log of a killed process is emptied. If it was continued here and in a copy of both files,
    // there would be two different logs with the same salts.
    if !readOnly { _ = try? store.database.checkpoint(waiting: 0) }
    try checkSchema()
    if size <= Self.checkedAtOpen { try checkStructure() }
    return try VaultLedger(
      store, keys, owner: try profile().customerID, watchedFile: path,
      readers: isExclusive ? nil : ReaderPool(clock: clock, self.anotherConnection),
      background: isExclusive ? NoBackgroundWork() : FileCheck(self, concern), clock: clock,
      lastCommit: lastCommit, concern: concern?.what, whyReadOnly: why)
  }

  /// A second, read-only connection with the same keys.
  func anotherConnection() throws(WalletError) -> RowStore {
    rows(on: try VaultFile.connect(path, readOnly: true))
  }

  /// Opens the file and derives the keys. Nothing is allocated before the header's numbers were
  /// checked.
  static func open(
    _ path: String, _ passphrase: Secret, readOnly: Bool, isCopy: Bool = false
  ) throws(WalletError) -> UnlockedVault {
    let (opened, data) = try openWithDataKey(
      path, passphrase, readOnly: readOnly, isCopy: isCopy)
    data.wipe()
    return opened
  }

  /// The same, with the data key, which is needed to make a key slot. The caller wipes it.
  static func openWithDataKey(
    _ path: String, _ secret: Secret, readOnly: Bool, isCopy: Bool = false
  ) throws(WalletError) -> (UnlockedVault, Secret) {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let path = try VaultFile.resolved(path)
    let size = try VaultFile.check(path, readOnly: readOnly, isCopy: isCopy)
    let (database, application, isExclusive) = try connect(path, readOnly: readOnly)
    guard application == Int64(VaultHeader.applicationID) else {
      throw WalletError(.vaultNotAVault)
    }
    let format = try database.integer("PRAGMA user_version")
    guard format <= Int64(VaultHeader.newestFormat) else { throw WalletError(.vaultNewer) }
    guard format >= Int64(VaultHeader.format) else {
      throw WalletError(
        .vaultNotAVault,
        detail: .text(
          "It was made before the first release.", "Sie entstand vor der ersten Veröffentlichung."
        ))
    }
    let (header, slots) = try readHeader(of: database)
    let (slot, data) = try slots.open(secret, header)
    let keys = VaultKeys(data: data)
    let cipher = RecordCipher(vaultID: header.vaultID, epoch: header.epoch, keys: keys)
    let opened = UnlockedVault(
      path: path, size: size, isExclusive: isExclusive, header: header, slots: slots, slot: slot,
      keys: keys, store: RowStore(database, cipher))
    return (opened, data)
  }

  private static func readHeader(of database: Database)
    throws(WalletError) -> (VaultHeader, KeySlots)
  {
    let statement = try database.statement(2001, "SELECT body FROM header WHERE id=0")
    defer { statement.reset() }
    guard try statement.step() else {
      throw WalletError(
        .vaultDamaged, detail: .text("The header is missing.", "Der Kopf fehlt."))
    }
    return (try VaultHeader(statement.blob(0)), try KeySlots(database))
  }

  /// A connection, the file's `application_id`, and whether the connection had to be exclusive.
  private static func connect(_ path: String, readOnly: Bool)
    throws(WalletError) -> (Database, Int64, Bool)
  {
    let query = "PRAGMA application_id"
    do throws(WalletError) {
      let database = try VaultFile.connect(path, readOnly: readOnly)
      return (database, try database.integer(query), false)
    } catch {
      if readOnly, error.code == .vaultReadOnly || error.code == .diskFault,
        !VaultFile.isWritable(path), VaultFile.logSize(path) > 0
      {
        throw WalletError(
          .vaultReadOnly,
          .text("Can't read the vault here", "Der Tresor lässt sich hier nicht lesen"),
          detail: .text(
            "The log beside it holds changes, and there's no place to write where the two could be joined.",
            "Im Journal daneben stehen Änderungen, und es fehlt ein beschreibbarer Ort, um beides zusammenzuführen."
          ),
          advice: .text(
            "Copy the file and its log (FILE-wal) to a place you can write to, and open the copy.",
            "Kopieren Sie die Datei und ihr Journal (FILE-wal) dorthin, wo Sie schreiben dürfen, und öffnen Sie die Kopie."
          ))
      }
      guard readOnly, error.code == .diskFull, access(path, W_OK) == 0 else { throw error }
      let database = try VaultFile.connectExclusively(path, readOnly: true)
      return (database, try database.integer(query), true)
    }
  }
}
