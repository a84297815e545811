import Glibc
import WalletService

/// The id by which servers recognise this installation: random, created once and kept in the state
/// folder. It is not secret. A sign-in is bound to it.
package enum DeviceID {
  /// If there is no folder for it, a new id is created each time.
  package static func forInstallation() -> String {
    let new = IdempotencyKey.make()
    guard let path = StandardPaths.device,
      (try? WalletOpener.makeFolder(of: path)) != nil
    else { return new }
    if let known = read(path) { return known }
    let draft = path + "." + new
    // The complete file is moved to its place. If two programs start at once, the first one wins.
    guard write(new + "\n", to: draft) else { return new }
    let isFirst = link(draft, path) == 0
    defer { unlink(draft) }
    if isFirst { return new }
    if let known = read(path) { return known }
    // The existing file does not contain a valid id.
    rename(draft, path)
    return new
  }

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 33)
    guard Glibc.read(file, &bytes, bytes.count) == bytes.count, bytes.popLast() == 0x0a,
      bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let bytes = Array(text.utf8)
    return Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
  }
}
