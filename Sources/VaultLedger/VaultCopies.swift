import CSQLite
import Glibc
import Issuer
package import Secrets
import WalletAPI
package import WalletModel

/// A vault whose contents were replaced.
package struct ReplacedVault: Sendable, Equatable {
  package var contents: VaultContents
  /// The file with the state that was replaced; nil: there was none, or it was not wanted.
  package var kept: String?
}

/// Copies of vaults: backups, exports, and what comes back from them.
extension Vault {
  /// Copies one state of a vault into a new file that is opened by the same secrets. Others may
  /// have the vault open and change it. The file appears when all of it was checked.
  ///
  /// - Throws: `.usage` if there is a file with this name.
  package static func backUp(_ path: String, passphrase: Secret, to file: String)
    throws(WalletError) -> VaultContents
  {
    let opened = try UnlockedVault.open(path, passphrase, readOnly: true)
    return try writeCopy(of: opened, to: file, passphrase: passphrase) { _ in }
  }

  /// Copies one state of a vault into a new file that only `exportPassphrase` opens.
  ///
  /// - Throws: `.usage` if there is a file with this name.
  package static func export(
    _ path: String, passphrase: Secret, to file: String, exportPassphrase: Secret
  ) throws(WalletError) -> VaultContents {
    let (opened, data) = try UnlockedVault.openWithDataKey(path, passphrase, readOnly: true)
    defer { data.wipe() }
    let slot = try KeySlot(
      wrapping: data, secret: exportPassphrase, made: IssuerClock.system.now(), opened.header)
    return try writeCopy(of: opened, to: file, passphrase: exportPassphrase) {
      copy throws(WalletError) in try opened.rows(on: copy).replaceSlots(by: slot)
    }
  }

  /// Puts a backup in the place of a vault, with the secrets that open the backup. Everything is
  /// checked before anything is replaced. Whenever this is interrupted, the vault has the old or
  /// the new state.
  ///
  /// - Parameters:
  ///   - passphrase: Of the backup. The vault itself is not opened.
  ///   - keepsOld: Whether the state that is replaced is kept in a file beside the vault.
  ///   - commits: See `open`.
  /// - Throws: `.vaultBusy` if anybody has the vault open.
  package static func restore(
    _ file: String, passphrase: Secret, to path: String, keepsOld: Bool, commits: String? = nil
  ) throws(WalletError) -> ReplacedVault {
    let opened = try UnlockedVault.open(file, passphrase, readOnly: true, isCopy: true)
    return try put(
      opened, passphrase: passphrase, in: path, "restore", keepsOld: keepsOld, commits
    ) { _ in }
  }

  /// The same with an export. Afterwards only `newPassphrase` opens the vault.
  package static func importExport(
    _ file: String, exportPassphrase: Secret, to path: String, newPassphrase: Secret,
    keepsOld: Bool, commits: String? = nil
  ) throws(WalletError) -> ReplacedVault {
    let (opened, data) = try UnlockedVault.openWithDataKey(
      file, exportPassphrase, readOnly: true, isCopy: true)
    defer { data.wipe() }
    let slot = try KeySlot(
      wrapping: data, secret: newPassphrase, made: IssuerClock.system.now(), opened.header)
    return try put(
      opened, passphrase: newPassphrase, in: path, "import", keepsOld: keepsOld, commits
    ) { copy throws(WalletError) in try opened.rows(on: copy).replaceSlots(by: slot) }
  }

  private static func writeCopy(
    of opened: UnlockedVault, to file: String, passphrase: Secret,
    _ change: (Database) throws(WalletError) -> Void
  ) throws(WalletError) -> VaultContents {
    defer { try? opened.store.database.close() }
    let file = try VaultFile.resolved(file)
    var contents: VaultContents?
    do throws(WalletError) {
      try VaultFile.createNew(file) { copy throws(WalletError) in
        try opened.store.database.copy(into: copy)
        try change(copy)
      } check: { draft throws(WalletError) in
        contents = try self.contents(of: draft, passphrase)
      }
    } catch {
      throw error.code == .vaultExists ? OwnFile.exists(file) : error
    }
    guard let contents else { throw WalletError(.internalError) }
    return contents
  }

