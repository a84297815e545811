import Glibc
import WalletModel

/// A folder with files that only their owner can read. It is held by its descriptor: what is
/// written or removed is in this folder, even if its name means another one meanwhile.
package struct PrivateFolder: ~Copyable {
  /// The flags with which a folder is opened, and a new file.
  package static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  static let newFile = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW

  package let descriptor: Int32

  /// - Parameter descriptor: What opening the folder has returned. It is closed with this value.
  /// - Returns: nil: it was not opened, and `errno` says why.
  package init?(_ descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder of this absolute path. If it is missing, it is created first, with the
  /// folders above it.
  ///
  /// - Returns: nil: `errno` says why not.
  static func make(_ path: String) -> PrivateFolder? {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o700)
    }
    return PrivateFolder(open(path, flags))
  }

  /// The folder of a path, and the name in it.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// Makes the names of its files durable. False: `errno` says why not.
  func sync() -> Bool { fsync(descriptor) == 0 }

  /// Writes a file, which gets its name when it is complete. When this returns, it is durable.
  ///
  /// - Parameter overwrites: Whether it replaces a file of this name.
  /// - Returns: False: `errno` says why not. It is `EEXIST` if there is such a file, which stays.
  package func write(_ bytes: [UInt8], to name: String, overwrites: Bool = true) -> Bool {
    let draft = "\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    let file = openat(descriptor, draft, Self.newFile, 0o600)
    guard file >= 0 else { return false }
    let isWritten =
      Self.write(bytes, to: file) && fsync(file) == 0
      && (overwrites
        ? renameat(descriptor, draft, descriptor, name) == 0 : add(name, to: draft))
      && sync()
    let reason = errno
    remove(draft, of: file)
    close(file)
    errno = reason
    return isWritten
  }

  /// Gives a file a second name, or only this one where there are no links (FAT, exFAT).
  ///
  /// - Returns: False: `errno` says why not. It is `EEXIST` if there is a file of this name.
  func add(_ name: String, to old: String, hasLinks: Bool = true) -> Bool {
    if hasLinks, linkat(descriptor, old, descriptor, name, 0) == 0 { return true }
    // An empty file takes the name first, because `renameat` would replace another one.
    let file = openat(descriptor, name, Self.newFile, 0o600)
    guard file >= 0 else { return false }
    let isRenamed = renameat(descriptor, old, descriptor, name) == 0
    let reason = errno
    if !isRenamed { remove(name, of: file) }
    close(file)
    errno = reason
    return isRenamed
  }

  /// Removes a name if it still means this open file, or this open and empty folder.
  ///
  /// - Returns: Whether it was removed.
  @discardableResult
  package func remove(_ name: String, of file: Int32) -> Bool {
    var (named, own) = (stat(), stat())
    guard fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0, fstat(file, &own) == 0,
      (named.st_dev, named.st_ino) == (own.st_dev, own.st_ino)
    else { return false }
    return unlinkat(descriptor, name, own.st_mode & S_IFMT == S_IFDIR ? AT_REMOVEDIR : 0) == 0
  }

  /// The same for a path.
  package static func remove(path: String, of file: Int32) {
    let (place, name) = split(path)
    if let folder = PrivateFolder(open(place, flags)) { folder.remove(name, of: file) }
  }

  /// Writes all bytes to an open file. False: `errno` says why not.
  static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The error for a file that cannot be written, by `errno`.
func diskError() -> ErrorCode {
  errno == ENOSPC || errno == EDQUOT ? .diskFull : .diskFault
}

/// The time of the wall clock.
func wallTime() -> Timestamp {
  var wall = timespec()
  clock_gettime(CLOCK_REALTIME, &wall)
  return Timestamp(milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000)
}
