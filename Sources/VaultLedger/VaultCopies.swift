import CSQLite
import Glibc
import Issuer
package import SealedRecords
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
    let opened = try unlock(path, passphrase, readOnly: true)
    return try writeCopy(of: opened, to: file, passphrase: passphrase) { _ in }
  }

  /// Copies one state of a vault into a new file that only `exportPassphrase` opens.
  ///
  /// - Throws: `.usage` if there is a file with this name.
  package static func export(
    _ path: String, passphrase: Secret, to file: String, exportPassphrase: Secret
  ) throws(WalletError) -> VaultContents {
    let (opened, data) = try unlockWithDataKey(path, passphrase, readOnly: true)
    defer { data.wipe() }
    let slot = try singleSlot(data, exportPassphrase, opened.header)
    return try writeCopy(of: opened, to: file, passphrase: exportPassphrase) {
      copy throws(WalletError) in try replaceSlots(by: slot, copy)
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
    let opened = try unlock(file, passphrase, readOnly: true)
    return try put(
      opened, passphrase: passphrase, in: path, "restore", keepsOld: keepsOld, commits
    ) { _ in }
  }

  /// The same with an export. Afterwards only `newPassphrase` opens the vault.
  package static func importExport(
    _ file: String, exportPassphrase: Secret, to path: String, newPassphrase: Secret,
    keepsOld: Bool, commits: String? = nil
  ) throws(WalletError) -> ReplacedVault {
    let (opened, data) = try unlockWithDataKey(file, exportPassphrase, readOnly: true)
    defer { data.wipe() }
    let slot = try singleSlot(data, newPassphrase, opened.header)
    return try put(
      opened, passphrase: newPassphrase, in: path, "import", keepsOld: keepsOld, commits
    ) { copy throws(WalletError) in try replaceSlots(by: slot, copy) }
  }

  private static func singleSlot(_ data: Secret, _ passphrase: Secret, _ header: VaultHeader)
    throws(WalletError) -> KeySlot
  {
    guard !passphrase.isEmpty else { throw noPassphrase }
    return try KeySlot(
      wrapping: data, secret: passphrase, label: "", made: IssuerClock.system.now(), header)
  }

  private static func replaceSlots(by slot: KeySlot, _ copy: Database) throws(WalletError) {
    try copy.execute("BEGIN IMMEDIATE")
    try copy.removeSlots(KeySlot.numbers)
    try copy.put(slot, KeySlot.numbers.lowerBound)
    try copy.execute("COMMIT")
  }

  private static func writeCopy(
    of opened: UnlockedVault, to file: String, passphrase: Secret,
    _ change: (Database) throws(WalletError) -> Void
  ) throws(WalletError) -> VaultContents {
    defer { try? opened.store.database.close() }
    return try writeNew(file, passphrase: passphrase) { copy throws(WalletError) in
      try opened.store.database.copy(into: copy)
      try change(copy)
    }
  }

  /// Makes a new vault of all the rows that `fill` adds, which the secrets of these slots open. The
  /// file appears when all of it was checked.
  ///
  /// - Parameters:
  ///   - keys: What seals the rows.
  ///   - passphrase: One of the secrets.
  ///   - fill: Also sets the root, except its number of changes, which is one more afterwards.
  /// - Throws: `.usage` if there is a file with this name, `.vaultDamaged` with the first finding.
  package static func create(
    at path: String, _ header: VaultHeader, _ slots: KeySlots, _ keys: RecordKeys,
    passphrase: Secret, _ fill: (RowStore) throws(WalletError) -> Void
  ) throws(WalletError) -> VaultContents {
    try writeNew(path, passphrase: passphrase) { database throws(WalletError) in
      try database.begin(header, slots, format: Int64(VaultHeader.newestFormat))
      let cipher = RecordCipher(vaultID: header.vaultID, epoch: header.epoch, keys: keys)
      let store = RowStore(database, cipher)
      try fill(store)
      try store.writeRoot()
      try database.execute("COMMIT")
    }
  }

  private static func writeNew(
    _ file: String, passphrase: Secret, _ fill: (Database) throws(WalletError) -> Void
  ) throws(WalletError) -> VaultContents {
    let file = try VaultFile.resolved(file)
    var contents: VaultContents?
    do throws(WalletError) {
      try VaultFile.createNew(file, fill) { draft throws(WalletError) in
        contents = try inspect(at: draft, passphrase: passphrase)
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
        .usage, details: [.text("this is the vault itself", "das ist der Tresor selbst")])
    }
    _ = try opened.contents()
    var root: RootRecord?
    let result = try VaultFile.withDraft(of: path) { draft throws(WalletError) in
      try opened.store.database.copy(into: draft)
      try change(draft)
      root = try addEntry(draft, opened, action: purpose)
    } _: { draft throws(WalletError) in
      let contents = try inspect(at: draft, passphrase: passphrase)
      var info = stat()
      if lstat(path, &info) != 0 && errno == ENOENT {
        try VaultFile.appear(draft, as: path)
        return ReplacedVault(contents: contents, kept: nil)
      }
      let kept = try replaceContents(of: path, by: draft, purpose, keepsOld: keepsOld)
      return ReplacedVault(contents: contents, kept: kept)
    }
    if let root { opened.lastCommit(in: commits)?.adopt(root) }
    return result
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
    try VaultFile.replace(vault, at: path, by: draft)
    return kept
  }

  /// Writes an entry into the audit log of a copy.
  private static func addEntry(_ copy: Database, _ opened: UnlockedVault, action: String)
    throws(WalletError) -> RootRecord
  {
    let store = opened.rows(on: copy)
    try copy.execute("BEGIN IMMEDIATE")
    store.root = try store.readRoot()
    let owner = try opened.profile().customerID
    try RecordTransaction(store: store, keys: opened.keys, customers: [owner: 1]).put(
      AuditEntry(
        time: IssuerClock.system.now(), phase: .done, action: action + "Vault", lastFour: "",
        sessionID: "", deviceID: "", note: "after change \(store.root.counter)"),
      of: owner)
    try store.writeRoot()
    try copy.execute("COMMIT")
    return store.root
  }
}

extension UnlockedVault {
  /// The rows of another file with the same keys.
  func rows(on database: Database) -> RowStore {
    RowStore(database, RecordCipher(vaultID: header.vaultID, epoch: header.epoch, keys: keys))
  }
}