  private static func put(
    _ opened: UnlockedVault, passphrase: Secret, in path: String, _ purpose: String,
    keepsOld: Bool, _ commits: String?, _ change: (Database) throws(WalletError) -> Void
  ) throws(WalletError) -> ReplacedVault {
    defer { try? opened.store.database.close() }
    let path = try VaultFile.resolved(path)
    guard path != opened.path else {
      throw WalletError(
        .usage, detail: .text("this is the vault itself", "das ist der Tresor selbst"))
    }
    _ = try opened.contents()
    var root = RootRecord()
    return try VaultFile.withDraft(of: path) { draft throws(WalletError) in
      try opened.copyRows(into: opened.rows(on: draft))
      try change(draft)
      root = try opened.addEntry(purpose + "Vault", to: draft)
    } _: { draft throws(WalletError) in
      let contents = try contents(of: draft, passphrase)
      let last = opened.lastCommit(in: commits)
      let kept = try LastCommitFile.adopt(root, in: last) { () throws(WalletError) -> String? in
        var info = stat()
        if lstat(path, &info) != 0 && errno == ENOENT {
          try VaultFile.appear(draft, as: path)
          return nil
        }
        return try replaceContents(of: path, by: draft, purpose, keepsOld: keepsOld)
      }
      return ReplacedVault(contents: contents, kept: kept)
    }
  }

  private static func replaceContents(
    of path: String, by draft: String, _ purpose: String, keepsOld: Bool
  ) throws(WalletError) -> String? {
    let vault: Database
    do throws(WalletError) {
      vault = try VaultFile.connectToReplace(path)
    } catch {
      guard error.code == .vaultDamaged || error.code == .vaultNotAVault else { throw error }
      throw WalletError(
        error.code,
        .text(
          "The file in the vault's place can't be replaced",
          "Die Datei an der Stelle des Tresors lässt sich nicht ersetzen"),
        details: error.details,
        advice: .text(
          "Move it and its log (FILE-wal) elsewhere, then try again.",
          "Verschieben Sie sie mit ihrem Journal (FILE-wal), und versuchen Sie es noch einmal."))
    }
    defer { try? vault.close() }
    var kept: String?
    if keepsOld {
      let name = VaultFile.freeName(path, "before-" + purpose, IssuerClock.system.now())
      try VaultFile.createNew(name) { copy throws(WalletError) in try vault.copy(into: copy) }
      kept = name
    }
    try VaultFile.replace(vault, at: path, by: draft, kept: kept.map { [$0] } ?? [])
    return kept
  }
}

extension UnlockedVault {
  /// The rows of another file with the same keys.
  func rows(on database: Database) -> RowStore {
    RowStore(database, RecordCipher(vaultID: header.vaultID, epoch: header.epoch, keys: keys))
  }

  /// Makes a vault without rows in a new file. The transaction stays open.
  func begin(_ copy: Database, from source: Database) throws(WalletError) {
    let format = try source.integer("PRAGMA user_version")
    try copy.execute(
      """
      PRAGMA application_id=\(VaultHeader.applicationID);
      PRAGMA user_version=\(format);
      BEGIN IMMEDIATE;
      """ + RowStore.schema)
    try copy.putHeader(header.bytes, 0)
    for (number, slot) in slots.slots { try copy.putHeader(slot.bytes, number) }
  }

  /// Copies one state of the vault, row by row: nothing else that is in the file is taken over.
  func copyRows(into copy: RowStore) throws(WalletError) {
    try begin(copy.database, from: store.database)
    try store.database.execute("BEGIN")
    defer { try? store.database.execute("ROLLBACK") }
    for kind in RecordKind.ofTables {
      try store.visit(kind, from: RowID(Int64.min), through: RowID(Int64.max), limit: -1) {
        row throws(WalletError) in try copy.add(row, kind)
      }
    }
    try copy.database.execute("COMMIT")
  }

  /// Writes an entry into the audit log of a copy.
  fileprivate func addEntry(_ action: String, to copy: Database) throws(WalletError) -> RootRecord {
    let store = rows(on: copy)
    try copy.execute("BEGIN IMMEDIATE")
    store.root = try store.readRoot()
    let owner = try profile().customerID
    try VaultTransaction(store: store, keys: keys, customers: [owner: 1]).put(
      AuditEntry(
        time: IssuerClock.system.now(), phase: .done, action: action,
        note: "after change \(store.root.counter)"),
      of: owner)
    try store.writeRoot()
    try copy.execute("COMMIT")
    return store.root
  }
}

extension RowStore {
  /// Replaces all key slots of a copy.
  fileprivate func replaceSlots(by slot: KeySlot) throws(WalletError) {
    try database.execute("BEGIN IMMEDIATE")
    root = try readRoot()
    root.slots = nil
    try database.removeSlots(KeySlot.numbers)
    try database.put(slot, KeySlot.numbers.lowerBound)
    try writeRoot()
    try database.execute("COMMIT")
  }
}
