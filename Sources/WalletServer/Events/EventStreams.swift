import CMicroHTTPD
import Issuer
import Threads
import WalletAPI
import WalletModel

/// `GET /events`: server-sent events.
final class EventStreams: Sendable {
  static let path = Wire.base + WireNews.path

  let listeners: EventListeners
  private let authentication: BearerAuthentication
  private let sessions: Sessions
  private let status: ServerStatus
  private let isShared: Bool
  /// Called when a customer has opened a stream on a shared ledger.
  let opened = Locked<@Sendable (CustomerID) -> Void>({ _ in })

  init(
    _ ledger: any Ledger, _ options: WalletServer.Options, authentication: BearerAuthentication,
    sessions: Sessions, status: ServerStatus
  ) {
    let shared = ledger as? any SharedLedger
    isShared = shared != nil
    listeners = EventListeners(
      run: options.random.id().replacing("-", with: ""), shared: shared,
      gateway: options.gateway)
    self.authentication = authentication
    self.sessions = sessions
    self.status = status
  }

  /// Publishes what a request has changed.
  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    // The ledger tells all servers, this one too.
    if isShared { return }
    listeners.publish(events, to: customer)
  }

  /// Answers a request with a stream that stays open.
  func open(_ exchange: Exchange) throws(WalletError) -> MHD_Result {
    exchange.route = WireNews.path
    let connection = exchange.connection
    let context = try authentication.signedIn(exchange)
    guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
    try authentication.countRequest(of: context.customerID)
    if let field = try exchange.query().first {
      throw WalletError(WireMalformed(field.name, "is no parameter here"))
    }
    let listener = EventListener(
      customer: context.customerID, token: exchange.token ?? [], connection: connection)
    try listeners.add(listener, after: HeaderFields.find("Last-Event-ID", connection).text)
    if isShared { opened.withLock { $0 }(context.customerID) }
    guard let response = response(listener) else { return .NO }
    defer { MHD_destroy_response(response) }
    exchange.status = 200
    exchange.isStream = true
    Connection.of(connection)?.exemptFromTimeLimit()
    status.endWork()
    MHD_add_response_header(response, "Content-Type", "text/event-stream")
    MHD_add_response_header(response, "Cache-Control", "no-store")
    return cmhd_queue(connection, 200, response)
  }

  /// The daemon's response, which reads what the listener has. nil: there is no memory, and the
  /// listener was removed.
  private func response(_ listener: EventListener) -> OpaquePointer? {
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
    if response == nil {
      listeners.remove(listener)
      handle.release()
    }
    return response
  }

  /// Sends a heartbeat to all streams, and ends those whose sign-in has ended.
  func endExpired() { listeners.sendHeartbeat { sessions.find($0.token) != nil } }

  /// Sends the news of a shared ledger, and ends streams whose sign-in another server has ended.
  ///
  /// - Parameter news: nil: anything may have happened.
  func publish(_ news: [LedgerNews]?) {
    guard let news else {
      listeners.publishAnything()
      return listeners.end { sessions.find($0.token) == nil }
    }
    listeners.publish(news)
    let changed = Set(news.filter(\.change.hasSignIns).map(\.customer))
    if !changed.isEmpty {
      listeners.end { changed.contains($0.customer) && sessions.find($0.token) == nil }
    }
  }

  /// Sends heartbeats until the server ends. Writing finds out which clients are gone.
  func startHeartbeat(every seconds: Double, until stopSignal: StopSignal) {
    startThread { [weak self] in
      while stopSignal.wait(seconds: seconds) {
        guard let self else { return }
        self.endExpired()
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
