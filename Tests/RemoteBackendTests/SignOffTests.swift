import Foundation
import Secrets
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

@testable import HTTPClient
@testable import RemoteBackend

/// Sign-ins and their tokens end with the program.
@Suite(.serialized) struct SignOffTests {
  private let server: WalletServer
  private let log = Lines()

  private final class Lines: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ line: String) { list.withLock { $0.append(line) } }
    func count(_ words: String...) -> Int {
      list.withLock { $0.count { line in words.allSatisfy { line.contains($0) } } }
    }
  }

  init() throws {
    let ledger = try Vault.demo()
    var options = WalletServer.Options()
    options.clients = [
      ServerClient(id: "walletui", secret: secret("hush")),
      ServerClient(id: "long", secret: secret(Self.longSecret)),
    ]
    options.users = [
      ServerUser(
        name: "ana", customer: ledger.owner,
        passwordHash: ServerUser.hash(secret("sesame"), isDemo: true) ?? "")
    ]
    options.log = { [log] in log.add($0) }
    server = try WalletServer.start(ledger, options)
  }

  private static let longSecret = String(repeating: "0123456789", count: 100)

  @Test func aLongSecretIsSentCompletely() async throws {
    var profile = try RemoteProfile(
      server: "http://127.0.0.1:\(server.port)", insecureLoopback: true)
    profile.clientID = "long"
    profile.clientSecret = secret(Self.longSecret)
    _ = try await RemoteBackend.signIn(profile, user: "ana", password: secret("sesame"))
    server.stop()
  }

  private func signIn() async throws -> RemoteBackend {
    var profile = try RemoteProfile(
      server: "http://127.0.0.1:\(server.port)", insecureLoopback: true)
    profile.clientSecret = secret("hush")
    profile.signsOff = true
    return try await RemoteBackend.signIn(profile, user: "ana", password: secret("sesame"))
  }

  /// Whether the server still accepts a token.
  private func isGood(_ access: Secret) async throws -> Bool {
    let profile = try RemoteProfile(
      server: "http://127.0.0.1:\(server.port)", insecureLoopback: true)
    let network = NetworkThread(profile.connection)
    defer { network.stop() }
    var request = TransferRequest(
      url: profile.connection.origin + Wire.base + "/profile", method: "GET")
    request.secretHeaders = [secret("Authorization: Bearer " + text(access))]
    request.time = 10_000
    return try await network.send(request).status == 200
  }

  private func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theEndOfTheProgramEndsItsSignIns() async throws {
    let backends = [try await signIn(), try await signIn()]
    var tokens: [Tokens] = []
    for backend in backends { tokens.append(try await backend.signIn.tokens()) }
    let copies = tokens.map { $0.access.copy() }
    for copy in copies { #expect(try await isGood(copy)) }
    RemoteBackend.signOff()
    // It waits for the answers, but only for a short time.
    for copy in copies { while try await isGood(copy) { await Task.yield() } }
    #expect(tokens.allSatisfy { $0.access.isEmpty && $0.refresh?.isEmpty == true })
    #expect(await backends[0].failure(GetProfile())?.code == .unauthorized)
    while log.count("revocation", "204") < 2 { await Task.yield() }
    RemoteBackend.signOff()
    #expect(log.count("revocation") == 2)
    server.stop()
  }

  @Test func aReleasedBackendEndsItsSignIn() async throws {
    var backend: RemoteBackend? = try await signIn()
    let copy = try await backend?.signIn.tokens().access.copy()
    backend = nil
    let token = try #require(copy)
    while try await isGood(token) { await Task.yield() }
    server.stop()
  }

  /// Then there is nothing left to end, and no reference remains.
  @Test func anEndedSignInIsForgotten() async throws {
    var backend: RemoteBackend? = try await signIn()
    weak let signIn = backend?.signIn
    #expect(server.replaceUsers([]) == 1)
    #expect(await backend?.failure(GetProfile())?.code == .unauthorized)
    #expect(signIn != nil)
    backend = nil
    let end = ContinuousClock.now + .seconds(60)
    while signIn != nil && ContinuousClock.now < end { await Task.yield() }
    #expect(signIn == nil)
    server.stop()
  }

  @Test func signingInAgainEndsThePreviousSignIn() async throws {
    let backend = try await signIn()
    let old = try await backend.signIn.tokens().access.copy()
    try await backend.signInAgain(secret("sesame"))
    while try await isGood(old) { await Task.yield() }
    _ = try await backend.perform(GetProfile())
    let error = await #expect(throws: WalletError.self) {
      try await backend.signInAgain(secret("wrong"))
    }
    #expect(error?.code == .unauthorized)
    // A wrong password does not affect the current sign-in.
    _ = try await backend.perform(GetProfile())
    RemoteBackend.signOff()
    server.stop()
  }

  @Test func signingOffDoesNotWaitForASilentServer() async throws {
    let backend = try await signIn()
    server.stop(within: 0)
    RemoteBackend.signOff()
    #expect(await backend.failure(GetProfile())?.code == .unauthorized)
  }
}
