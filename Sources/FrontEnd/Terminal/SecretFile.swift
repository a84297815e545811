import Glibc
package import Secrets
import TextLayout
import VaultLedger
package import WalletModel
package import Words

/// Reads secrets from a file, a named pipe or standard input (`-`), byte by byte into locked
/// memory.
package enum SecretFile {
  /// The longest passphrase, in bytes.
  package static let longest = 1024

  /// Digits on the first line: a code, a number, a CVV or a PIN.
  package static func digits(of path: String, what: Reason, _ words: Words) throws(WalletError)
    -> Secret
  {
    try firstLine(of: path, what: what, words).removingSeparators()
  }

  /// The first line, without its line end. An empty one is refused.
  ///
  /// - Parameter what: What the file holds, for errors.
  package static func firstLine(of path: String, what: Reason, _ words: Words) throws(WalletError)
    -> Secret
  {
    let descriptor =
      path == "-"
      ? dup(Streams.current.input) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(path, what, errno) }
    defer { close(descriptor) }
    if isOpenToOthers(descriptor) {
      Output.note("walletui: " + words.vault.othersCanRead(Text.clean(path)))
    }
    let secret = Secret(capacity: longest)
    while let byte = try next(descriptor, path, what) {
      if byte == 0x0a { break }
      guard secret.append(byte) else {
        throw WalletError.usage(
          "the \(what.english) in the file is too long", "in der Datei zu lang: \(what.german)")
      }
    }
    // The line may end with a carriage return, too.
    if secret.withBytes({ $0.last == 0x0d }) { secret.removeLast() }
    // A key needs no guessing, so a file with one that others can read is of no use.
    if KeyFile.isKey(secret), isOpenToOthers(descriptor) {
      secret.wipe()
      throw WalletError.usage(
        "others can read the key file \(Text.clean(path))",
        "andere können die Schlüsseldatei \(Text.clean(path)) lesen",
        advice: .text(
          "Close it with `chmod 600`. If somebody may have read it, make a new one: `walletui vault passwd`.",
          "`chmod 600` verhindert das. Hat sie vielleicht jemand gelesen, legen Sie eine neue an: `walletui vault passwd`."
        ))
    }
    if secret.isEmpty {
      throw WalletError.usage(
        "the first line of the \(what.english) file is empty",
        "die erste Zeile der Datei ist leer: \(what.german)",
        advice: .text(
          "Put the \(what.english) on the first line of the file.",
          "In die erste Zeile der Datei gehört: \(what.german)."))
    }
    return secret
  }

  private static func next(_ descriptor: Int32, _ path: String, _ what: Reason)
    throws(WalletError) -> UInt8?
  {
    var byte: UInt8 = 0
    defer { withUnsafeMutableBytes(of: &byte) { $0[0] = 0 } }
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno != EINTR { throw unreadable(path, what, errno) }
    }
  }

  private static func isOpenToOthers(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & 0o077 != 0
  }

  private static func unreadable(_ path: String, _ what: Reason, _ number: Int32) -> WalletError {
    let reason = String(cString: strerror(number))
    return WalletError.usage(
      "can't read the \(what.english) file \(Text.clean(path)): \(reason)",
      "\(what.german) nicht lesbar aus der Datei \(Text.clean(path)): \(reason)",
      advice: .text("Check the file's name and mode.", "Prüfen Sie Namen und Modus der Datei."))
  }
}
