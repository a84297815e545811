import Threads
import CMicroHTTPD
import Glibc
import Synchronization

/// A connection, from its first byte to its last.
final class Visit: Sendable {
  private static let unlimited = Int64.max
  fileprivate let socket: Int32
  /// Whose it is, in digits.
  let address: String
  /// What counts as one place: an IPv4 address, or an IPv6 network of 64 bits.
  let network: String
  let door: Door
  private let asking = Atomic(false)
  private let beingAnswered = Atomic(false)
  /// When it began, or answered last.
  fileprivate let start = Atomic(monotonicMicroseconds())

  fileprivate init(socket: Int32, _ door: Door) {
    self.socket = socket
    self.door = door
    (address, network) = Self.peer(of: socket)
  }

  private static func peer(of socket: Int32) -> (address: String, network: String) {
    var six = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let family = withUnsafeMutablePointer(to: &six) { six in
      six.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(socket, $0, &length) == 0 ? Int32($0.pointee.sa_family) : AF_UNSPEC
      }
    }
    if family == AF_INET {
      let text = withUnsafePointer(to: &six) { six in
        six.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          digits(AF_INET, $0.pointee.sin_addr)
        }
      }
      return (text, text)
    }
    guard family == AF_INET6 else { return ("", "") }
    let text = digits(AF_INET6, six.sin6_addr)
    withUnsafeMutableBytes(of: &six.sin6_addr) { for place in 8..<16 { $0[place] = 0 } }
    return (text, digits(AF_INET6, six.sin6_addr))
  }

  private static func digits<A>(_ family: Int32, _ address: A) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    return withUnsafeBytes(of: address) {
      inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)).map { String(cString: $0) }
        ?? ""
    }
  }

  /// The request is over. What comes now is the next one.
  func startAnew() {
    asking.store(false, ordering: .relaxed)
    beingAnswered.store(false, ordering: .relaxed)
    start.store(monotonicMicroseconds(), ordering: .relaxed)
  }

  /// A request's head is here.
  func begin() { asking.store(true, ordering: .relaxed) }

  /// Between a request's head and the end of its answer.
  var isAsking: Bool { asking.load(ordering: .relaxed) }

  /// A whole request is here.
  func answer() { beingAnswered.store(true, ordering: .relaxed) }

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

  /// A stream of news may last.
  func mayLast() { start.store(Visit.unlimited, ordering: .relaxed) }
}

/// Who is connected, and for how long.
final class Visits: Sendable {
  private let all = Locked<[ObjectIdentifier: Visit]>([:])

  var count: Int { all.withLock { $0.count } }

  func begin(socket: Int32, _ door: Door) -> Visit {
    // News that a peer does not confirm: after half a minute the peer counts as gone.
    var limit: CInt = 30_000
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<CInt>.size))
    let visit = Visit(socket: socket, door)
    all.withLock { $0[ObjectIdentifier(visit)] = visit }
    return visit
  }

  /// Where it comes from, in digits.
  func address(of socket: Int32) -> String {
    all.withLock { $0.values.first { $0.socket == socket }?.address ?? "" }
  }

  /// The daemon closes the socket after this.
  func end(_ visit: Visit) { all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(visit)) } }

  /// Ends those that have been at one request for longer than `limit` microseconds, and those that
  /// owe us bytes and sent none for `silence`. The daemon finds their sockets shut and does the rest.
  func endSlow(_ limit: Int64, silence: Int64) {
    let now = monotonicMicroseconds()
    all.withLock { all in
      // Under the lock: nobody closes the socket, and no other connection has its number.
      for visit in all.values {
        let start = visit.start.load(ordering: .relaxed)
        guard start < now - limit || start < now - silence && visit.isSilent(silence) else {
          continue
        }
        shutdown(visit.socket, Int32(SHUT_RDWR))
        visit.mayLast()
      }
    }
  }
}
