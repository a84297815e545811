import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ClientTesting
@testable import RemoteBackend

/// Sign-ins and their tokens end with the program. The client waits for the server for 300 ms at
/// most, so a server that gets no time does not hear of it.
@Suite(.serialized) struct SignOffTimingTests {
  private let place: SignOffServer

  init() throws { place = try SignOffServer() }

  private func waitForEnd(of token: Secret) async throws {
    try await eventually("the end of a token", seconds: 60) { try await !place.accepts(token) }
  }

  @Test func theEndOfTheProgramEndsItsSignIns() async throws {
    let backends = [try await place.signIn(), try await place.signIn()]
    var tokens: [Tokens] = []
    for backend in backends { tokens.append(try await backend.signIn.tokens()) }
    let copies = tokens.map { $0.access.copy() }
    for copy in copies { #expect(try await place.accepts(copy)) }
    RemoteBackend.signOff()
    // It waits for the answers, but only for a short time.
    for copy in copies { try await waitForEnd(of: copy) }
    #expect(tokens.allSatisfy { $0.access.isEmpty && $0.refresh?.isEmpty == true })
    #expect(await backends[0].failure(GetProfile())?.code == .unauthorized)
    try await eventually("two revocations", seconds: 60) { place.count("revocation", "204") >= 2 }
    RemoteBackend.signOff()
    #expect(place.count("revocation") == 2)
  }

  @Test func aReleasedBackendEndsItsSignIn() async throws {
    var backend: RemoteBackend? = try await place.signIn()
    let copy = try await backend?.signIn.tokens().access.copy()
    backend = nil
    try await waitForEnd(of: try #require(copy))
  }

  @Test func signingInAgainEndsThePreviousSignIn() async throws {
    let backend = try await place.signIn()
    let old = try await backend.signIn.tokens().access.copy()
    try await backend.signInAgain(secret("sesame"))
    try await waitForEnd(of: old)
    _ = try await backend.perform(GetProfile())
    let error = await #expect(throws: WalletError.self) {
      try await backend.signInAgain(secret("wrong"))
    }
    #expect(error?.code == .unauthorized)
    // A wrong password does not affect the current sign-in.
    _ = try await backend.perform(GetProfile())
    RemoteBackend.signOff()
  }

  @Test func signingOffDoesNotWaitForASilentServer() async throws {
    let backend = try await place.signIn()
    place.server.stop(within: 0)
    RemoteBackend.signOff()
    #expect(await backend.failure(GetProfile())?.code == .unauthorized)
  }
}
