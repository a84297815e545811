import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

@testable import ClientTesting
@testable import RemoteBackend

/// The transport of `ServerConformanceTests` finds what a connection would.
struct MemoryTransportTests {
  private static func send(_ path: String, _ change: (inout TransferRequest) -> Void = { _ in })
    async throws -> WireResponse
  {
    var options = WalletServer.Options()
    options.address = nil
    let server = try WalletServer.start(try Vault.demo(), options)
    defer { server.stop(within: 0) }
    #expect(server.port == 0)
    let profile = try RemoteProfile(server: "http://127.0.0.1", insecureLoopback: true)
    let transport = MemoryTransport(to: server, profile)
    defer { transport.stop() }
    var request = TransferRequest(url: profile.origin + path, method: "GET")
    request.time = generousTime.inMilliseconds
    change(&request)
    return try await transport.send(request)
  }

  @Test func anAnswerIsReadFromItsHTTP() async throws {
    let answer = try await Self.send("/healthz")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Security-Policy") == "default-src 'none'")
    #expect(answer.header(Wire.requestID) != nil)
    #expect(answer.body.withBytes { $0.elementsEqual("ok\n".utf8) })
  }

  @Test func anAnswerThatIsTooLongIsRefused() async throws {
    let failure = await #expect(throws: TransferFailure.self) {
      try await Self.send("/openapi.json") { $0.limit = 1000 }
    }
    #expect(failure?.error.code == .netTooLarge)
  }

  @Test func aSecretAnswerIsInLockedMemory() async throws {
    let answer = try await Self.send("/healthz") { $0.answersSecret = true }
    let isSecret = if case .secret = answer.body { true } else { false }
    #expect(isSecret)
  }

  /// As on a connection.
  @Test func aLineEndInAHeaderBeginsAnotherHeader() async throws {
    let answer = try await Self.send("/healthz") { $0.headers = ["X: a\r\nHost: b"] }
    #expect(answer.status == 400)
  }

  @Test func aSignInIsNeededForEvents() async throws {
    let answer = try await Self.send(Wire.base + WireNews.path) { $0.time = nil }
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == "Bearer realm=\"Prepaid Cards\"")
  }
}
