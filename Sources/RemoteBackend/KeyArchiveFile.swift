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
    guard let read = PrivateFile.contents(of: file, longest: Self.longest) else {
      if errno == EINVAL { throw KeyArchiveError.notAnArchive.walletError }
      throw notRead(errno)
    }
    return read.bytes
  }

  /// Writes a draft beside it and gives it its name when it is complete. When this returns, it is
  /// durable.
  ///
  /// - Returns: false: there is such a file, which stays.
  /// - Throws: `.keyArchive`
  package func write(_ bytes: [UInt8], overwrites: Bool) throws(WalletError) -> Bool {
    let (place, name) = PrivateFolder.split(path)
    guard let folder = PrivateFolder(open(place, PrivateFolder.flags)) else {
      throw notWritten(errno)
    }
    if folder.write(bytes, to: name, overwrites: overwrites) { return true }
    guard errno == EEXIST else { throw notWritten(errno) }
    return false
  }

  private func notRead(_ number: Int32) -> WalletError {
    WalletError(.keyArchive, detail: reason(number))
  }

  private func notWritten(_ number: Int32) -> WalletError {
    WalletError(
      .keyArchive, .text("The file can't be written", "Die Datei lässt sich nicht schreiben"),
      detail: reason(number),
      advice: .text("Choose another place.", "Wählen Sie einen anderen Ort."))
  }

  private func reason(_ number: Int32) -> Reason {
    number == ENOENT
      ? .text("there is no \(path)", "\(path) gibt es nicht")
      : .verbatim("\(path): \(String(cString: strerror(number)))")
  }
}
