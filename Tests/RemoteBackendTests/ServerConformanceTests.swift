import ChildProcess
import Conformance
import Foundation
import Issuer
import RemoteBackend
import Secrets
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

@testable import HTTPClient

/// The conformance suite over HTTP and HTTPS. The cases run one after the other, because each has
/// its own server and clients, and locked memory is limited.
@Suite(.serialized) struct ServerConformanceTests {
  @Test(.timeLimit(.minutes(10)), arguments: Conformance.cases, [false, true])
  func holds(_ rule: ConformanceCase, isSecure: Bool) async throws {
    let clock = TestClock(IssuerClock.system.now())
    let certificate = isSecure ? try SelfSigned() : nil
    let place = try ServedWallet(try Vault.demo(), clock, certificate)
    let failures = await rule.run(on: try await place.underTest())
    for failure in failures { Issue.record("\(failure)") }
  }
}

/// A certificate for 127.0.0.1 for one test.
private final class SelfSigned: Sendable {
  private let folder: URL
  /// The file of the client's trusted certificates.
  let file: String
  let certificate: String
  let key: String

  init() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-https-" + UUID().uuidString)
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    file = folder.appendingPathComponent("certificate.pem").path
    let keyFile = folder.appendingPathComponent("key.pem").path
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test \
      -addext subjectAltName=IP:127.0.0.1 -keyout \(keyFile) -out \(file)
      """.split(separator: " ").map(String.init)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl")
    certificate = try String(contentsOfFile: file, encoding: .utf8)
    key = try String(contentsOfFile: keyFile, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A server in this process, with a clock that the test controls.
private final class ServedWallet: Sendable {
  private let ledger: VaultLedger
  private let clock: TestClock
  private let server: WalletServer
  private let certificate: SelfSigned?
  private static let password = secret("correct horse")
  private static let hash = ServerUser.hash(password, isDemo: true) ?? ""

  init(_ ledger: VaultLedger, _ clock: TestClock, _ certificate: SelfSigned?) throws {
    self.ledger = ledger
    self.clock = clock
    self.certificate = certificate
    var options = WalletServer.Options()
    options.clock = IssuerClock(now: { clock.now }, boot: { clock.boot })
    options.isSimulator = true
    options.signIns = 1000
    options.burst = 100_000
    options.clients = [ServerClient(id: "walletui", secret: secret("hush"))]
    options.users = [ledger.owner, CustomerID("someone-else")].map {
      ServerUser(name: $0.rawValue, customer: $0, passwordHash: Self.hash)
    }
    options.tls = certificate.map { ($0.certificate, secret($0.key)) }
    server = try WalletServer.start(ledger, options)
  }

  deinit { server.stop(within: 0) }

  func signIn(_ context: RequestContext) async throws(WalletError) -> RemoteBackend {
    let scheme = certificate == nil ? "http" : "https"
    var profile = try RemoteProfile(
      server: "\(scheme)://127.0.0.1:\(server.port)", insecureLoopback: certificate == nil)
    profile.connection.caFile = certificate?.file
    profile.clientSecret = secret("hush")
    // Our own server seals all answers with secrets.
    profile.requiresSealed = true
    // A busy machine is not a fault of the network.
    profile.totalTime = .seconds(60)
    return try await RemoteBackend.signIn(
      profile, user: context.customerID.rawValue, password: Self.password,
      scopes: context.scopes, deviceID: context.deviceID)
  }

  func underTest() async throws -> BackendUnderTest {
    let context = RequestContext(
      customerID: ledger.owner, sessionID: UUID().uuidString, deviceID: "device")
    let clock = clock
    return BackendUnderTest(
      backend: SignIns(self, try await signIn(context), context), context: context,
      advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
      restart: { [ledger, certificate] in
        try await ServedWallet(ledger, clock, certificate).underTest()
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

  init(_ place: ServedWallet, _ backend: RemoteBackend, _ context: RequestContext) {
    self.place = place
    first = backend
    known = Mutex([Asker(context): backend])
  }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
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

  func events() -> AsyncStream<WalletEvent> { first.events() }
}
