import CSQLite
import CSodium
import CVaultFile
import Glibc
import WalletModel

/// Checks of a file before it is opened (S17), and connections to it.
enum VaultFile {
  /// The path with its folder resolved. Folders may be symbolic links; the file itself must not be
  /// one.
  static func resolved(_ path: String) throws(WalletError) -> String {
    let name = name(of: path)
    let folder = folder(of: path)
    guard !name.isEmpty, name != ".", name != "..", let real = realpath(folder, nil) else {
      throw WalletError(
        .vaultMissing,
        detail: .text("There's no folder \(folder).", "Den Ordner \(folder) gibt es nicht.")
      )
    }
    defer { free(real) }
    let text = String(cString: real)
    return text == "/" ? "/" + name : text + "/" + name
  }

  /// Uses `lstat`, not an open descriptor: closing a descriptor would release the locks of this
  /// process's other connections to the file.
  ///
  /// - Parameter isCopy: Whether its mode does not matter: many sticks and network folders have one
  ///   for all files.
  static func check(_ path: String, readOnly: Bool, isCopy: Bool = false)
    throws(WalletError) -> Int64
  {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      throw errno == ENOENT
        ? WalletError(.vaultMissing) : WalletError(.vaultPermissions, detail: systemError())
    }
    func refuse(_ why: Reason) -> WalletError { WalletError(.vaultPermissions, detail: why) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw refuse(.text("It's a symbolic link.", "Sie ist ein symbolischer Link."))
    default:
      throw WalletError(
        .vaultNotAVault,
        detail: .text("It isn't a plain file.", "Sie ist keine gewöhnliche Datei."))
    }
    guard info.st_uid == geteuid() else {
      throw refuse(.text("It belongs to someone else.", "Sie gehört jemand anderem."))
    }
    guard isCopy || info.st_mode & 0o077 == 0 else {
      let mode = String(info.st_mode & 0o777, radix: 8)
      throw refuse(
        .text(
          "Others can read or write it (mode \(mode)). Close it with `chmod 600`.",
          "Andere dürfen sie lesen oder schreiben (Modus \(mode)). `chmod 600` verhindert das."))
    }
    if info.st_nlink > 1 {
      throw WalletError(
        .vaultLinked,
        detail: .text(
          "It has \(info.st_nlink) names; each would have a log of its own, and one of them would be lost.",
          "Sie hat \(info.st_nlink) Namen; jeder hätte ein eigenes Journal, und eines davon ginge verloren."
        ))
    }
    if !readOnly && info.st_mode & S_IWUSR == 0 {
      throw WalletError(
        .vaultReadOnly,
        detail: .text(
          "The file's mode forbids writing.", "Der Modus der Datei verbietet das Schreiben."))
    }
    // SQLite would fail later without the reason.
    if !readOnly && access(path, W_OK) != 0 {
      throw WalletError(.vaultReadOnly, detail: systemError())
    }
    return Int64(info.st_size)
  }

  static func draftStart(_ path: String) -> String { path + ".new-" }

  static func connect(_ path: String, readOnly: Bool) throws(WalletError) -> Database {
    // The last connection copies the log into the file, so it must be able to write.
    let canWrite = !readOnly || isWritable(path)
    var flags = SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_URI
    flags |= canWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    // In a folder that cannot be written to, the log's index cannot be created. A file that nobody
    // writes to needs none.
    let isFrozen = !canWrite && access(folder(of: path), W_OK) != 0 && logSize(path) == 0
    let database = try open(
      "file:\(escaped(path))" + (isFrozen ? "?immutable=1" : ""), flags: flags)
    try database.configure(cacheKiB: 2048)
    if readOnly && canWrite { try database.execute("PRAGMA query_only=ON") }
    if !readOnly {
      try database.execute("PRAGMA synchronous=FULL; PRAGMA journal_size_limit=\(longestLog)")
    }
    return database
  }

  private static func open(_ address: String, flags: Int32) throws(WalletError) -> Database {
    guard let vfs = vaultfile_vfs() else { throw WalletError(.internalError) }
    return try Database(path: address, flags: flags, vfs: vfs)
  }

  /// The file's mode also applies to root.
  static func isWritable(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IWUSR != 0 && access(path, W_OK) == 0
      && access(folder(of: path), W_OK) == 0
  }

  /// In bytes; 0: there is no log.
  static func logSize(_ path: String) -> Int64 {
    var info = stat()
    return stat(path + "-wal", &info) == 0 ? Int64(info.st_size) : 0
  }

  /// In bytes. SQLite normally keeps its log at about half of this.
  static let longestLog: Int64 = 8 << 20

  /// Opens a file that is locked exclusively with the first access: to replace all of it, or for
  /// reading when there is no room on the disk for the log's index, which is then in memory. When
  /// it is only read, SQLite refuses writes, not the system, because an exclusive lock needs write
  /// access.
  static func connectExclusively(_ path: String, readOnly: Bool) throws(WalletError) -> Database {
    let database = try open(
      "file:\(escaped(path))",
      flags: SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_URI | SQLITE_OPEN_READWRITE)
    // Must come first, because other settings read the file.
    try database.execute("PRAGMA locking_mode=EXCLUSIVE")
    try database.configure(cacheKiB: 2048)
    try database.execute(readOnly ? "PRAGMA query_only=ON" : "PRAGMA synchronous=FULL")
    return database
  }

  static func folder(of path: String) -> String {
    guard let cut = path.lastIndex(of: "/") else { return "." }
    return cut == path.startIndex ? "/" : String(path[..<cut])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Opens the folder of a file. What is removed by this descriptor is in this folder, also if its
  /// name means another one meanwhile. The caller closes it.
  static func openFolder(of path: String) throws(WalletError) -> Int32 {
    let folder = Glibc.open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw creationError(path) }
    return folder
  }

  /// For a `file:` URI.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { result, character in
      switch character {
      case "%": result += "%25"
      case "?": result += "%3f"
      case "#": result += "%23"
      default: result.append(character)
      }
    }
  }

  /// A file could not be made, which need not be the vault.
  static func creationError(_ path: String) -> WalletError {
    let code = errno
    let detail = Reason.verbatim(path + ": " + String(cString: strerror(code)))
    switch code {
    case ENOSPC, EDQUOT: return WalletError(.diskFull, detail: detail)
    case EROFS, EACCES, EPERM:
      return WalletError(
        .vaultReadOnly,
        .text("Can't write \(name(of: path))", "\(name(of: path)) lässt sich nicht schreiben"),
        detail: detail,
        advice: .text(
          "Make the folder writable, or use another one.",
          "Machen Sie den Ordner beschreibbar, oder nehmen Sie einen anderen."))
    default: return WalletError(.diskFault, detail: detail)
    }
  }

  private static func systemError() -> Reason { .verbatim(String(cString: strerror(errno))) }
}
