import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// What the screen is told about the way to the server, and about a change without an answer.
@Suite struct ReachTests {
  @Test(
    arguments: [
      ("none", nil), ("reset", true), ("lose 9", true), ("garbage", true), ("status 9 500", true),
      ("status 9 502", true), ("status 9 503", false), ("redirect 307 /", false),
      ("status 9 412", false),
    ] as [(String, Bool?)])
  func aChangeThatMayHaveHappenedSaysSo(_ fault: String, _ mayHaveHappened: Bool?) async throws {
    let stub = try Script.stub()
    let faults = try Script.faults(before: stub)
    let backend = try await faults.signIn()
    try faults.fault(fault)
    let lock = SetCardStatus(stubCard, .locked, reason: "Locked by the cardholder")
    var error: WalletError?
    do throws(WalletError) {
      _ = try await backend.change(lock, key: "once")
    } catch let failure {
      error = failure
    }
    #expect(error?.mayHaveHappened == mayHaveHappened, "\(String(describing: error))")
    // A read changes nothing, whatever becomes of it.
    #expect(await backend.failure(GetCard(stubCard))?.mayHaveHappened != true)
  }

  @Test func whatWasNeverSentHasNotHappened() async throws {
    var stub: Script? = try Script.stub()
    let backend = try await #require(stub).signIn()
    stub = nil
    let lock = SetCardStatus(stubCard, .locked, reason: "Locked by the cardholder")
    let error = await backend.failure(lock)
    #expect(error?.code == .netOffline && error?.mayHaveHappened == false)
  }

  @Test func listenersAreToldOnceThatTheServerIsLost() async throws {
    var stub: Script? = try Script.stub()
    let backend = try await #require(stub).signIn()
    var news = backend.events().makeAsyncIterator()
    #expect(await news.next() == .cardsChanged(nil))
    #expect(await news.next() == .phoneMessage)
    stub = nil
    _ = await backend.failure(GetCard(stubCard))
    guard case .connectionLost(let error)? = await news.next() else {
      Issue.record("nobody said so")
      return
    }
    #expect(error.code.isUnreachable)
    _ = await backend.failure(GetCard(stubCard))
    withExtendedLifetime(backend) {}
  }
}
