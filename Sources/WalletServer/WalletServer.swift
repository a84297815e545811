import CSodium
import Glibc
package import Issuer
import Threads
import WalletAPI
package import WalletModel

/// The HTTP server of an issuer. It makes its parts, starts them and stops them.
package final class WalletServer: Sendable {
  /// The port that it listens on.
  package let port: UInt16
  let options: Options
  package let ledger: any Ledger
  let status = ServerStatus()
  let tokens: TokenEndpoint
  let operations: OperationEndpoint
  let events: EventStreams
  let connections: ConnectionTable
  private let handler: RequestHandler
  private let deliveries: MessageDeliveries
  private let webhooks: WebhookDeliveries?
  private let monitor: LedgerMonitor
  private let gateway: GatewayRequests?
  private let feed: NewsFeed?
  private let stopSignal = StopSignal()
  private let daemon: Locked<Daemon?>

  /// Starts to listen.
  ///
  /// - Throws: `.unavailable` if the address is not available, `.configuration` if there are
  ///   addresses for webhooks and no libcurl.
  package static func start(_ ledger: any Ledger, _ options: Options) throws(WalletError)
    -> WalletServer
  {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    if options.webhooks != nil && !WebhookSender.isAvailable {
      throw WalletError(
        .configuration, .verbatim("libcurl isn't installed"),
        advice: .verbatim("Webhooks are sent with it."))
    }
    return try WalletServer(ledger, options)
  }

  private init(_ ledger: any Ledger, _ options: Options) throws(WalletError) {
    self.ledger = ledger
    self.options = options
    let sessions = Sessions(ledger, clock: options.clock, random: options.random)
    let feed = (ledger as? any SharedLedger).map {
      NewsFeed($0, sessions, notice: options.notice)
    }
    self.feed = feed
    // What happens while the sign-ins are read is news.
    try feed?.take()
    try sessions.load(options.users)
    let clients = ClientCredentials(options.clients)
    let clientTokens = ClientTokens(ledger.keys, clients, clock: options.clock)
    let authentication = BearerAuthentication(
      ledger, options, sessions: sessions, clientTokens: clientTokens, feed: feed)
    events = EventStreams(
      ledger, options, authentication: authentication, sessions: sessions, status: status)
    tokens = TokenEndpoint(
      ledger, options, clients: clients, sessions: sessions, clientTokens: clientTokens,
      events: events, feed: feed)
    deliveries = MessageDeliveries(options, status: status)
    let environment = IssuerEnvironment(
      clock: options.clock, random: options.random, isSimulation: options.isSimulator,
      sendsMessages: options.isSimulator || options.deliveryProgram != nil,
      virtualCards: options.virtualCards)
    let webhooks = options.webhooks.map {
      WebhookDeliveries(
        ledger, $0, clock: options.clock, notice: options.notice ?? { _ in })
    }
    self.webhooks = webhooks
    let changing: any Ledger =
      if let webhooks {
        OutboxLedger(
          ledger, roots: { webhooks.roots }, environment, wake: { webhooks.wake() })
      } else {
        ledger
      }
    let issuers = IssuerTable(changing, environment)
    let listeners = events.listeners
    let comingNews = ComingNews { event, customer in listeners.publish([event], to: customer) }
    events.opened.withLock {
      $0 = { customer in comingNews.look(issuers.issuer(of: customer), customer) }
    }
    gateway = options.gateway.map { [events, deliveries] in
      GatewayRequests(
        $0, issuers.issuer(of: $0.customer), events: events, deliveries: deliveries)
    }
    operations = OperationEndpoint(
      ledger, options, issuers: issuers, authentication: authentication,
      events: events, coming: comingNews, deliveries: deliveries, gateway: gateway, status: status)
    monitor = LedgerMonitor(
      ledger, tokens: tokens, listeners: listeners, issuers: issuers, coming: comingNews,
      webhooks: webhooks, status: status, notice: options.notice)
    let reference = ServerReference(
      hasTLS: options.tls != nil, connectionsPerAddress: options.connectionsPerAddress)
    connections = reference.connections
    let budget = ArenaBudget(bytes: 96 * 1024, each: 32 * 1024)
    let pages = BankPageEndpoint(
      options, issuers: issuers, authentication: authentication, events: events, budget: budget)
    let published = PublishedEndpoint(
      options, issuers: issuers, events: events, deliveries: deliveries)
    let log = AccessLog(clock: options.clock, write: options.log)
    handler = RequestHandler(
      router: Router(
        operations: operations, tokens: tokens,
        others: [pages, published, IssuerWebhookEndpoint(options)], events: events,
        connections: connections, metrics: log.metrics, webhooks: webhooks, feed: feed,
        status: status),
      tokens: tokens, authentication: authentication, events: events, budget: budget, log: log,
      status: status)
    let daemon = try Daemon(options, reference)
    port = daemon.port
    self.daemon = Locked(daemon)
    reference.set(handler)
    daemon.startAccepting()
    events.startHeartbeat(every: options.heartbeatSeconds, until: stopSignal)
    connections.startClosingSlow(
      ConnectionTable.TimeLimits(options), until: stopSignal)
    monitor.start()
    feed?.start(until: stopSignal) { [events, operations] news in
      // After a failover, a number of changes may belong to another state.
      if news == nil { operations.pages.clear() }
      events.publish(news)
      // What ends by time is told by each server to its own clients.
      for one in news ?? [] where events.listeners.has(one.customer) {
        let hasVirtualCards = one.change.events.contains {
          if case .changed(.virtualCards, _) = $0 { true } else { false }
        }
        if hasVirtualCards || one.change.hasTimedCards {
          comingNews.look(issuers.issuer(of: one.customer), one.customer)
        }
      }
    }
    webhooks?.start()
  }

  /// Says at `/readyz` that the server ends soon, and ends connections with their next answers. It
  /// goes on until `stop`, so that load balancers can notice in time.
  package func drain() { status.drain() }

  /// Closes the listening socket, answers the requests in progress for at most `seconds`, and ends.
  package func stop(within seconds: Int = 5) {
    let daemon = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let daemon else { return }
    drain()
    daemon.stopAccepting()
    stopSignal.end()
    monitor.stop()
    webhooks?.stop()
    events.listeners.close()
    let end = monotonicMicroseconds() + Int64(seconds) * 1_000_000
    // What still waits for the issuer is given up in time for its answer to be sent.
    waitForAnswers(until: end - Int64(seconds) * 200_000)
    gateway?.stop()
    waitForAnswers(until: end)
    gateway?.abandon()
    deliveries.abandon()
    daemon.stop()
  }

  private func waitForAnswers(until end: Int64) {
    while status.inFlight > 0, monotonicMicroseconds() < end { usleep(2000) }
  }

  /// Replaces the addresses, keys and certificates of webhooks while the server runs. The server was
  /// started with webhooks.
  package func replaceWebhooks(_ options: WebhookOptions) { webhooks?.replace(options) }

  /// Replaces the users while the server runs. Those who were removed or have another entry are
  /// signed off, and their event streams end.
  ///
  /// - Returns: The number of sign-ins that ended.
  package func replaceUsers(_ users: [ServerUser]) -> Int { tokens.replaceUsers(users) }
}
