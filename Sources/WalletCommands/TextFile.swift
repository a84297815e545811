import Glibc
import TextLayout
import WalletModel

/// Reads files that the command line names and that have no secrets.
enum TextFile {
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - longest: At most one byte more is returned, which shows that the file is too long.
  /// - Throws: `.usage` if it cannot be read.
  static func bytes(of path: String, longest: Int) throws(WalletError) -> [UInt8] {
    let isInput = path == "-"
    let file = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
    defer { if !isInput { close(file) } }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= longest {
      let count = read(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return Array(bytes.prefix(longest + 1))
  }

  private static func unreadable(_ path: String, _ reason: String) -> WalletError {
    WalletError(
      .usage,
      details: [
        .text(
          "can't read \(Text.clean(path)): \(reason)",
          "\(Text.clean(path)) nicht lesbar: \(reason)")
      ])
  }
}
