internal import Glibc
package import WalletModel

/// The file of a configuration, read and replaced as a whole.
///
/// A change is written to a new file in the same folder, which then takes the name: a reader gets
/// the old text or the new one. Links are followed only if they belong to the user.
package struct ConfigurationDisk: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The contents; nil: there is no file.
  package func read() throws(WalletError) -> [UInt8]? {
    let place = try place()
    guard let folder = Descriptor(open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      if errno == ENOENT { return nil }
      throw refusal(errno)
    }
    return try contents(of: place.name, in: folder)?.bytes
  }

  /// Puts `bytes` in the place of `old`, with the same permissions.
  ///
  /// - Parameter old: What was read; nil: there was no file.
  package func write(_ bytes: [UInt8], replacing old: [UInt8]?) throws(WalletError) {
    let place = try place()
    if old == nil { makeFolders(place.folder) }
    guard let folder = Descriptor(open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      throw refusal(errno)
    }
    let current = try contents(of: place.name, in: folder)
    guard current?.bytes == old else {
      throw refusal(
        .text("another program has changed it", "ein anderes Programm hat sie geändert"))
    }
    let temporary = ".\(place.name).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard
      let new = Descriptor(
        openat(
          folder.number, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    else { throw refusal(errno) }
    var isDone = false
    defer { if !isDone { unlinkat(folder.number, temporary, 0) } }
    if let current, fchmod(new.number, current.mode) != 0 { throw refusal(errno) }
    guard new.writeAll(bytes), fsync(new.number) == 0,
      renameat(folder.number, temporary, folder.number, place.name) == 0
    else { throw refusal(errno) }
    isDone = true
    fsync(folder.number)
  }

  // MARK: Reading

  private func contents(of name: String, in folder: borrowing Descriptor) throws(WalletError)
    -> (bytes: [UInt8], mode: mode_t)?
  {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = Descriptor(openat(folder.number, name, flags)) else {
      if errno == ENOENT { return nil }
      throw refusal(errno)
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw refusal(.text("it is not a plain file", "sie ist keine gewöhnliche Datei"))
    }
    guard status.st_uid == geteuid() else {
      throw refusal(.text("it belongs to somebody else", "sie gehört jemand anderem"))
    }
    guard status.st_size <= ConfigurationEdit.maxBytes else {
      throw refusal(.text("it is too long", "sie ist zu lang"))
    }
    guard let bytes = file.readAll(ConfigurationEdit.maxBytes) else { throw refusal(errno) }
    return (bytes, status.st_mode & 0o7777)
  }

  // MARK: Links and folders

  private static let maxLinks = 8

  /// The folder and the name of the file, behind the user's own links.
  private func place() throws(WalletError) -> (folder: String, name: String) {
    var path = path
    for _ in 0...Self.maxLinks {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return Self.split(path)
      }
      guard status.st_uid == geteuid() else {
        throw refusal(
          .text("it is a link of somebody else", "sie ist ein Link von jemand anderem"))
      }
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &target, target.count)
      guard count > 0 else { throw refusal(errno) }
      let link = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = link.hasPrefix("/") ? link : Self.split(path).folder + "/" + link
    }
    throw refusal(ELOOP)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let cut = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<cut])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: cut)...]))
  }

  /// Folders that are missing. That one cannot be made is said by what follows.
  private func makeFolders(_ folder: String) {
    var path = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }

  // MARK: Refusals

  private func refusal(_ reason: Reason) -> WalletError { ConfigurationEdit.refusal(path, reason) }

  private func refusal(_ error: Int32) -> WalletError {
    refusal(.verbatim(String(cString: strerror(error))))
  }
}

/// An open file. Closed with its owner.
private struct Descriptor: ~Copyable {
  let number: Int32

  /// nil: it could not be opened.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// nil: it cannot be read.
  borrowing func readAll(_ most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count <= most {
      let count = read(number, &part, part.count)
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
    errno = EFBIG
    return nil
  }

  borrowing func writeAll(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        pwrite(number, $0.baseAddress, $0.count, off_t(done))
      }
      if count < 0, errno != EINTR { return false }
      done += max(0, count)
    }
    return true
  }
}
