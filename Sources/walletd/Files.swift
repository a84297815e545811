import Glibc
import Secrets
import WalletModel

/// Small files, read straight into locked memory.
enum Files {
  static func secret(_ path: String, firstLine: Bool = true) throws(WalletError) -> Secret {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw WalletError(
        .usage, "\(path) cannot be read", details: [String(cString: strerror(errno))])
    }
    defer { close(file) }
    return read(file, firstLine: firstLine)
  }

  static func read(_ file: Int32, firstLine: Bool) -> Secret {
    let secret = Secret(capacity: 16 * 1024)
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
      while Glibc.read(file, byte.baseAddress, 1) == 1 {
        if firstLine && byte[0] == UInt8(ascii: "\n") { break }
        guard secret.append(byte[0]) else { break }
      }
      byte[0] = 0
    }
    return secret.copy()
  }

  /// For what is no secret.
  static func text(_ path: String) throws(WalletError) -> String {
    try secret(path, firstLine: false).withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
