import CSQLite
import CVaultFile
import Glibc
import WalletModel

/// A new file that only its owner can read, while it is written.
struct OwnFile {
  private let descriptor: Int32
  private let path: String

  /// When this returns, the file is on the disk. If it fails, there is no file.
  ///
  /// - Throws: `.usage` if there is a file with this name, and errors of the disk.
  static func create(_ path: String, _ fill: (OwnFile) throws(WalletError) -> Void)
    throws(WalletError)
  {
    let folder = try VaultFile.openFolder(of: path)
    defer { close(folder) }
    let name = VaultFile.name(of: path)
    let flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_WRONLY
    let descriptor = openat(folder, name, flags, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw exists(path) }
      throw VaultFile.creationError(path)
    }
    defer { close(descriptor) }
    do throws(WalletError) {
      try fill(OwnFile(descriptor: descriptor, path: path))
      guard fsync(descriptor) == 0 else { throw VaultFile.creationError(path) }
    } catch {
      unlinkat(folder, name, 0)
      throw error
    }
    fsync(folder)
  }

  static func exists(_ path: String) -> WalletError {
    WalletError(
      .usage,
      detail: .text("\(path) is there already", "\(path) gibt es schon"),
      advice: .text("Use another name.", "Nehmen Sie einen anderen Namen."))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(WalletError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw VaultFile.creationError(path) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }
}

extension Database {
  /// Copies the file's bytes as they are, with their mark and without its log. It is read through
  /// SQLite's own descriptor: closing another one would release SQLite's locks.
  func copyBytes(to path: String) throws(WalletError) {
    var opened: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", Int32(VAULTFILE_SYSTEM), &opened) == SQLITE_OK,
      let opened, let methods = opened.pointee.pMethods?.pointee, let read = methods.xRead,
      let measure = methods.xFileSize
    else { throw WalletError(.diskFault) }
    var size: Int64 = 0
    let code = measure(opened, &size)
    guard code == SQLITE_OK else { throw failure(code) }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { block.deallocate() }
    try OwnFile.create(path) { file throws(WalletError) in
      var done: Int64 = 0
      while done < size {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: block[..<Int(min(Int64(block.count), size - done))])
        let code = read(opened, part.baseAddress, Int32(part.count), done)
        guard code == SQLITE_OK else { throw failure(code) }
        try file.write(UnsafeRawBufferPointer(part))
        done += Int64(part.count)
      }
    }
  }
}

extension VaultFile {
  /// Copies a file that SQLite does not lock, such as a log.
  static func copyBytes(_ path: String, to copy: String) throws(WalletError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw creationError(path) }
    defer { close(descriptor) }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { block.deallocate() }
    try OwnFile.create(copy) { file throws(WalletError) in
      while true {
        let count = read(descriptor, block.baseAddress, block.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw creationError(path) }
        if count == 0 { return }
        try file.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
      }
    }
  }
}
