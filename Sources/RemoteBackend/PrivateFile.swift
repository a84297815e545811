import Glibc
package import WalletModel

/// A small file that only its owner can read. It is replaced as a whole, and is never a link.
package struct PrivateFile: Sendable {
  /// Absolute. The folder is created with the first write.
  package let path: String
  /// A longer file is not read.
  let longest: Int

  package init(path: String, longest: Int) {
    self.path = path
    self.longest = longest
  }

  /// Tells a file from one that replaced or changed it.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
    fileprivate let size: Int
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int

    fileprivate init(_ info: stat) {
      device = UInt64(info.st_dev)
      inode = UInt64(info.st_ino)
      size = Int(info.st_size)
      seconds = info.st_mtim.tv_sec
      nanoseconds = info.st_mtim.tv_nsec
    }
  }

  /// nil: there is no file.
  ///
  /// - Throws: `.diskFault` if it cannot be read, is too long, or is a link or another thing.
  package func read() throws(WalletError) -> (bytes: [UInt8], identity: Identity)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0 && errno == ENOENT { return nil }
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw failure() }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid(), info.st_size <= longest else {
      errno = EINVAL
      throw failure()
    }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw failure() }
      if count == 0 { break }
      start += count
    }
    return (Array(bytes[..<start]), Identity(info))
  }

  /// Replaces it. When this returns, it is durable.
  package func replace(_ bytes: [UInt8]) throws(WalletError) {
    folder.make()
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    guard PrivateFolder.write(bytes, to: file), fsync(file) == 0, rename(draft, path) == 0,
      folder.sync()
    else {
      let error = failure()
      unlink(draft)
      throw error
    }
  }

  /// Runs `body` while no other process does, for the same path.
  func alone<R>(_ body: () throws(WalletError) -> R) throws(WalletError) -> R {
    folder.make()
    let file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure() }
    }
    return try body()
  }

  /// Gives the file another name, which no file has.
  func setAside() throws(WalletError) -> String {
    for number in 1...1000 {
      let name = "\(path).old-\(number)"
      // Unlike `rename`, this never replaces a file.
      if link(path, name) == 0 {
        guard unlink(path) == 0, folder.sync() else { throw failure() }
        return name
      }
      guard errno == EEXIST else { throw failure() }
    }
    throw failure()
  }

  private var folder: PrivateFolder {
    PrivateFolder(path: path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 })
  }

  private func failure() -> WalletError {
    WalletError(diskError(), details: [.verbatim("\(path): \(String(cString: strerror(errno)))")])
  }
}
