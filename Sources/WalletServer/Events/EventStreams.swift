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

  init(
    _ random: IssuerRandom, authentication: BearerAuthentication, sessions: Sessions,
    status: ServerStatus
  ) {
    listeners = EventListeners(run: random.id().replacing("-", with: ""))
    self.authentication = authentication
    self.sessions = sessions
    self.status = status
  }

  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    listeners.publish(events, to: customer)
  }

  /// The answer to a request: a stream that stays open, or one that ends after what was missed.
  func open(_ exchange: Exchange) throws(WalletError) -> OpenStream {
    exchange.route = WireNews.path
    let context = try authentication.signedIn(exchange)
    guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
    try authentication.countRequest(of: context.customerID)
    var topic: NewsTopic?
    for field in try exchange.query() {
      guard field.name == WireNews.type, topic == nil else {
        throw WalletError(WireMalformed(field.name, "is no parameter here"))
      }
      topic = NewsTopic(rawValue: field.value)
      if topic == nil { throw WalletError(WireMalformed(field.name, "is no kind of news")) }
    }
    let listener = EventListener(
      customer: context.customerID, token: exchange.token ?? [],
      connection: exchange.connection, topic: topic)
    try listeners.add(
      listener, after: HeaderFields.find("Last-Event-ID", exchange.connection).text)
    let preference = HeaderFields.find(WireNews.poll.name, exchange.connection).text
    if preference?.contains(WireNews.poll.value) == true { listener.finish() }
    exchange.status = OpenStream.head.status
    exchange.isStream = true
    status.endWork()
    return OpenStream(listener, listeners)
  }

  /// Sends a heartbeat to all streams, and ends those whose sign-in has ended.
  func endExpired() { listeners.sendHeartbeat { sessions.find($0.token) != nil } }

  /// Sends heartbeats until the server ends. Writing finds out which clients are gone.
  func startHeartbeat(every time: Duration, until stopSignal: StopSignal) {
    startThread { [weak self] in
      while stopSignal.wait(time) {
        guard let self else { return }
        self.endExpired()
      }
    }
  }
}

/// The body of an answer that is an event stream. The stream ends when this is released.
final class OpenStream: Sendable {
  /// The answer without its body. Proxies must pass on each event at once: none may store or
  /// compress the answer, and nginx may not collect it.
  static let head = WireResponse(
    200,
    headers: [
      WireField("Content-Type", "text/event-stream"),
      WireField("Cache-Control", "no-cache, no-store, no-transform"),
      WireField("X-Accel-Buffering", "no"),
    ])

  let listener: EventListener
  private let listeners: EventListeners

  init(_ listener: EventListener, _ listeners: EventListeners) {
    self.listener = listener
    self.listeners = listeners
  }

  deinit {
    listener.gone()
    listeners.remove(listener)
  }
}
