import CSQLite
import CSodium
import Glibc
import SealedRecords
import WalletModel

/// New files, and the replacement of all that a file contains.
extension VaultFile {
  /// Writes a new file under another name and then links it to its own. It appears completely or
  /// not at all, and never replaces another file.
  ///
  /// - Parameter check: Is called with the name of the complete draft, and prevents the new file if
  ///   it throws.
  static func createNew(
    _ path: String, _ fill: (Database) throws(WalletError) -> Void,
    check: (String) throws(WalletError) -> Void = { _ in }
  ) throws(WalletError) {
    var info = stat()
    if lstat(path, &info) == 0 { throw WalletError(.vaultExists) }
    try withDraft(of: path, fill) { draft throws(WalletError) in
      try check(draft)
      try appear(draft, as: path)
    }
  }

  /// Links the draft to the name of a new file.
  static func appear(_ draft: String, as path: String) throws(WalletError) {
    guard link(draft, path) == 0 else {
      throw errno == EEXIST ? WalletError(.vaultExists) : creationError()
    }
    syncFolder(of: path)
  }

  /// Writes a complete file beside `path` and passes on its name. Afterwards the draft is removed.
  static func withDraft<R>(
    of path: String, _ fill: (Database) throws(WalletError) -> Void,
    _ use: (String) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    removeAbandonedDrafts(of: path)
    let draft = draftStart(path) + "\(getpid())-\(randombytes_random())"
    let descriptor = Glibc.open(draft, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_RDWR, 0o600)
    guard descriptor >= 0 else { throw creationError() }
    // Kept open: SQLite's locks on the draft do not matter.
    defer {
      close(descriptor)
      for end in ends { unlink(draft + end) }
    }
    let database = try connect(draft, readOnly: false)
    // A failed draft is deleted, so its journal may be in memory. Each page is written to its
    // place, so that closing the connection has nothing left to write.
    try database.execute("PRAGMA journal_mode=MEMORY")
    try fill(database)
    guard try database.text("PRAGMA journal_mode=WAL") == "wal",
      try database.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    else {
      throw WalletError(
        .diskFault,
        details: [
          .text(
            "Couldn't finish the new file.", "Die neue Datei konnte nicht abgeschlossen werden.")
        ])
    }
    try database.close()
    guard fsync(descriptor) == 0, access(draft + "-wal", F_OK) != 0 else { throw creationError() }
    return try use(draft)
  }

  /// What SQLite appends to the name of a file for the files beside it.
  private static let ends = ["", "-wal", "-shm", "-journal"]

  static func drafts(of path: String) -> [String] {
    guard let entries = opendir(folder(of: path)) else { return [] }
    defer { closedir(entries) }
    let start = draftStart(path)
    var found: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let draft = folder(of: path) + "/" + name
      if draft.hasPrefix(start) { found.append(draft) }
    }
    return found
  }

  /// Removes the drafts of processes that were killed.
  private static func removeAbandonedDrafts(of path: String) {
    for draft in drafts(of: path) {
      let number = draft.dropFirst(draftStart(path).count).prefix { $0.isNumber }
      guard let process = pid_t(number), process > 0, kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      unlink(draft)
    }
  }

  static func syncFolder(of path: String) {
    let folder = Glibc.open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Opens a vault of which everything is to be replaced.
  ///
  /// - Throws: `.vaultBusy` if anybody has it open, `.vaultNotAVault` if it is another program's.
  static func connectToReplace(_ path: String) throws(WalletError) -> Database {
    _ = try check(path, readOnly: false)
    let database = try connectExclusively(path, readOnly: false)
    guard try database.integer("PRAGMA application_id") == Int64(VaultHeader.applicationID) else {
      throw WalletError(.vaultNotAVault)
    }
    return database
  }

  /// Replaces everything in a vault by a draft, in one transaction: whenever this is interrupted,
  /// the old or the new state is there.
  static func replace(_ vault: Database, at path: String, by draft: String) throws(WalletError) {
    let new = try connect(draft, readOnly: true)
    try new.copy(into: vault)
    try new.close()
    // The change is durable. The log is copied into the file later if it cannot be now.
    vault.keepLogOnClose(false)
    _ = try? vault.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    try? vault.close()
    // An exclusive connection does not remove the index of the log. The next one does.
    guard let next = try? connect(path, readOnly: false) else { return }
    _ = try? next.integer("PRAGMA user_version")
    try? next.close()
  }

  /// A name beside the file that does not exist: `wallet.vault.damaged-20261123-194501`.
  static func freeName(_ path: String, _ purpose: String, _ time: Timestamp) -> String {
    let civil = time.civil()
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let start =
      "\(path).\(purpose)-\(civil.year)\(digits(civil.month))\(digits(civil.day))-"
      + digits(civil.hour) + digits(civil.minute) + digits(civil.second)
    var name = start
    var count = 1
    while access(name, F_OK) == 0 {
      count += 1
      name = "\(start)-\(count)"
    }
    return name
  }
}

extension Database {
  /// Replaces everything in `target` by one state of this database, in one transaction. Others may
  /// write to this database meanwhile.
  func copy(into target: Database) throws(WalletError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_extended_errcode(target.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw target.failure(code) }
    if end != SQLITE_OK { throw target.failure(end) }
  }
}
