import Conformance
import Foundation
import Issuer
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

@testable import RemoteBackend

/// The sample wallet on a server in this process, with a clock that the test controls.
final class ServedWallet: Sendable {
  /// In memory the server is below a path, as on a shared host.
  private static let path = "/wallet"

  /// What the requests are carried over.
  enum Way {
    case memory, http, https

    fileprivate var certificates: Certificates? {
      get throws { self == .https ? try Certificates.shared.get() : nil }
    }
  }

  private let ledger: VaultLedger
  private let clock: TestClock
  private let server: WalletServer
  private let way: Way
  private static let password = secret("correct horse")
  private static let hash = ServerUser.hash(password, isDemo: true) ?? ""

  /// A new sample wallet.
  convenience init(over way: Way) throws {
    try self.init(Vault.demo(), TestClock(IssuerClock.system.now()), way)
  }

  /// Carries out a case on a new sample wallet, and records the violations.
  static func check(_ rule: ConformanceCase, over way: Way) async throws {
    let wallet = try ServedWallet(over: way)
    let failures = await rule.run(on: try await wallet.underTest())
    for failure in failures { Issue.record("\(failure)") }
  }

  private init(_ ledger: VaultLedger, _ clock: TestClock, _ way: Way) throws {
    self.ledger = ledger
    self.clock = clock
    self.way = way
    var options = WalletServer.Options()
    options.clock = clock.issuer
    options.monotonicClock = clock.monotonic
    options.isSimulator = true
    options.signIns = 1000
    options.burst = 100_000
    options.setGenerousLimits()
    options.clients = [ServerClient(id: "walletui", secret: secret("hush"))]
    options.users = [ledger.owner, CustomerID("someone-else")].map {
      ServerUser(name: $0.rawValue, customer: $0, passwordHash: Self.hash)
    }
    if way == .memory { (options.address, options.path) = (nil, Self.path) }
    if let certificates = try way.certificates {
      options.tls = (
        try certificates.text("good.pem"), secret(try certificates.text("good.key"))
      )
    }
    server = try WalletServer.start(ledger, options)
  }

  deinit { server.stop(within: 0) }

  var owner: CustomerID { ledger.owner }

  /// - Parameters:
  ///   - change: What is different in the profile.
  ///   - wrap: Puts something between the client and what usually carries its requests.
  func signIn(
    _ context: RequestContext, _ change: (inout RemoteProfile) -> Void = { _ in },
    through wrap: (any Transport) -> any Transport = { $0 }
  ) async throws(WalletError) -> RemoteBackend {
    var profile = try RemoteProfile(
      server: "\(way == .https ? "https" : "http")://127.0.0.1:\(server.port)"
        + (way == .memory ? Self.path : ""),
      insecureLoopback: way != .https)
    profile.caFile = try? way.certificates?.path("ca.pem")
    profile.clientSecret = secret("hush")
    // Our own server seals all answers with secrets.
    profile.requiresSealed = true
    profile.setGenerousLimits()
    change(&profile)
    let transport: any Transport =
      way == .memory ? MemoryTransport(to: server, profile) : NetworkThread(profile)
    return try await RemoteBackend.signIn(
      profile, over: wrap(transport), user: context.customerID.rawValue, password: Self.password,
      scopes: context.scopes, deviceID: context.deviceID)
  }

  func underTest() async throws -> BackendUnderTest {
    let context = RequestContext(
      customerID: ledger.owner, sessionID: UUID().uuidString, deviceID: "device")
    let clock = clock
    return BackendUnderTest(
      backend: SignIns(self, try await signIn(context), context), context: context,
      advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
      restart: { [ledger, way] in
        try await ServedWallet(ledger, clock, way).underTest()
      },
      appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
  }
}

/// Over HTTP a token identifies the sender, so each context of the suite becomes a sign-in. A
/// different customer, session, device or set of scopes is another sign-in.
private final class SignIns: WalletBackend {
  private struct Asker: Hashable {
    let customer: CustomerID
    let session: String
    let device: String
    let scopes: Set<Scope>
    init(_ context: RequestContext) {
      customer = context.customerID
      session = context.sessionID
      device = context.deviceID
      scopes = context.scopes
    }
  }
  private let place: ServedWallet
  private let first: RemoteBackend
  private let known: Mutex<[Asker: RemoteBackend]>
  /// Ends when the event stream is open. The server has no news of what happened before.
  private let opening = Mutex<Task<Void, Never>?>(nil)

  init(_ place: ServedWallet, _ backend: RemoteBackend, _ context: RequestContext) {
    self.place = place
    first = backend
    known = Mutex([Asker(context): backend])
  }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    await opening.withLock { $0 }?.value
    let asker = Asker(context)
    if let backend = known.withLock({ $0[asker] }) {
      do throws(WalletError) {
        return try await backend.perform(operation, context)
      } catch {
        // A sign-in expires, but the contexts of the suite do not. Unknown users are still refused.
        guard
          error.code == .signInIdle
            || error.code == .unauthorized && error.message.english == "You've been signed out"
        else { throw error }
      }
    }
    let backend = try await place.signIn(context)
    known.withLock { $0[asker] = backend }
    return try await backend.perform(operation, context)
  }

  func events() -> AsyncStream<WalletEvent> {
    opening.withLock { opening in
      guard opening == nil else { return first.events() }
      let events = first.events()
      // When it has connected, the client reports that anything may have changed.
      opening = Task {
        var news = events.makeAsyncIterator()
        for _ in WalletEvent.allChanged { _ = await news.next() }
      }
      return events
    }
  }
}
