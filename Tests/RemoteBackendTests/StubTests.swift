import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// A server with the published interface that is not walletd.
@Suite struct StubTests {
  @Test func cardsAreListedAndChanged() async throws {
    let stub = try HelperProcess.stub()
    let backend = try await stub.signIn()
    #expect(backend.context.scopes == [.wallet, .pciDss])
    let list = try await backend.perform(ListCards(CardQuery(limit: 10)))
    #expect(list.cards.map(\.id) == [stubCard])
    #expect(list.cards.first?.lastFour == "5043")
    let card = try await backend.change(
      SetCardStatus(stubCard, .locked, reason: "Locked by the cardholder"), key: "k1")
    #expect(card.status == .locked)
    #expect(try await backend.perform(GetCard(stubCard)).status == .locked)
    let missing = await backend.failure(GetCard(CardID("../../secret?x=1")))
    #expect(missing?.code == .notFound)
    let log = try await stub.log()
    #expect(log.last?.hasSuffix("/cards/..%2F..%2Fsecret%3Fx%3D1") == true)
  }

  @Test func detailsAreRevealedAfterACode() async throws {
    let stub = try HelperProcess.stub()
    let backend = try await stub.signIn()
    let refused = await backend.failure(GetSecureDetails(stubCard))
    #expect(refused?.code == .scaRequired)
    let event = try #require(refused?.scaEvent)
    #expect(event.id == ScaEventID("not-a-uuid/1"))
    _ = try await backend.perform(CreateChallenge(event.reference, .sms))
    let wrong = try await backend.perform(SubmitAttempt(event.reference, code: secret("000000")))
    #expect(wrong.status == .rejected)
    let right = try await backend.perform(SubmitAttempt(event.reference, code: secret("123456")))
    #expect(right.status == .verified)
    var context = backend.context
    context.sca = event.reference
    let details = try await backend.perform(GetSecureDetails(stubCard), context)
    #expect(details.pan.matches(secret("4748365822915043")))
    #expect(details.cvv.matches(secret("233")))
    #expect(details.holderName == "Mollie Bazhaev")
  }

  /// The server cannot seal answers. This is accepted unless the profile requires it.
  @Test func sealedAnswersAreRequiredOnlyIfConfigured() async throws {
    let stub = try HelperProcess.stub()
    let backend = try await stub.signIn { $0.requiresSealed = true }
    let event = try #require(await backend.failure(GetSecureDetails(stubCard))?.scaEvent)
    _ = try await backend.perform(CreateChallenge(event.reference, .sms))
    _ = try await backend.perform(SubmitAttempt(event.reference, code: secret("123456")))
    var context = backend.context
    context.sca = event.reference
    let error = await #expect(throws: WalletError.self) {
      try await backend.perform(GetSecureDetails(stubCard), context)
    }
    #expect(error?.code == .netAnswer && error?.details.map(\.english) == ["body must be sealed"])
  }

  @Test func aWrongPasswordIsRefused() async throws {
    let stub = try HelperProcess.stub()
    let error = await #expect(throws: WalletError.self) {
      try await RemoteBackend.signIn(
        try stub.profile(), user: "alice", password: secret("wrong & +"))
    }
    #expect(error?.code == .unauthorized)
  }

  /// The token is refused, and forty requests notice it at the same time. It is renewed once.
  @Test func aTokenIsRenewedOnceForAllRequests() async throws {
    let stub = try HelperProcess.stub("--stale")
    let backend = try await stub.signIn()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 { group.addTask { _ = try await backend.perform(GetCard(stubCard)) } }
      try await group.waitForAll()
    }
    #expect(try await stub.log().filter { $0.hasSuffix("/token") }.count == 2)
  }

  @Test func anExpiredSignInIsReported() async throws {
    let stub = try HelperProcess.stub("--stale", "--no-refresh")
    let backend = try await stub.signIn()
    #expect(await backend.failure(GetCard(stubCard))?.code == .unauthorized)
    #expect(try await stub.log().filter { $0.hasSuffix("/token") }.count == 1)
  }

  @Test(.timeLimit(.minutes(10))) func eventsAreReceived() async throws {
    let stub = try HelperProcess.stub()
    let here = try await stub.signIn()
    var news = here.events().makeAsyncIterator()
    // The connection exists when the stub has seen it.
    try await eventually("the request for events", seconds: 600) {
      try await stub.log().contains("GET " + Wire.base + "/events")
    }
    let there = try await stub.signIn()
    for event in WalletEvent.allChanged { #expect(await news.next() == event) }
    for (key, status) in [("a", CardStatus.locked), ("b", .active)] {
      _ = try await there.change(SetCardStatus(stubCard, status, reason: "Test"), key: key)
      #expect(await news.next() == .cardsChanged([stubCard]))
    }
  }
}
