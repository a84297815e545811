import FrontEnd
import Glibc
import Secrets
import WalletModel
import WalletService
import WalletUI

/// Files with the keys of a device, under a passphrase (F08). Only their owner can read them, and a
/// file that is there is replaced only if that was asked.
enum KeyFile {
  /// More is no file of keys.
  static let largest = 64 << 10

  static func handle(_ request: KeyFileRequest, _ service: VirtualCardService)
    async throws(WalletError) -> KeyFileAnswer
  {
    switch request {
    case .export(let path, let passphrase, let overwrites):
      defer { passphrase.wipe() }
      let path = StandardPaths.expanded(path)
      // Deriving the key takes a second, which is not spent for a file that stays.
      if !overwrites, exists(path) { return .exists }
      let keys = try await service.keys()
      let archive = try await service.exportKeys(passphrase: passphrase)
      return try write(archive, to: path, overwrites: overwrites)
        ? .exported(keys.count) : .exists
    case .restore(let path, let passphrase):
      defer { passphrase.wipe() }
      let archive = try read(StandardPaths.expanded(path))
      return .restored(try await service.importKeys(archive, passphrase: passphrase))
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a draft beside it and gives it its name when it is complete.
  ///
  /// - Returns: false: there is such a file, which stays.
  static func write(_ bytes: [UInt8], to path: String, overwrites: Bool)
    throws(WalletError) -> Bool
  {
    let draft = "\(path).\(IdempotencyKey.make())"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw notWritten(errno) }
    defer { unlink(draft) }
    let count = Glibc.write(file, bytes, bytes.count)
    let isWritten = count == bytes.count && fsync(file) == 0
    let problem = count >= 0 && count < bytes.count ? ENOSPC : errno
    close(file)
    guard isWritten else { throw notWritten(problem) }
    if overwrites {
      guard rename(draft, path) == 0 else { throw notWritten(errno) }
      return true
    }
    if link(draft, path) == 0 { return true }
    if errno == EEXIST { return false }
    throw notWritten(errno)
  }

  static func read(_ path: String) throws(WalletError) -> [UInt8] {
    // Opening a named pipe does not wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw notRead(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw notRead(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
      throw WalletError(
        .keyArchive,
        details: [.text("it is another kind of file", "es ist eine Datei anderer Art")])
    }
    var bytes = [UInt8](repeating: 0, count: largest + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw notRead(errno) }
      if got == 0 { break }
      count += got
    }
    guard count <= largest else {
      throw WalletError(
        .keyArchive,
        details: [.text("it is another kind of file", "es ist eine Datei anderer Art")])
    }
    return Array(bytes[..<count])
  }

  private static func notRead(_ number: Int32) -> WalletError {
    WalletError(.keyArchive, details: [.verbatim(String(cString: strerror(number)))])
  }

  private static func notWritten(_ number: Int32) -> WalletError {
    WalletError(
      .keyArchive, .text("The file can't be written", "Die Datei lässt sich nicht schreiben"),
      details: [.verbatim(String(cString: strerror(number)))],
      advice: .text("Choose another place.", "Wählen Sie einen anderen Ort."))
  }
}
