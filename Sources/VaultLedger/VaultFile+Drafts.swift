import CSQLite
import CSodium
import CVaultFile
import Glibc
import WalletModel

/// New files, and the replacement of all that a file contains.
extension VaultFile {
  /// Writes a new file under another name and then renames it. It appears completely or not at all,
  /// and never replaces another file.
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

  /// Gives the draft the name of a new file.
  ///
  /// - Parameter canExclude: Whether the file system can rename without replacing a file.
  static func appear(_ draft: String, as path: String, canExclude: Bool = true)
    throws(WalletError)
  {
    let folder = try openFolder(of: path)
    defer { close(folder) }
    let (old, new) = (name(of: draft), name(of: path))
    func failure() -> WalletError {
      errno == EEXIST ? WalletError(.vaultExists) : creationError(path)
    }
    if !canExclude || vaultfile_rename(folder, old, new) != 0 {
      guard !canExclude || [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { throw failure() }
      // Some network folders cannot. An empty file takes the name first.
      let file = openat(folder, new, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_WRONLY, 0o600)
      guard file >= 0 else { throw failure() }
      close(file)
      guard renameat(folder, old, folder, new) == 0 else {
        let error = creationError(path)
        unlinkat(folder, new, 0)
        throw error
      }
    }
    fsync(folder)
  }

  /// Writes a complete file beside `path` and passes on its name. Afterwards the draft is removed.
  static func withDraft<R>(
    of path: String, _ fill: (Database) throws(WalletError) -> Void,
    _ use: (String) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let folder = try openFolder(of: path)
    defer { close(folder) }
    removeAbandonedDrafts(of: path, in: folder)
    let draft = draftStart(path) + "\(getpid())-\(randombytes_random())"
    let flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_RDWR
    let descriptor = openat(folder, name(of: draft), flags, 0o600)
    guard descriptor >= 0 else { throw creationError(path) }
    // Kept open: SQLite's locks on the draft do not matter.
    defer {
      close(descriptor)
      for end in ends { unlinkat(folder, name(of: draft) + end, 0) }
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
        detail: .text(
          "Couldn't finish the new file.", "Die neue Datei konnte nicht abgeschlossen werden."))
    }
    try database.close()
    guard fsync(descriptor) == 0, access(draft + "-wal", F_OK) != 0 else {
      throw creationError(path)
    }
    return try use(draft)
  }

  /// What SQLite appends to the name of a file for the files beside it.
  private static let ends = ["", "-wal", "-shm", "-journal"]

  /// Removes the drafts of processes that were killed.
  private static func removeAbandonedDrafts(of path: String, in folder: Int32) {
    guard let entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      return
    }
    defer { closedir(entries) }
    let start = draftStart(name(of: path))
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard name.hasPrefix(start),
        let process = pid_t(name.dropFirst(start.count).prefix { $0.isNumber }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlinkat(folder, name, 0)
    }
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
  ///
  /// - Parameter kept: Files with the old state. If the vault keeps that state, they are removed.
  static func replace(
    _ vault: Database, at path: String, by draft: String, kept: [String]
  ) throws(WalletError) {
    let folder = try openFolder(of: path)
    defer { close(folder) }
    do throws(WalletError) {
      let new = try connect(draft, readOnly: true)
      defer { try? new.close() }
      try new.copy(into: vault)
    } catch {
      if !vault.mayHaveCommitted { for file in kept { unlinkat(folder, name(of: file), 0) } }
      throw error
    }
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
