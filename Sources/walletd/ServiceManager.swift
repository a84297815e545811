import Glibc

/// Notifies the service manager of the server's state: sd_notify(3) without its library.
enum ServiceManager {
  /// - Parameter state: Lines such as `READY=1`. Does nothing without a service manager.
  static func notify(_ state: String) {
    guard let name = getenv("NOTIFY_SOCKET"), name[0] != 0 else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = strlen(name)
    guard length <= MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyMemory(from: UnsafeRawBufferPointer(start: name, count: length))
      // An abstract socket: its name begins with a zero.
      if path[0] == UInt8(ascii: "@") { path[0] = 0 }
    }
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    var text = state
    text.withUTF8 { bytes in
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(
            socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0,
            socklen_t(start + length))
        }
      }
    }
  }
}
