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

/// The HTTP server of an issuer.
package final class WalletServer: Sendable {
  package struct Options: Sendable {
    /// An IPv4 or IPv6 address in digits.
    package var address = "127.0.0.1"
    /// 0: any free port.
    package var port: UInt16 = 0
    package var brand = "demo"
    package var clients: [ServerClient] = []
    /// The users at the start.
    package var users: [ServerUser] = []
    /// Whether it has the simulated phone and shop, and simulated phones may get cards.
    package var isSimulator = false
    /// The program that delivers messages with codes; nil: they are not delivered.
    package var deliveryProgram: String?
    /// The time limit for one message.
    package var deliverySeconds = 10.0
    /// Takes a line about a message that was not delivered, without its code.
    package var notice: (@Sendable (String) -> Void)?
    /// PEM; nil: plain HTTP.
    package var tls: (certificate: String, key: Secret)?
    /// A customer's requests: at once, and per second.
    package var burst = 400
    package var perSecond: Double = 200
    /// Wrong passwords for a name at once from one network or known device; then one every 12 s. A
    /// network may have five times as many for all names.
    package var signIns = 10
    /// Connections from one address at a time, of `Acceptor.mostConnections` in all.
    package var connectionsPerAddress = 256
    /// The time limit for a request, from the start of the connection, or the previous answer, to
    /// the end of the answer.
    package var requestSeconds = 30.0
    /// The time without bytes during a request or between two.
    package var silenceSeconds = 10.0
    /// The time limit for a TLS handshake, from the start of the connection. It is enforced at most
    /// a fifth too late.
    package var handshakeSeconds = 2.5
    /// The time between heartbeats of an event stream.
    package var heartbeatSeconds = 15.0
    package var clock: IssuerClock = .system
    package var random: IssuerRandom = .system
    /// Takes a line of the access log without its end.
    package var log: (@Sendable (String) -> Void)?
    package init() {}
  }

  /// The port that it listens on.
  package let port: UInt16
  let options: Options
  package let ledger: any Ledger
  /// The current users.
  let users: Locked<[ServerUser]>
  let sessions: Sessions
  let clientTokens: ClientTokens
  let limit: RateLimit
  let signInLimits: SignInLimits
  /// The limit for an address: five times that for a name.
  let addressLimit: RateLimit
  /// The same for invalid access tokens, so that these do not prevent signing in.
  let tokenLimit: RateLimit
  let hashing = TimedSemaphore(4)
  let metrics = Metrics()
  let listeners: EventListeners
  let pages = CardPageCache()
  let stopSignal = StopSignal()
  let deliveries = DeliveryQueue(atOnce: 8, waiting: 1000)
  /// Locked memory for signed-in customers: each may have two of the longest requests.
  let budget = ArenaBudget(bytes: 160 * 1024, each: 104 * 1024)
  /// Locked memory for signing in, by address.
  let signInBudget = ArenaBudget(bytes: 96 * 1024, each: 32 * 1024)
  let credentials: [[UInt8]]
  /// Complete paths, with `Wire.base`.
  let tokenPath: String
  let revocationPath: String
  private let issuers = Locked<[CustomerID: Issuer]>([:])
  let connections: ConnectionTable
  private let daemon: Locked<Daemon?>
  let isDraining = Atomic<Bool>(false)
  /// A check of the ledger found damage.
  let isDamaged = Atomic<Bool>(false)
  let watch = Locked<FileWatch?>(nil)
  let inFlight = Atomic<Int>(0)
  let requestIDs = RequestIDs()

  /// Starts to listen.
  ///
  /// - Throws: `.unavailable` if the address is not available.
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
    let reference = ServerReference(
      hasTLS: options.tls != nil, connectionsPerAddress: options.connectionsPerAddress)
    connections = reference.connections
    let daemon = try Daemon(options, reference)
    port = daemon.port
    self.daemon = Locked(daemon)
    reference.set(self)
    daemon.startAccepting()
    startHeartbeat()
    startClosingSlow()
    watchFile()
    startBackgroundWork()
  }

  /// Closes the listening socket, answers the requests in progress for at most `seconds`, and ends.
  package func stop(within seconds: Int = 5) {
    let daemon = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let daemon else { return }
    isDraining.store(true, ordering: .relaxed)
    daemon.stopAccepting()
    stopSignal.end()
    watch.withLock { $0 = nil }
    listeners.close()
    let end = monotonicMicroseconds() + Int64(seconds) * 1_000_000
    while inFlight.load(ordering: .relaxed) > 0, monotonicMicroseconds() < end { usleep(2000) }
    abandonDeliveries()
    daemon.stop()
  }

  /// Each customer has an engine, so that events go only to them.
  func issuer(of customer: CustomerID) -> Issuer {
    issuers.withLock { issuers in
      if let issuer = issuers[customer] { return issuer }
      let issuer = Issuer(
        ledger: ledger,
        environment: IssuerEnvironment(
          clock: options.clock, random: options.random, isSimulation: options.isSimulator,
          sendsMessages: options.isSimulator || options.deliveryProgram != nil))
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
  let connectionsPerAddress: Int

  init(hasTLS: Bool, connectionsPerAddress: Int) {
    self.hasTLS = hasTLS
    self.connectionsPerAddress = connectionsPerAddress
  }

  private let target = Locked<Weak>(Weak(server: nil))
  func set(_ server: WalletServer) { target.withLock { $0 = Weak(server: server) } }
  var server: WalletServer? { target.withLock { $0.server } }
}
