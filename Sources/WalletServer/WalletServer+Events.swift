import CMicroHTTPD
import Glibc
import Issuer
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// `GET /events`: server-sent events.
extension WalletServer {
  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    listeners.publish(events, to: customer)
  }

  func listen(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    exchange.route = WireNews.path
    let listener: EventListener
    do throws(WalletError) {
      let context = try signedIn(exchange, connection)
      guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
      if let seconds = limit.take(context.customerID.rawValue) {
        throw WalletError(.rateLimited, retryAfter: seconds)
      }
      if let field = try query(connection).first {
        throw WalletError(WireMalformed(field.name, "is no parameter here"))
      }
      listener = EventListener(
        customer: context.customerID, token: authorization("Bearer", connection) ?? [],
        connection: connection)
      try listeners.add(listener, after: HeaderFields.find("Last-Event-ID", connection).text)
    } catch {
      return send(error.wireResponse, exchange, connection)
    }
    let handle = Unmanaged.passRetained(StreamHandle(listener, listeners))
    let response = MHD_create_response_from_callback(
      cmhd_unknown_size(), 1024,
      { handle, _, buffer, count in
        guard let handle, let buffer else { return cmhd_end_of_stream() }
        let stream = Unmanaged<StreamHandle>.fromOpaque(handle).takeUnretainedValue()
        return stream.listener.read(into: buffer, count)
      }, handle.toOpaque(),
      { handle in
        guard let handle else { return }
        let stream = Unmanaged<StreamHandle>.fromOpaque(handle).takeRetainedValue()
        stream.listener.gone()
        stream.listeners.remove(stream.listener)
      })
    guard let response else {
      listeners.remove(listener)
      handle.release()
      return .NO
    }
    defer { MHD_destroy_response(response) }
    exchange.status = 200
    exchange.isStream = true
    Connection.of(connection)?.exemptFromTimeLimit()
    inFlight.subtract(1, ordering: .relaxed)
    MHD_add_response_header(response, "Content-Type", "text/event-stream")
    MHD_add_response_header(response, "Cache-Control", "no-store")
    return cmhd_queue(connection, 200, response)
  }

  /// Sends heartbeats to all streams, and ends those whose sign-in has ended, until the server
  /// ends. Writing finds out which clients are gone.
  func startHeartbeat() {
    let pause = options.heartbeatSeconds
    startThread { [weak self, listeners, stopSignal] in
      while stopSignal.wait(seconds: pause) {
        guard let self else { return }
        listeners.beat { self.sessions.find($0.token) != nil }
      }
    }
  }

  /// Until the server ends, closes connections whose request takes too long (at most a tenth of the
  /// limit too late), that are silent, or whose handshake does not complete.
  func startClosingSlow() {
    let (limit, silence) = (options.requestSeconds, options.silenceSeconds)
    let handshake = options.tls == nil ? limit : options.handshakeSeconds
    startThread { [connections, stopSignal] in
      while stopSignal.wait(seconds: min(limit / 10, silence / 2, handshake / 5)) {
        connections.closeSlow(
          Int64(limit * 1_000_000), silence: Int64(silence * 1_000_000),
          handshake: Int64(handshake * 1_000_000))
      }
    }
  }
}

private final class StreamHandle: Sendable {
  let listener: EventListener
  let listeners: EventListeners
  init(_ listener: EventListener, _ listeners: EventListeners) {
    self.listener = listener
    self.listeners = listeners
  }
}

/// A signal that ends threads which wait on it.
final class StopSignal: @unchecked Sendable {
  private let lock = Lock()
  private let wakeUp = Condition()
  private var isOver = false

  /// Waits for this time; false when `end` was called.
  func wait(seconds: Double) -> Bool {
    let end = Condition.end(after: seconds)
    lock.lock()
    defer { lock.unlock() }
    while !isOver {
      if !wakeUp.wait(lock, until: end) { return true }
    }
    return false
  }

  func end() {
    lock.lock()
    isOver = true
    wakeUp.broadcast()
    lock.unlock()
  }
}
