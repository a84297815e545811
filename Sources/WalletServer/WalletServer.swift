import CSodium
package import Issuer
import Synchronization
import Threads
package import WalletModel

/// The HTTP server of an issuer. It makes its parts, starts them and stops them.
package final class WalletServer: Sendable {
  /// The port that it listens on; 0: none.
  package let port: UInt16
  let options: Options
  package let ledger: any Ledger
  let status = ServerStatus()
  let tokens: TokenEndpoint
  let pages: CardPageCache
  let events: EventStreams
  let connections: ConnectionTable
  let handler: RequestHandler
  private let deliveries: MessageDeliveries
  private let webhooks: WebhookDeliveries?
  private let monitor: LedgerMonitor
  private let stopSignal: StopSignal
  private let isStopped = Atomic(false)
  /// nil: it answers in memory only.
  private let daemon: Daemon?

  /// Starts to listen, if there is an address.
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
    let server = try WalletServer(ledger, options)
    server.begin()
    return server
  }

  private init(_ ledger: any Ledger, _ options: Options) throws(WalletError) {
    self.ledger = ledger
    self.options = options
    let clock = options.monotonicClock
    stopSignal = StopSignal(clock: clock)
    let sessions = Sessions(ledger, clock: options.clock, random: options.random)
    try sessions.load(options.users)
    let clientTokens = ClientTokens(clock: options.clock, random: options.random)
    let authentication = BearerAuthentication(
      options, sessions: sessions, clientTokens: clientTokens)
    let customerLimit = RateLimit(
      burst: options.burst, perSecond: options.perSecond, clock: options.clock)
    events = EventStreams(
      options.random, authentication: authentication, customerLimit: customerLimit,
      sessions: sessions)
    let budget = ArenaBudget(bytes: 96 * 1024, each: 32 * 1024)
    tokens = TokenEndpoint(
      options, sessions: sessions, clientTokens: clientTokens, events: events, budget: budget)
    deliveries = MessageDeliveries(options, status: status)
    let environment = IssuerEnvironment(
      clock: options.clock, random: options.random, isSimulation: options.isSimulator,
      sendsMessages: options.isSimulator || options.deliveryProgram != nil, path: options.path,
      virtualCards: options.virtualCards)
    let webhooks = options.webhooks.map {
      WebhookDeliveries(ledger, $0, clock: clock, notice: options.notice ?? { _ in })
    }
    self.webhooks = webhooks
    let changing: any Ledger =
      if let webhooks, let addresses = options.webhooks?.addresses {
        OutboxLedger(ledger, roots: addresses.map(\.text), environment) { webhooks.wake($0) }
      } else {
        ledger
      }
    let issuers = IssuerTable(changing, environment)
    let listeners = events.listeners
    let coming = ComingNews(alarm: Alarm(clock: clock)) { event, customer in
      listeners.publish([event], to: customer)
    }
    let operations = OperationEndpoint(
      issuers: issuers, events: events, coming: coming, deliveries: deliveries, path: options.path)
    monitor = LedgerMonitor(
      ledger, tokens: tokens, listeners: listeners, issuers: issuers, coming: coming,
      webhooks: webhooks, status: status, options)
    let reference = ServerReference(
      hasTLS: options.tls != nil, connectionsPerAddress: options.connectionsPerAddress,
      clock: clock)
    connections = reference.connections
    let bankPages = BankPageEndpoint(
      options, issuers: issuers, customerLimit: customerLimit, events: events, budget: budget)
    let published = PublishedEndpoint(
      options, issuers: issuers, events: events, deliveries: deliveries)
    let log = AccessLog(clock: options.clock, write: options.log)
    let endpoints: [any PathEndpoint] = [tokens, bankPages, published]
    pages = CardPageCache(ledger, clock: options.clock, status: status)
    let router = Router(
      endpoints: endpoints, events: events, connections: connections, metrics: log.metrics,
      webhooks: webhooks, status: status)
    let stages = WalletServer.stages(
      router, authentication, customerLimit, sessions.activity, pages,
      CardFragmentCache(ledger, issuers, clock: options.clock), isSimulator: options.isSimulator)
    handler = RequestHandler(
      bodies: BodyMemory(endpoints: endpoints, authentication: authentication), log: log,
      status: status, path: options.path
    ) { exchange throws(WalletError) in
      try stages.answer(exchange) { call throws(WalletError) in try operations.answer(call) }
    }
    if let address = options.address {
      daemon = try Daemon(address, options, reference)
    } else {
      daemon = nil
    }
    port = daemon?.port ?? 0
    reference.set(handler)
  }

  private func begin() {
    if let daemon {
      daemon.startAccepting()
      connections.startClosingSlow(ConnectionTable.TimeLimits(options), until: stopSignal)
    }
    events.startHeartbeat(every: .seconds(options.heartbeatSeconds), until: stopSignal)
    monitor.start()
    webhooks?.start()
  }

  /// Closes the listening socket, answers the requests in progress for at most `seconds`, and ends.
  package func stop(within seconds: Int = 5) {
    if isStopped.exchange(true, ordering: .relaxed) { return }
    status.drain()
    daemon?.stopAccepting()
    stopSignal.end()
    monitor.stop()
    webhooks?.stop()
    events.listeners.close()
    let clock = options.monotonicClock
    status.waitForWork(until: clock.now + .seconds(seconds), clock: clock)
    deliveries.abandon()
    daemon?.stop()
  }

  /// Replaces the users while the server runs. Those who were removed or have another entry are
  /// signed off, and their event streams end.
  ///
  /// - Returns: The number of sign-ins that ended.
  package func replaceUsers(_ users: [ServerUser]) -> Int { tokens.replaceUsers(users) }
}
