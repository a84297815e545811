import CMicroHTTPD
import CSodium
import FileWatching
import Glibc
package import Issuer
package import Secrets
import Synchronization
import Threads
import WalletAPI
package import WalletModel

/// The HTTP front of an issuer.
package final class WalletServer: Sendable {
  package struct Options: Sendable {
    /// An IPv4 or IPv6 address in digits.
    package var address = "127.0.0.1"
    /// 0: any that is free.
    package var port: UInt16 = 0
    package var brand = "demo"
    package var clients: [ServerClient] = []
    /// Who may sign in at first.
    package var users: [ServerUser] = []
    /// Serves the simulated phone and the simulated shop, and lets simulated phones take cards up.
    package var isSimulator = false
    /// The program that delivers messages with codes; nil: nobody does.
    package var deliveryProgram: String?
    /// How long it may take for one message.
    package var deliverySeconds = 10.0
    /// Takes a line about a message that was not delivered; it names no code.
    package var notice: (@Sendable (String) -> Void)?
    /// PEM; nil: plain HTTP.
    package var tls: (certificate: String, key: Secret)?
    /// A customer's requests: so many at once, so many a second.
    package var burst = 400
    package var perSecond: Double = 200
    /// Attempts to sign in that a name may get wrong at once from one network or known device; one
    /// more every 12 s. A network may get five times as much wrong, whatever the names.
    package var signIns = 10
    /// Connections from one address at once, of 1024 in all.
    package var connectionsPerAddress = 256
    /// How long one request may take in all: from the connection's start, or the answer before, to the
    /// answer's last byte.
    package var requestSeconds = 30.0
    /// How long nothing may come of a request, or between two.
    package var silenceSeconds = 10.0
    /// How long a TLS handshake may take, from the connection's start. It ends a fifth of that late
    /// at most.
    package var handshakeSeconds = 2.5
    /// So often a quiet stream of news has a sign of life.
    package var heartbeatSeconds = 15.0
    package var clock: IssuerClock = .system
    package var random: IssuerRandom = .system
    /// Takes a line of the access log, without its end.
    package var log: (@Sendable (String) -> Void)?
    package init() {}
  }

  /// The port that it listens on.
  package let port: UInt16
  let options: Options
  package let ledger: any Ledger
  /// Who may sign in now.
  let users: Locked<[ServerUser]>
  let sessions: Sessions
  let clientTokens: ClientTokens
  let limit: RateLimit
  let signInLimits: SignInLimits
  /// What an address may get wrong: five times as much as a name.
  let addressLimit: RateLimit
  /// The same for access tokens that are none, so that these keep nobody from signing in.
  let tokenLimit: RateLimit
  let hashing = TimedSemaphore(4)
  let metrics = Metrics()
  let listeners: EventListeners
  let pages = CardPageCache()
  let stopSignal = StopSignal()
  let deliveries = DeliveryQueue(atOnce: 8, waiting: 1000)
  /// Locked memory for those who are signed in: two of the longest requests for each customer.
  let budget = ArenaBudget(bytes: 160 * 1024, each: 104 * 1024)
  /// And for those who want to be, by address.
  let signInBudget = ArenaBudget(bytes: 96 * 1024, each: 32 * 1024)
  let credentials: [[UInt8]]
  /// As they come, `Wire.base` and all.
  let tokenPath: String
  let revocationPath: String
  private let issuers = Locked<[CustomerID: Issuer]>([:])
  let connections: ConnectionTable
  private let daemon: Locked<Daemon?>
  let isDraining = Atomic<Bool>(false)
  /// A check of the ledger found something.
  let isDamaged = Atomic<Bool>(false)
  let watch = Locked<FileWatch?>(nil)
  let inFlight = Atomic<Int>(0)
  let requestIDs = RequestIDs()

  /// Starts to listen. Throws `.unavailable` when the address cannot be had.
  package static func start(_ ledger: any Ledger, _ options: Options) throws(WalletError)
    -> WalletServer
  {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    return try WalletServer(ledger, options)
  }

  private init(_ ledger: any Ledger, _ options: Options) throws(WalletError) {
    self.ledger = ledger
    self.options = options
    users = Locked(options.users)
    sessions = Sessions(ledger, clock: options.clock, random: options.random)
    clientTokens = ClientTokens(clock: options.clock, random: options.random)
    limit = RateLimit(burst: options.burst, perSecond: options.perSecond, clock: options.clock)
    signInLimits = SignInLimits(burst: options.signIns, clock: options.clock)
    addressLimit = RateLimit(
      burst: 5 * options.signIns, perSecond: 5.0 / 12, clock: options.clock)
    tokenLimit = RateLimit(burst: 5 * options.signIns, perSecond: 5.0 / 12, clock: options.clock)
    listeners = EventListeners(run: options.random.id().replacing("-", with: ""))
    tokenPath = Wire.base + TokenRequest.path(brand: options.brand)
    revocationPath = Wire.base + TokenRequest.revocationPath(brand: options.brand)
    credentials = options.clients.flatMap(BasicCredentials.hashes)
    try sessions.load(options.users)
    for signIn in sessions.all { signInLimits.devices.add(signIn.deviceID, of: signIn.user) }
    let reference = ServerReference(hasTLS: options.tls != nil)
    connections = reference.connections
    let daemon = try Daemon(options, reference)
    port = daemon.port
    self.daemon = Locked(daemon)
    reference.set(self)
    startHeartbeat()
    startClosingSlow()
    watchFile()
    startBackgroundWork()
  }

  /// Answers what has been asked, for at most `seconds`, takes nothing new, and ends.
  package func stop(within seconds: Int = 5) {
    let daemon = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let daemon else { return }
    isDraining.store(true, ordering: .relaxed)
    stopSignal.end()
    watch.withLock { $0 = nil }
    listeners.close()
    let end = monotonicMicroseconds() + Int64(seconds) * 1_000_000
    while inFlight.load(ordering: .relaxed) > 0, monotonicMicroseconds() < end { usleep(2000) }
    abandonDeliveries()
    daemon.stop()
  }

  /// One engine a customer, so that news is theirs.
  func issuer(of customer: CustomerID) -> Issuer {
    issuers.withLock { issuers in
      if let issuer = issuers[customer] { return issuer }
      let issuer = Issuer(
        ledger: ledger, clock: options.clock, random: options.random,
        isSimulation: options.isSimulator,
        sendsMessages: options.isSimulator || options.deliveryProgram != nil)
      issuers[customer] = issuer
      return issuer
    }
  }
}

/// A weak reference to the server for the daemon's threads. The daemon starts before the server
/// exists, and must not keep it alive.
final class ServerReference: Sendable {
  private struct Weak: Sendable { weak let server: WalletServer? }
  let connections = ConnectionTable()
  let hasTLS: Bool
  init(hasTLS: Bool) { self.hasTLS = hasTLS }
  private let target = Locked<Weak>(Weak(server: nil))
  func set(_ server: WalletServer) { target.withLock { $0 = Weak(server: server) } }
  var server: WalletServer? { target.withLock { $0.server } }
}
