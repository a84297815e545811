import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// A connection, from its first byte to its last.
final class Connection: Sendable {
  private static let unlimited = Int64.max
  fileprivate let socket: Int32
  /// Whose it is, in digits.
  let address: String
  /// What counts as one place: an IPv4 address, or an IPv6 network of 64 bits.
  let network: String
  let reference: ServerReference
  private let inRequest = Atomic(false)
  private let beingAnswered = Atomic(false)
  /// When it began, or answered last.
  fileprivate let start = Atomic(monotonicMicroseconds())

  fileprivate init(socket: Int32, _ reference: ServerReference) {
    self.socket = socket
    self.reference = reference
    (address, network) = Self.peer(of: socket)
  }

  private static func peer(of socket: Int32) -> (address: String, network: String) {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(socket, $0, &length) == 0 ? peer($0) : ("", "")
      }
    }
  }

  static func peer(_ address: UnsafePointer<sockaddr>) -> (address: String, network: String) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let text = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        digits(AF_INET, $0.pointee.sin_addr)
      }
      return (text, text)
    case AF_INET6:
      var six = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        $0.pointee.sin6_addr
      }
      let text = digits(AF_INET6, six)
      withUnsafeMutableBytes(of: &six) { for place in 8..<16 { $0[place] = 0 } }
      return (text, digits(AF_INET6, six))
    default: return ("", "")
    }
  }

  private static func digits<A>(_ family: Int32, _ address: A) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    return withUnsafeBytes(of: address) {
      inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)).map { String(cString: $0) }
        ?? ""
    }
  }

  /// The request is over. What comes now is the next one.
  func requestEnded() {
    inRequest.store(false, ordering: .relaxed)
    beingAnswered.store(false, ordering: .relaxed)
    start.store(monotonicMicroseconds(), ordering: .relaxed)
  }

  /// A request's head is here.
  func requestBegan() { inRequest.store(true, ordering: .relaxed) }

  /// Between a request's head and the end of its answer.
  var isInRequest: Bool { inRequest.load(ordering: .relaxed) }

  /// A whole request is here.
  func requestArrived() { beingAnswered.store(true, ordering: .relaxed) }

  /// Whether we wait for the peer, and nothing came for that many microseconds.
  fileprivate func isSilent(_ limit: Int64) -> Bool {
    if beingAnswered.load(ordering: .relaxed) { return false }
    // What lies there unread waits for us.
    var unread: CInt = 0
    guard ioctl(socket, UInt(FIONREAD), &unread) == 0, unread == 0 else { return false }
    var info = tcp_info()
    var length = socklen_t(MemoryLayout<tcp_info>.size)
    return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0
      && Int64(info.tcpi_last_data_recv) * 1000 > limit
  }

  fileprivate var isInHandshake: Bool { cmhd_in_handshake(socket) != 0 }

  /// A stream of news may last.
  func exemptFromTimeLimit() { start.store(Connection.unlimited, ordering: .relaxed) }
}

/// Who is connected, and for how long.
final class ConnectionTable: Sendable {
  /// By socket.
  private let all = Locked<[Int32: Connection]>([:])

  var count: Int { all.withLock { $0.count } }

  func add(socket: Int32, _ reference: ServerReference) -> Connection {
    // News that a peer does not confirm: after half a minute the peer counts as gone.
    var limit: CInt = 30_000
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<CInt>.size))
    let connection = Connection(socket: socket, reference)
    all.withLock { $0[socket] = connection }
    return connection
  }

  /// Where it comes from, in digits.
  func address(of socket: Int32) -> String { all.withLock { $0[socket]?.address ?? "" } }

  /// TLS handshakes of one network that have not come to their end.
  func handshakes(of network: String) -> Int {
    all.withLock { $0.values.count { $0.isInHandshake && $0.network == network } }
  }

  /// The daemon closes the socket after this.
  func remove(_ connection: Connection) {
    all.withLock { _ = $0.removeValue(forKey: connection.socket) }
  }

  /// Ends those that have been at one request for longer than `limit` microseconds, those that owe us
  /// bytes and sent none for `silence`, and TLS handshakes that take longer than `handshake`. The
  /// daemon finds their sockets shut and does the rest.
  func closeSlow(_ limit: Int64, silence: Int64, handshake: Int64) {
    let now = monotonicMicroseconds()
    all.withLock { all in
      // Under the lock: nobody closes the socket, and no other connection has its number.
      for connection in all.values {
        let start = connection.start.load(ordering: .relaxed)
        guard
          start < now - limit || start < now - silence && connection.isSilent(silence)
            || start < now - handshake && connection.isInHandshake
        else { continue }
        shutdown(connection.socket, Int32(SHUT_RDWR))
        connection.exemptFromTimeLimit()
      }
    }
  }
}

extension WalletServer {
  /// Of the connections that one network may have, so many may be in the handshake at once: a quarter.
  private var mostHandshakes: Int { max(1, options.connectionsPerAddress / 4) }

  /// Whether there is room for one more handshake of that address. Several threads ask at once, so a
  /// few more than the limit may begin.
  func mayStartHandshake(_ address: UnsafePointer<sockaddr>) -> Bool {
    options.tls == nil
      || connections.handshakes(of: Connection.peer(address).network) < mostHandshakes
  }
}
