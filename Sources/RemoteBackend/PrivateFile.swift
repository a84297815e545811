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

  /// Distinguishes a file from one that replaced or changed it.
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
    if let found = Self.contents(of: path, in: AT_FDCWD, longest: longest) { return found }
    if errno == ENOENT { return nil }
    throw failure()
  }

  /// A file of the user in an open folder.
  ///
  /// - Returns: nil: `errno` says why not. It is `EINVAL` if the file is too long or another thing.
  package static func contents(of name: String, in folder: Int32, longest: Int)
    -> (bytes: [UInt8], identity: Identity)?
  {
    let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let (bytes, info) = contents(of: file, longest: longest) else { return nil }
    guard info.st_uid == geteuid() else {
      errno = EINVAL
      return nil
    }
    return (bytes, Identity(info))
  }

  /// The same for an open file of any owner.
  static func contents(of file: Int32, longest: Int) -> (bytes: [UInt8], info: stat)? {
    var info = stat()
    guard fstat(file, &info) == 0 else { return nil }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_size <= longest else {
      errno = EINVAL
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      start += count
    }
    return (Array(bytes[..<start]), info)
  }

  /// Replaces it. When this returns, it is durable.
  package func replace(_ bytes: [UInt8]) throws(WalletError) {
    guard try folder().write(bytes, to: name) else { throw failure() }
  }

  /// Creates it. When this returns, it is durable.
  ///
  /// - Returns: False: there is such a file, which stays.
  package func create(_ bytes: [UInt8]) throws(WalletError) -> Bool {
    if try folder().write(bytes, to: name, overwrites: false) { return true }
    guard errno == EEXIST else { throw failure() }
    return false
  }

  /// Runs `body` while no other process does, for the same path.
  package func alone<R>(_ body: () throws(WalletError) -> R) throws(WalletError) -> R {
    let folder = try folder()
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = openat(folder.descriptor, name + ".lock", flags, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure() }
    }
    return try body()
  }

  /// Gives the file another name, which no file has.
  func setAside() throws(WalletError) -> String {
    let folder = try folder()
    for number in 1...1000 {
      let end = ".old-\(number)"
      if folder.add(name + end, to: name) {
        let isGone = unlinkat(folder.descriptor, name, 0) == 0 || errno == ENOENT
        guard isGone, folder.sync() else { throw failure() }
        return path + end
      }
      guard errno == EEXIST else { throw failure() }
    }
    throw failure()
  }

  private var name: String { PrivateFolder.split(path).name }

  private func folder() throws(WalletError) -> PrivateFolder {
    guard let folder = PrivateFolder.make(PrivateFolder.split(path).folder) else { throw failure() }
    return folder
  }

  private func failure() -> WalletError {
    WalletError(diskError(), detail: .verbatim("\(path): \(String(cString: strerror(errno)))"))
  }
}
