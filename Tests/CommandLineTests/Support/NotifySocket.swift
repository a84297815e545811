import Foundation
import Testing

@testable import CommandTesting

/// A folder for a socket, which is removed with the test. Its path is short whatever TMPDIR is: the
/// path of a socket has at most 107 bytes.
final class SocketFolder {
  private let path: String

  init() throws {
    let places = [NSTemporaryDirectory(), "/var/tmp"].map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    let place = try #require(places.min { $0.utf8.count < $1.utf8.count })
    var name = Array((place + "wXXXXXX").utf8CString)
    let isMade = mkdtemp(&name) != nil
    try #require(isMade, "no folder can be made in \(place)")
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of the socket.
  var socket: String { path + "/s" }
}

/// The socket of a service manager.
final class NotifySocket {
  let name: String
  private let descriptor: Int32

  /// - Parameter name: A path, or `@` and a name without a file.
  init(_ name: String) throws {
    self.name = name
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    try #require(name.utf8.count < room, "the path of the socket is too long: \(name)")
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array(name.utf8))
      if name.hasPrefix("@") { $0[0] = 0 }
    }
    let length = socklen_t(2 + name.utf8.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try #require(bound == 0)
  }

  deinit { close(descriptor) }

  /// Waits for the next message.
  func next() throws -> String {
    try #require(canRead(descriptor), "nothing was told")
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
