import CMicroHTTPD
import Glibc
import Synchronization
import Threads
import WalletModel

/// A TCP socket that listens on one address.
struct ListeningSocket {
  let descriptor: Int32
  /// The port that it is bound to.
  let port: UInt16

  /// - Parameter address: An IPv4 or IPv6 address in digits.
  /// - Throws: `.usage` for another text, `.unavailable` when the address cannot be had.
  init(address: String, port: UInt16) throws(WalletError) {
    let bound = Self.withAddress(address, port) { Self.bind($0, $1) }
    guard let bound else {
      throw WalletError(.usage, .verbatim("The address to listen on must be an IP address"))
    }
    guard bound.descriptor >= 0 else {
      throw WalletError(
        .unavailable, .verbatim("Can't listen on \(address):\(port)"),
        detail: .verbatim(String(cString: strerror(bound.error))))
    }
    descriptor = bound.descriptor
    self.port = Self.port(of: descriptor)
  }

  /// nil: the text is not an address in digits.
  private static func withAddress<R>(
    _ text: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R? {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      return withUnsafePointer(to: &four) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard inet_pton(AF_INET6, text, &six.sin6_addr) == 1 else { return nil }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    return withUnsafePointer(to: &six) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  /// The descriptor; -1 and the system's error when the address cannot be had.
  private static func bind(_ address: UnsafePointer<sockaddr>, _ length: socklen_t)
    -> (descriptor: Int32, error: Int32)
  {
    let family = Int32(address.pointee.sa_family)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return (-1, errno) }
    var on: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    // A restart needs this. SO_REUSEPORT is not set: a second server would get half of the
    // connections.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size)
    }
    guard Glibc.bind(descriptor, address, length) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let error = errno
      close(descriptor)
      return (-1, error)
    }
    return (descriptor, 0)
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
      // Both families have the port in the same place.
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}

/// Accepts connections on a thread of its own and hands each to the daemon with the fewest. If
/// libmicrohttpd accepted connections itself, the first thread that wakes would take most of those
/// that arrive at once.
final class Acceptor: @unchecked Sendable {
  /// Connections at one time; others wait in the kernel's queue.
  static let mostConnections = 1024

  let port: UInt16
  private let listener: Int32
  private let daemons: [OpaquePointer]
  private let reference: ServerReference
  private let stopSignal: StopSignal
  private let threadEnd: StopSignal
  private let isStarted = Atomic(false)
  private let isStopped = Atomic(false)

  /// - Parameter daemons: One for each thread, in the order of `Connection.thread`.
  init(
    _ socket: ListeningSocket, _ daemons: [OpaquePointer], _ reference: ServerReference,
    clock: MonotonicClock
  ) {
    listener = socket.descriptor
    port = socket.port
    self.daemons = daemons
    self.reference = reference
    stopSignal = StopSignal(clock: clock)
    threadEnd = StopSignal(clock: clock)
  }

  func start() {
    isStarted.store(true, ordering: .sequentiallyConsistent)
    startThread { self.run() }
  }

  /// Closes the listening socket and returns when the thread has ended. May be called again.
  func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    stopSignal.end()
    // This ends `cmhd_accept` on the other thread.
    shutdown(listener, Int32(SHUT_RDWR))
    if isStarted.load(ordering: .sequentiallyConsistent) { threadEnd.wait() }
    close(listener)
  }

  private func run() {
    defer { threadEnd.end() }
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      if reference.connections.count >= Self.mostConnections {
        _ = stopSignal.wait(.milliseconds(10))
        continue
      }
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept($0, &length) }
      }
    }
  }

  private func accept(_ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t) {
    let socket = cmhd_accept(listener, address, &length)
    guard socket >= 0 else {
      // Without free descriptors or memory another attempt at once would fail too. Other errors
      // concern one connection, or come from `stop`.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
        _ = stopSignal.wait(.milliseconds(50))
      }
      return
    }
    let peer = Connection.peer(address)
    guard socket < CMHD_SOCKETS, mayConnect(peer.address), mayStartHandshake(peer.network) else {
      close(socket)
      return
    }
    cmhd_prepare(socket, reference.hasTLS ? 1 : 0)
    let connection = reference.connections.add(socket: socket, peer, reference)
    // The daemon closes the socket if it fails.
    if MHD_add_connection(daemons[connection.thread], socket, address, length) != .YES {
      reference.connections.remove(connection)
    }
  }

  private func mayConnect(_ address: String) -> Bool {
    reference.connections.count(of: address) < reference.connectionsPerAddress
  }

  /// Whether one more TLS handshake of that network may begin. At most a quarter of the connections
  /// that it may have can be in the handshake.
  private func mayStartHandshake(_ network: String) -> Bool {
    guard reference.hasTLS else { return true }
    let most = max(1, reference.connectionsPerAddress / 4)
    return reference.connections.handshakes(of: network) < most
  }
}
