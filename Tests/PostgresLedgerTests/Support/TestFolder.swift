import Foundation
import Glibc

/// Files of a test, which are removed with it.
final class TestFolder {
  let path: String

  init() throws { path = try SocketFolder.new() }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file that only its owner can read, and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let made = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard made else { throw SocketFolder.Failure(number: errno) }
    return file(name)
  }
}
