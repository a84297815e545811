import Glibc
import Testing

/// A port of this machine on which nobody listens, and which nobody else gets: a server of another
/// test would answer there.
final class HeldPort {
  private let socket: Int32

  /// - Parameter url: An address whose server has just ended.
  init(of url: String) throws {
    let number = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var isReused: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // The server's last connections may not be over yet.
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    isReused = 0
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, size)
    try #require(isBound, "port \(number)")
  }

  deinit { close(socket) }
}
