import FoundationEssentials
import Glibc
import Testing

/// A folder that is removed with its files at the end.
final class TemporaryFolder: Sendable {
  let path: String

  /// How every PNG file begins.
  static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  init() {
    let place = FileManager.default.temporaryDirectory.path
    var template = Array("\(place)/walletui-scan-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    try #require(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
    return "\(path)/\(name)"
  }

  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }
}
