import DeviceKeys
import Glibc
package import WalletModel
import WalletService

/// A file with the keys of a device under a passphrase (F08), wherever a person wants it. Only its
/// owner can read what is written.
package struct KeyArchiveFile: Sendable {
  package let path: String
  /// Room for any archive.
  private static let longest = 2 * KeyArchive.maximumCount

  package init(_ path: String) { self.path = path }

  /// Whether there is such a file, or a link of this name.
  package var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The bytes, whose content is not checked.
  ///
  /// - Throws: `.keyArchive` if there is no such file, or it cannot be read, or is no file of keys.
  package func read() throws(WalletError) -> [UInt8] {
    // Opening a named pipe does not wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw notRead(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw notRead(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longest else {
      throw KeyArchiveError.notAnArchive.walletError
    }
    var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
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
    guard count <= Self.longest else { throw KeyArchiveError.notAnArchive.walletError }
    return Array(bytes[..<count])
  }

  /// Writes a draft beside it and gives it its name when it is complete. When this returns, it is
  /// durable.
  ///
  /// - Returns: false: there is such a file, which stays.
  /// - Throws: `.keyArchive`
  package func write(_ bytes: [UInt8], overwrites: Bool) throws(WalletError) -> Bool {
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw notWritten(errno) }
    defer { unlink(draft) }
    defer { close(file) }
    guard PrivateFolder.write(bytes, to: file), fsync(file) == 0 else { throw notWritten(errno) }
    // Unlike `rename`, `link` never replaces a file.
    guard (overwrites ? rename(draft, path) : link(draft, path)) == 0 else {
      if errno == EEXIST { return false }
      throw notWritten(errno)
    }
    guard folder.sync() else { throw notWritten(errno) }
    return true
  }

  private var folder: PrivateFolder {
    guard let slash = path.lastIndex(of: "/") else { return PrivateFolder(path: ".") }
    return PrivateFolder(path: slash == path.startIndex ? "/" : String(path[..<slash]))
  }

  private func notRead(_ number: Int32) -> WalletError {
    WalletError(.keyArchive, details: [reason(number)])
  }

  private func notWritten(_ number: Int32) -> WalletError {
    WalletError(
      .keyArchive, .text("The file can't be written", "Die Datei lässt sich nicht schreiben"),
      details: [reason(number)],
      advice: .text("Choose another place.", "Wählen Sie einen anderen Ort."))
  }

  private func reason(_ number: Int32) -> Reason {
    number == ENOENT
      ? .text("there is no \(path)", "\(path) gibt es nicht")
      : .verbatim("\(path): \(String(cString: strerror(number)))")
  }
}
