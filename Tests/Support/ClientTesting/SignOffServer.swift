import Secrets
import Synchronization
import VaultLedger
import WalletAPI
import WalletServer

@testable import RemoteBackend

/// A server in this process whose log is counted, and sign-ins that end with the program.
final class SignOffServer: Sendable {
  let server: WalletServer
  private let log: Lines
  private static let longSecret = String(repeating: "0123456789", count: 100)

  private final class Lines: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ line: String) { list.withLock { $0.append(line) } }
    func count(_ words: [String]) -> Int {
      list.withLock { $0.count { line in words.allSatisfy { line.contains($0) } } }
    }
  }

  init() throws {
    let ledger = try Vault.demo()
    var options = WalletServer.Options()
    options.setGenerousLimits()
    options.clients = [
      ServerClient(id: "walletui", secret: secret("hush")),
      ServerClient(id: "long", secret: secret(Self.longSecret)),
    ]
    options.users = [
      ServerUser(
        name: "ana", customer: ledger.owner,
        passwordHash: ServerUser.hash(secret("sesame"), isDemo: true) ?? "")
    ]
    let log = Lines()
    options.log = { log.add($0) }
    self.log = log
    server = try WalletServer.start(ledger, options)
  }

  deinit { server.stop(within: 0) }

  /// The number of lines of the access log with all of these words.
  func count(_ words: String...) -> Int { log.count(words) }

  private func newProfile() throws -> RemoteProfile {
    var profile = try RemoteProfile(
      server: "http://127.0.0.1:\(server.port)", insecureLoopback: true)
    profile.setGenerousLimits()
    return profile
  }

  func signIn() async throws -> RemoteBackend {
    var profile = try newProfile()
    profile.clientSecret = secret("hush")
    profile.signsOff = true
    return try await RemoteBackend.signIn(profile, user: "ana", password: secret("sesame"))
  }

  /// Signs in as a client whose secret has 1,000 characters.
  func signInWithLongSecret() async throws -> RemoteBackend {
    var profile = try newProfile()
    profile.clientID = "long"
    profile.clientSecret = secret(Self.longSecret)
    return try await RemoteBackend.signIn(profile, user: "ana", password: secret("sesame"))
  }

  /// Whether the server still accepts a token.
  func accepts(_ access: Secret) async throws -> Bool {
    let profile = try newProfile()
    let network = NetworkThread(profile)
    defer { network.stop() }
    var request = TransferRequest(url: profile.origin + Wire.base + "/profile", method: "GET")
    let token = access.withBytes { String(decoding: $0, as: UTF8.self) }
    request.secretHeaders = [secret("Authorization: Bearer " + token)]
    request.time = generousTime.inMilliseconds
    return try await network.send(request).status == 200
  }
}
