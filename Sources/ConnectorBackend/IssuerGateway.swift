package import HTTPClient
package import Issuer
package import IssuerConnectors
package import Secrets
import Synchronization
import Threads
package import WalletAPI
package import WalletModel

/// One account at a card issuer for many clients. Lists, other reads, and changes each have a
/// thread, so that a slow list does not keep a card from being locked. Changes run one after the
/// other, so that no client overwrites what another one has just changed.
package final class IssuerGateway: CardGateway {
  package let customer: CustomerID
  package let account: IssuerAccountRecord

  package var kind: IssuerKind { connector.issuer }

  private struct Parts: Sendable {
    let engine: ConnectorEngine
    let news: IssuerNews
  }
  private let client: ConnectorClient
  private let connector: any IssuerConnector
  private let ledger: any Ledger
  private let clock: IssuerClock
  private let random: IssuerRandom
  /// nil until `start`.
  private let parts = Mutex<Parts?>(nil)
  private let lists = SerialThread()
  private let reads = SerialThread()
  private let changes = SerialThread()
  /// What needs no issuer.
  private let local = SerialThread()
  private let waiting = Atomic(0)
  private let isStopped = Atomic(false)
  private let webhookKeys: Mutex<[Secret]>
  private let seen = Mutex(SeenWebhooks())

  /// The most requests that may wait or be under way.
  private static let mostWaiting = 128
  /// A request that has waited for so long is not sent any more: its client gives up soon.
  private static let longestWait = Duration.seconds(8)

  /// - Parameters:
  ///   - key: The issuer's key. Copied; the caller wipes it.
  ///   - ledger: The vault with the account. Its owner's clients are served.
  ///   - webhookKeys: Of `WebhookScheme.key(in:)`; none: webhooks are not taken.
  ///   - totalTime: For all attempts of one request. It ends before a client gives up.
  package init(
    _ account: IssuerAccountRecord, _ connector: any IssuerConnector,
    _ connection: ServerConnection, key: Secret, ledger: any Ledger, webhookKeys: [Secret] = [],
    clock: IssuerClock = .system, random: IssuerRandom = .system,
    totalTime: Duration = .seconds(15)
  ) {
    self.account = account
    self.connector = connector
    self.ledger = ledger
    self.clock = clock
    self.random = random
    self.webhookKeys = Mutex(webhookKeys)
    customer = ledger.owner
    client = ConnectorClient(connector, connection, key: key, totalTime: totalTime)
  }

  deinit {
    stop()
    for thread in [lists, reads, changes, local] { thread.stop() }
  }

  package func start(_ vault: Issuer, tell: @escaping @Sendable ([WalletEvent]) -> Void) {
    let book = CardBook(account, ledger, clock)
    let engine = ConnectorEngine(client, account, book, vault, random)
    let news = IssuerNews(engine, lists) { tell([$0]) }
    parts.withLock { $0 = Parts(engine: engine, news: news) }
  }

  package func setListening(_ isListening: Bool) {
    guard let news = parts.withLock({ $0?.news }), !isStopped.load(ordering: .relaxed) else {
      return
    }
    if isListening { news.start() } else { news.stop() }
  }

  package func simulates(_ contract: Contract) -> Bool {
    IssuerCapabilities.Feature(of: contract) == .simulation
      && connector.capabilities.refusal(.simulation) == nil
  }

  package func carryOut(
    _ contract: Contract, _ job: @escaping @Sendable (any WalletEngine) -> Void
  ) -> Bool {
    guard let parts = parts.withLock({ $0 }) else { return false }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      return false
    }
    parts.news.userActed()
    let arrived = Instant.now
    thread(for: contract).enqueue { [self] in
      defer { waiting.subtract(1, ordering: .relaxed) }
      job(GatewayEngine(engine: parts.engine, arrived: arrived, refusal: refusal(since: arrived)))
    }
    return true
  }

  private func thread(for contract: Contract) -> SerialThread {
    if contract.name == ListCards.contract.name { return lists }
    // After the change that it asks about.
    if contract.name == SettleChange.contract.name { return changes }
    guard contract.isAtIssuer else { return local }
    return contract.isRead && !contract.needsSCA ? reads : changes
  }

  private func refusal(since arrived: Instant) -> WalletError? {
    if isStopped.load(ordering: .relaxed) { return .serverStops }
    guard SecretMemory.hasRoom(for: SecretMemory.operation) else { return .secretMemoryFull }
    guard .now - arrived > Self.longestWait else { return nil }
    return WalletError(
      .unavailable,
      .text(
        "Too many requests wait for \(connector.issuer.name)",
        "Zu viele Anfragen warten auf \(connector.issuer.name)"), retryAfter: 2)
  }

  package func takeEvents() -> [WalletEvent] { parts.withLock { $0?.engine.takeEvents() ?? [] } }

  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    parts.withLock { $0?.news.end() }
    client.stop()
  }
}

// MARK: Webhooks

extension IssuerGateway {
  package var webhookHeaders: [String] {
    webhookKeys.withLock { $0.isEmpty } ? [] : connector.webhookScheme?.headers ?? []
  }

  /// Replaces the keys while the gateway runs.
  package func replaceWebhookKeys(_ keys: [Secret]) {
    let old = webhookKeys.withLock { current in
      defer { current = keys }
      return current
    }
    for key in old { key.wipe() }
  }

  /// What a webhook says of itself proves nothing. It only names what is read again.
  package func takeWebhook(_ headers: [WireField], _ body: Secret) -> Bool {
    guard let scheme = connector.webhookScheme, let news = parts.withLock({ $0?.news }) else {
      return false
    }
    let now = clock.now()
    let isSigned = webhookKeys.withLock { keys in
      body.withBytes { scheme.isSigned(headers, $0, by: keys, at: now) }
    }
    guard isSigned else { return false }
    let read: IssuerWebhook?
    do throws(WireMalformed) {
      read = try connector.webhook(try JSON.read(.secret(body)))
    } catch {
      // What cannot be read may be about any card.
      read = IssuerWebhook()
    }
    guard let webhook = read else { return true }
    let id = scheme.id(in: headers) ?? webhook.id
    if let id, !seen.withLock({ $0.insert(id, at: now) }) { return true }
    news.readAgain(webhook.card)
    return true
  }
}

/// The ids of webhooks for as long as their signatures are valid. Older ones cannot come again.
private struct SeenWebhooks {
  private var times: [String: Int64] = [:]
  /// If all are still valid, they are forgotten: reading something again does no harm.
  private static let most = 10_000

  /// False: it was seen before.
  mutating func insert(_ id: String, at now: Timestamp) -> Bool {
    let seconds = now.milliseconds / 1000
    if times.count >= Self.most {
      times = times.filter { seconds - $0.value <= 2 * WebhookScheme.tolerance }
      if times.count >= Self.most { times = [:] }
    }
    return times.updateValue(seconds, forKey: id) == nil
  }
}
