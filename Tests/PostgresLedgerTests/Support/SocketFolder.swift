import Glibc

/// Folders for the socket of a server.
enum SocketFolder {
  struct Failure: Error { let number: Int32 }

  /// A new folder. The path of a socket has to be short, so `TMPDIR` is not used.
  static func new() throws -> String {
    var path = Array("/tmp/walletpg.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw Failure(number: errno) }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
