import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// A network with faults (R6, R7, R10, S14): each fault has its own error, and an effect happens
/// once.
@Suite struct FaultTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let fault: String
    let code: ErrorCode?
    /// The number of times that a read is sent.
    let sent: Int
    var testDescription: String { fault }
  }

  @Test(arguments: [
    Broken(fault: "none", code: nil, sent: 0),
    Broken(fault: "delay 0.2", code: nil, sent: 1),
    Broken(fault: "reset", code: .netLost, sent: 4),
    Broken(fault: "refuse", code: .netLost, sent: 4),
    Broken(fault: "reset first=3", code: nil, sent: 4),
    Broken(fault: "cut 0", code: .netLost, sent: 4),
    Broken(fault: "cut 12", code: .netLost, sent: 4),
    Broken(fault: "cut 60", code: .netLost, sent: 4),
    Broken(fault: "cut 200", code: .netLost, sent: 4),
    Broken(fault: "status 503 first=2", code: nil, sent: 3),
    Broken(fault: "status 503", code: .unavailable, sent: 4),
    Broken(fault: "status 429 0 first=1", code: nil, sent: 2),
    // This pause exceeds the deadline, so it is not waited for.
    Broken(fault: "status 429 600 first=1", code: .rateLimited, sent: 1),
    Broken(fault: "status 500 first=1", code: .internalError, sent: 1),
    Broken(fault: "garbage", code: .netAnswer, sent: 1),
    Broken(fault: "notjson", code: .netAnswer, sent: 1),
    Broken(fault: "badstatus", code: .netAnswer, sent: 1),
    Broken(fault: "huge", code: .netTooLarge, sent: 1),
    Broken(fault: "hugehead", code: .netTooLarge, sent: 1),
    Broken(fault: "longhead", code: .netTooLarge, sent: 1),
    Broken(fault: "chunkjunk", code: .netAnswer, sent: 1),
    Broken(fault: "longer", code: .netLost, sent: 4),
    Broken(fault: "shorter", code: .netAnswer, sent: 1),
    Broken(fault: "flip", code: .netAnswer, sent: 1),
    Broken(fault: "duplicate", code: nil, sent: 1),
    Broken(fault: "close first=3", code: nil, sent: 4),
    Broken(fault: "resetat 100", code: .netLost, sent: 4),
    Broken(fault: "redirect 301 https://example.com/", code: .netRedirect, sent: 1),
    Broken(fault: "redirect 302 /count", code: .netRedirect, sent: 1),
    Broken(fault: "redirect 307 /count", code: .netRedirect, sent: 1),
    Broken(fault: "redirect 308 http://127.0.0.1:1/", code: .netRedirect, sent: 1),
  ])
  func readsSayWhatBroke(_ broken: Broken) async throws {
    let stub = try HelperProcess.stub()
    let faults = try HelperProcess.faults(before: stub)
    let backend = try await faults.signIn()
    try faults.fault(broken.fault)
    let error = await backend.failure(GetCard(stubCard))
    // A connection may be reset before or after its handshake.
    let isReset = broken.fault == "refuse" && error?.code == .netOffline
    #expect(error?.code == broken.code || isReset, "\(String(describing: error))")
    // Nothing can have changed.
    #expect(error?.advice?.english.contains("what has changed") != true)
    try faults.fault("none")
    let asked = try await stub.log().filter { $0.contains("/cards/") }.count
    // A request that the fault blocks is not in the stub's log.
    let letsThrough = ![
      "refuse", "status", "redirect", "garbage", "notjson", "huge", "badstatus", "longhead",
    ].contains { broken.fault.hasPrefix($0) }
    if letsThrough { #expect(asked == max(1, broken.sent)) }
  }

  @Test(arguments: [
    ("reset", 4), ("reset first=1", 2), ("garbage", 1), ("redirect 307 /", 1), ("status 503", 4),
  ])
  func theNumberOfAttemptsDependsOnTheFault(_ fault: String, _ sent: Int) async throws {
    let stub = try HelperProcess.stub()
    let faults = try HelperProcess.faults(before: stub)
    let backend = try await faults.signIn()
    try faults.fault(fault)
    _ = await backend.failure(GetCard(stubCard))
    #expect(try await faults.count() == sent)
  }

  /// "We've just sent you a code" has to be shown to the user, not waited for.
  @Test(arguments: [("status 429 0 first=1", 1), ("status 503 first=1", 2), ("reset first=1", 2)])
  func aRateLimitForCodesIsNotWaitedFor(_ fault: String, _ sent: Int) async throws {
    let stub = try HelperProcess.stub()
    let faults = try HelperProcess.faults(before: stub)
    let backend = try await faults.signIn()
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
    let stub = try HelperProcess.stub()
    let faults = try HelperProcess.faults(before: stub)
    let backend = try await faults.signIn()
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
    let stub = try HelperProcess.stub()
    let faults = try HelperProcess.faults(before: stub)
    let backend = try await faults.signIn()
    var context = backend.context
    context.sca = ScaReference(eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))
    try faults.fault("reset first=1")
    let error = await #expect(throws: WalletError.self) {
      try await backend.perform(GetSecureDetails(stubCard), context)
    }
    #expect(error?.code == .netLost)
    #expect(try await faults.count() == 1)
  }

  @Test func anUnreachableServerIsReported() async throws {
    var stub: HelperProcess? = try HelperProcess.stub()
    let (backend, url) = (try await #require(stub).signIn(), try #require(stub).url)
    stub = nil
    let port = try HeldPort(of: url)
    defer { withExtendedLifetime(port) {} }
    for _ in 0..<2 {
      let error = await backend.failure(GetCard(stubCard))
      #expect(error?.code == .netOffline)
    }
    // After eight failures in a row, no requests are sent for a while.
    let error = await backend.failure(GetCard(stubCard))
    #expect(error?.code == .netOffline)
    #expect((1...5).contains(error?.retryAfter ?? 0))
  }
}
