import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// A client's connection.
final class Connection: Sendable {
  private static let unlimited = Int64.max
  fileprivate let socket: Int32
  private let clock: MonotonicClock
  /// The client's address in digits.
  let address: String
  /// The network that limits apply to: an IPv4 address, or an IPv6 network of 64 bits.
  let network: String
  let reference: ServerReference
  /// The index of the daemon's thread that serves it.
  let thread: Int
  /// The last request that the cache of pages has answered. Only its thread uses it.
  nonisolated(unsafe) var known: KnownRequest?
  private let inRequest = Atomic(false)
  private let beingAnswered = Atomic(false)
  /// When the connection began, or its last answer ended: the nanoseconds of an instant.
  private let start: Atomic<Int64>

  fileprivate init(
    socket: Int32, _ peer: (address: String, network: String), thread: Int,
    _ reference: ServerReference, _ clock: MonotonicClock
  ) {
    self.socket = socket
    self.thread = thread
    self.reference = reference
    self.clock = clock
    start = Atomic(clock.now.nanoseconds)
    (address, network) = peer
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

  /// The request has ended. What arrives now is the next one.
  func requestEnded() {
    inRequest.store(false, ordering: .relaxed)
    beingAnswered.store(false, ordering: .relaxed)
    start.store(clock.now.nanoseconds, ordering: .relaxed)
  }

  /// The head of a request has arrived.
  func requestBegan() { inRequest.store(true, ordering: .relaxed) }

  /// Whether a head has arrived and its answer has not ended.
  var isInRequest: Bool { inRequest.load(ordering: .relaxed) }

  /// A whole request has arrived.
  func requestArrived() { beingAnswered.store(true, ordering: .relaxed) }

  /// Whether it has lasted, been silent or been in its handshake for too long.
  fileprivate func isTooSlow(
    _ limits: ConnectionTable.TimeLimits, _ now: MonotonicClock.Instant, _ sockets: Sockets
  ) -> Bool {
    let time = now - MonotonicClock.Instant(nanoseconds: start.load(ordering: .relaxed))
    return time > limits.request
      || time > limits.silence && !beingAnswered.load(ordering: .relaxed)
        && sockets.silence(socket).map { $0 > limits.silence } ?? false
      || time > limits.handshake && sockets.isInHandshake(socket)
  }

  /// An event stream may last.
  func exemptFromTimeLimit() { start.store(Connection.unlimited, ordering: .relaxed) }
}

/// What the system knows of the sockets of connections, and can do with them.
struct Sockets: Sendable {
  /// For how long the client has sent nothing; nil: unread bytes wait for us.
  var silence: @Sendable (Int32) -> Duration?
  var isInHandshake: @Sendable (Int32) -> Bool
  /// The daemon notices it and closes the socket.
  var shutDown: @Sendable (Int32) -> Void

  static let system = Sockets(
    silence: { socket in
      var unread: CInt = 0
      guard ioctl(socket, UInt(FIONREAD), &unread) == 0, unread == 0 else { return nil }
      var info = tcp_info()
      var length = socklen_t(MemoryLayout<tcp_info>.size)
      return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0
        ? .milliseconds(info.tcpi_last_data_recv) : nil
    },
    isInHandshake: { cmhd_in_handshake($0) != 0 },
    shutDown: { shutdown($0, Int32(SHUT_RDWR)) })
}

/// All connections, and how long they have lasted.
final class ConnectionTable: Sendable {
  private struct State {
    /// By socket.
    var connections: [Int32: Connection] = [:]
    /// The number of connections of each thread.
    var loads = [Int](repeating: 0, count: Int(CMHD_THREADS))

    mutating func remove(_ connection: Connection) {
      connections[connection.socket] = nil
      loads[connection.thread] -= 1
    }
  }
  private let state = Locked(State())
  private let clock: MonotonicClock
  private let sockets: Sockets

  /// - Parameter sockets: Tests replace the system.
  init(clock: MonotonicClock, sockets: Sockets = .system) {
    self.clock = clock
    self.sockets = sockets
  }

  var count: Int { state.withLock { $0.connections.count } }

  /// Adds a connection that was accepted, before the daemon has it. The thread with the fewest
  /// connections serves it.
  func add(
    socket: Int32, _ peer: (address: String, network: String), _ reference: ServerReference
  ) -> Connection {
    // A client that does not confirm data is disconnected after half a minute.
    var limit: CInt = 30_000
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<CInt>.size))
    return state.withLock { state in
      if let stale = state.connections[socket] { state.remove(stale) }
      let thread = state.loads.indices.min { state.loads[$0] < state.loads[$1] } ?? 0
      let connection = Connection(socket: socket, peer, thread: thread, reference, clock)
      state.connections[socket] = connection
      state.loads[thread] += 1
      return connection
    }
  }

  func find(_ socket: Int32) -> Connection? { state.withLock { $0.connections[socket] } }

  /// The client's address in digits.
  func address(of socket: Int32) -> String { find(socket)?.address ?? "" }

  /// The connections of one address.
  func count(of address: String) -> Int {
    state.withLock { $0.connections.values.count { $0.address == address } }
  }

  /// The TLS handshakes of one network that are not complete.
  func handshakes(of network: String) -> Int {
    state.withLock { state in
      state.connections.values.count {
        sockets.isInHandshake($0.socket) && $0.network == network
      }
    }
  }

  /// The daemon closes the socket afterwards. If the socket's number already belongs to another
  /// connection, that one stays.
  func remove(_ connection: Connection) {
    state.withLock { state in
      if state.connections[connection.socket] === connection { state.remove(connection) }
    }
  }

  /// How long a client may take.
  struct TimeLimits {
    let request: Duration
    let silence: Duration
    let handshake: Duration

    init(_ options: WalletServer.Options) {
      request = .seconds(options.requestSeconds)
      silence = .seconds(options.silenceSeconds)
      handshake = options.tls == nil ? request : .seconds(options.handshakeSeconds)
    }

    /// The time between two checks. A request is closed at most a tenth of its limit too late.
    var interval: Duration { min(request / 10, silence / 2, handshake / 5) }
  }

  /// Until the server ends, closes connections whose request takes too long, that are silent, or
  /// whose handshake does not complete.
  func startClosingSlow(_ limits: TimeLimits, until stopSignal: StopSignal) {
    startThread { while stopSignal.wait(limits.interval) { self.closeSlow(limits) } }
  }

  /// A silent client owes us bytes and has sent none. The daemon does the rest.
  func closeSlow(_ limits: TimeLimits) {
    let now = clock.now
    state.withLock { state in
      // Under the lock the socket cannot be closed and its number not be used again.
      for connection in state.connections.values
      where connection.isTooSlow(limits, now, sockets) {
        sockets.shutDown(connection.socket)
        connection.exemptFromTimeLimit()
      }
    }
  }
}
