import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// How often a request is sent to a server with faults (R6, R7).
@Suite struct FaultTests {
  private let stub: HelperProcess
  private let faults: HelperProcess
  private let backend: RemoteBackend

  init() async throws {
    stub = try HelperProcess.stub()
    faults = try HelperProcess.faults(before: stub)
    backend = try await faults.signIn()
  }

  @Test(arguments: [
    ("reset", 4), ("reset first=1", 2), ("garbage", 1), ("redirect 307 /", 1), ("status 503", 4),
  ])
  func theNumberOfAttemptsDependsOnTheFault(_ fault: String, _ sent: Int) async throws {
    try faults.fault(fault)
    _ = await backend.failure(GetCard(stubCard))
    #expect(try await faults.count() == sent)
  }

  /// "We've just sent you a code" has to be shown to the user, not waited for.
  @Test(arguments: [("status 429 0 first=1", 1), ("status 503 first=1", 2), ("reset first=1", 2)])
  func aRateLimitForCodesIsNotWaitedFor(_ fault: String, _ sent: Int) async throws {
    try faults.fault(fault)
    var context = backend.context
    context.idempotencyKey = "once"
    let reference = ScaReference(
      eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))
    let operation = CreateChallenge(reference, ScaVerification(method: .otp, channel: .sms))
    let error = await #expect(throws: WalletError.self) {
      try await backend.perform(operation, context)
    }
    #expect((error?.code == .rateLimited) == (sent == 1), "\(error as Any)")
    #expect(try await faults.count() == sent)
  }

  /// R7: the answer is lost, and the request is sent again with the same key. It has one effect.
  @Test func onlyChangesWithAKeyAreSentAgain() async throws {
    let lock = SetCardStatus(stubCard, .locked, reason: "Locked by the cardholder")
    try faults.fault("reset first=1")
    #expect(try await backend.change(lock, key: "once").status == .locked)
    #expect(try await faults.count() == 2)
    try faults.fault("reset first=1")
    let lost = await backend.failure(lock)
    #expect(lost?.code == .netLost)
    #expect(lost?.advice?.english.contains("what has changed") == true)
    #expect(try await faults.count() == 1, "without a key nothing is sent twice")
  }

  /// A grant for a reveal can be used once, so the request is not sent again when the answer is
  /// lost.
  @Test func requestsWithASingleUseGrantAreSentOnce() async throws {
    var context = backend.context
    context.sca = ScaReference(eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))
    try faults.fault("reset first=1")
    let error = await #expect(throws: WalletError.self) {
      try await backend.perform(GetSecureDetails(stubCard), context)
    }
    #expect(error?.code == .netLost)
    #expect(try await faults.count() == 1)
  }
}
