import Issuer
import TextLayout
import Threads
import WalletAPI
import WalletModel

/// `GET /events`: server-sent events.
final class EventStreams: Sendable {
  static let path = Wire.base + WireNews.path

  let listeners: EventListeners
  private let authentication: BearerAuthentication
  private let customerLimit: RateLimit
  private let sessions: Sessions

  init(
    _ random: IssuerRandom, authentication: BearerAuthentication, customerLimit: RateLimit,
    sessions: Sessions
  ) {
    listeners = EventListeners(run: random.id().filter { $0 != "-" })
    self.authentication = authentication
    self.customerLimit = customerLimit
    self.sessions = sessions
  }

  func publish(_ events: [WalletEvent], to customer: CustomerID) {
    listeners.publish(events, to: customer)
  }

  /// The answer to a request: a stream that stays open, or one that ends after what was missed.
  func answer(_ exchange: Exchange) throws(WalletError) -> WireResponse {
    exchange.route = WireNews.path
    guard exchange.method == "GET" else { return ErrorResponses.wrongMethod(["GET"]) }
    let context = try authentication.signedIn(exchange)
    guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
    try customerLimit.count(context.customerID.rawValue)
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
    if preference?.contains(part: WireNews.poll.value) == true { listener.finish() }
    exchange.stream = OpenStream(listener, listeners)
    return OpenStream.head
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
