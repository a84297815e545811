import CMicroHTTPD
import Glibc
import Issuer
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// `GET /events`: news as server-sent events.
extension WalletServer {
  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    listeners.publish(events, to: customer)
  }

  func listen(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    exchange.route = WireNews.path
    let listener: Listener
    do throws(WalletError) {
      let context = try signedIn(exchange, connection)
      guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
      if let seconds = limit.take(context.customerID.rawValue) {
        throw WalletError(.rateLimited, retryAfter: seconds)
      }
      if let field = try query(connection).first {
        throw WalletError(WireMalformed(field.name, "is no parameter here"))
      }
      listener = Listener(
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
    visit(connection)?.mayLast()
    inFlight.subtract(1, ordering: .relaxed)
    MHD_add_response_header(response, "Content-Type", "text/event-stream")
    MHD_add_response_header(response, "Cache-Control", "no-store")
    return cmhd_queue(connection, 200, response)
  }

  /// Until the server ends: a sign of life to all streams, and an end to those that are over. Who is
  /// gone is found out by writing to them.
  func startHeartbeat() {
    let pause = options.heartbeatSeconds
    startThread { [weak self, listeners, pulse] in
      while pulse.wait(seconds: pause) {
        guard let self else { return }
        listeners.beat { self.sessions.find($0.token) != nil }
      }
    }
  }

  /// Until the server ends: ends connections whose request takes too long, a tenth of that late at
  /// most, or of which nothing comes.
  func startEndingSlow() {
    let (limit, silence) = (options.requestSeconds, options.silenceSeconds)
    startThread { [visits, pulse] in
      while pulse.wait(seconds: min(limit / 10, silence / 2)) {
        visits.endSlow(Int64(limit * 1_000_000), silence: Int64(silence * 1_000_000))
      }
    }
  }
}

private final class StreamHandle: Sendable {
  let listener: Listener
  let listeners: Listeners
  init(_ listener: Listener, _ listeners: Listeners) {
    self.listener = listener
    self.listeners = listeners
  }
}

/// Waits in threads that someone else can end.
final class Pulse: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOver = false

  init() {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(wakeUp, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(wakeUp)
    lock.deallocate()
    wakeUp.deallocate()
  }

  /// False when it is over.
  func wait(seconds: Double) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isOver {
      if pthread_cond_timedwait(wakeUp, lock, &end) == ETIMEDOUT { return true }
    }
    return false
  }

  func end() {
    pthread_mutex_lock(lock)
    isOver = true
    pthread_cond_broadcast(wakeUp)
    pthread_mutex_unlock(lock)
  }
}
