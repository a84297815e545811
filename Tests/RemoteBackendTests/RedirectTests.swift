import Conformance
import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// S14: redirects are not followed.
@Suite struct RedirectTests {
  private static let statuses = [301, 302, 303, 307, 308]

  /// The target of a redirect. It counts the requests, and whether they contain an Authorization.
  private struct Target {
    let script: HelperProcess
    init() throws {
      // Nothing listens on this port.
      script = try HelperProcess("faults.py", ["http://127.0.0.1:9"])
      try script.fault("status 200 only=/")
    }

    func sawNothing() async throws -> Bool {
      let (count, authorized) = (try await script.count(), try await script.authorized())
      return count == 0 && authorized == 0
    }
  }

  @Test(.atOnce(3), arguments: statuses, [false, true])
  func operationsDoNotFollowRedirects(_ status: Int, _ isOther: Bool) async throws {
    let (rig, target) = (try Rig(), try Target())
    let person = try await rig.place.person(at: rig.proxy.url)
    let card = try await person.card()
    try rig.proxy.fault("redirect \(status) \(isOther ? target.script.url : "")/elsewhere")
    #expect(await person.wallet.failure(GetProfile())?.code == .netRedirect)
    let lock = SetCardStatus(card.id, .locked, reason: "Test")
    await #expect(throws: WalletError.self) { try await person.wallet.change(lock, key: "k") }
    #expect(try await rig.proxy.count() == 2, "each was sent once, and nothing else")
    #expect(try await target.sawNothing())
  }

  @Test(.atOnce(3), arguments: statuses, [false, true])
  func signInsDoNotFollowRedirects(_ status: Int, _ isOther: Bool) async throws {
    let (rig, target) = (try Rig(), try Target())
    let to = "\(isOther ? target.script.url : "")/elsewhere"
    try rig.proxy.fault("redirect \(status) \(to) only=/")
    let error = await #expect(throws: WalletError.self) {
      try await rig.place.person(at: rig.proxy.url)
    }
    #expect(error?.code == .netRedirect)
    #expect(try await rig.proxy.count() == 1)
    // The same for a renewal.
    try rig.proxy.fault("none")
    let person = try await rig.place.person(at: rig.proxy.url)
    rig.place.clock.advance(milliseconds: 16 * 60_000)
    try rig.proxy.fault("redirect \(status) \(to) only=/token")
    #expect(await person.wallet.failure(GetProfile())?.code == .netRedirect)
    #expect(try await rig.proxy.count() == 1)
    #expect(try await target.sawNothing())
  }

  @Test(.timeLimit(.minutes(10)), arguments: statuses, [false, true])
  func eventStreamsDoNotFollowRedirects(_ status: Int, _ isOther: Bool) async throws {
    let (rig, target) = (try Rig(), try Target())
    let person = try await rig.place.person(at: rig.proxy.url)
    let to = "\(isOther ? target.script.url : "")/elsewhere"
    try rig.proxy.fault("redirect \(status) \(to) only=/")
    let news = person.wallet.events()
    try await rig.waitForRequest()
    #expect(try await target.sawNothing())
    // The operation succeeds when the server stops sending redirects.
    try rig.proxy.fault("none")
    for await event in news {
      if case .changed = event { break }
      if case .connectionRestored = event { break }
    }
  }

  /// Control: the target sees a request that is sent to it.
  @Test func aRequestToTheTargetIsSeen() async throws {
    let target = try Target()
    _ = try? await target.script.signIn()
    #expect(try await target.script.count() == 1)
    #expect(try await target.script.authorized() == 1)
  }
}
