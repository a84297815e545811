import RemoteBackend
import WalletModel
import WalletService

/// The id by which servers recognise this installation: random, created once and kept in the state
/// folder. It is not secret. A sign-in is bound to it.
package enum DeviceID {
  /// If the file cannot be read or written, a new id is created each time.
  package static func forInstallation() -> String {
    let new = IdempotencyKey.make()
    guard let path = StandardPaths.device else { return new }
    let file = PrivateFile(path: path, longest: 1024)
    let bytes = Array((new + "\n").utf8)
    do throws(WalletError) {
      if let known = try read(file) { return known }
      // If two programs start at once, the first one wins.
      if try file.create(bytes) { return new }
      if let known = try read(file) { return known }
      // The existing file does not contain a valid id.
      try file.replace(bytes)
    } catch {}
    return new
  }

  private static func read(_ file: PrivateFile) throws(WalletError) -> String? {
    guard var bytes = try file.read()?.bytes, bytes.count == 33, bytes.popLast() == 0x0a,
      bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
