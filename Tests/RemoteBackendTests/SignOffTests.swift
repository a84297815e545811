import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ClientTesting
@testable import RemoteBackend

/// What the client does at the end of a sign-in. It gives the server 300 ms to hear of it;
/// `SignOffTimingTests` has what the server does then.
@Suite(.serialized) struct SignOffTests {
  private let place: SignOffServer

  init() throws { place = try SignOffServer() }

  @Test func aLongSecretIsSentCompletely() async throws {
    _ = try await place.signInWithLongSecret()
  }

  @Test func aSignInThatWasEndedHasNoTokens() async throws {
    let backend = try await place.signIn()
    let tokens = try await backend.signIn.tokens()
    backend.signIn.signOff {}
    #expect(await backend.failure(GetProfile())?.code == .unauthorized)
    // After the server's answer, or without one.
    try await eventually("the end of the tokens", seconds: 600) {
      tokens.access.isEmpty && tokens.header.isEmpty && tokens.refresh?.isEmpty == true
    }
  }

  /// Then there is nothing left to end, and no reference remains.
  @Test func anEndedSignInIsForgotten() async throws {
    var backend: RemoteBackend? = try await place.signIn()
    weak let signIn = backend?.signIn
    #expect(place.server.replaceUsers([]) == 1)
    #expect(await backend?.failure(GetProfile())?.code == .unauthorized)
    #expect(signIn != nil)
    backend = nil
    try await eventually("the end of the sign-in", seconds: 600) { signIn == nil }
  }
}
