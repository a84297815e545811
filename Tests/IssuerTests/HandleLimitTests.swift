import Issuer
import Secrets
import Testing
import ThreeDSecure
import VaultLedger
import WalletAPI
import WalletModel

/// How many payment handles are kept.
struct HandleLimitTests {
  private let backend: LocalBackend
  private static let limit = 1000

  /// The time stands still, so that no handle expires on a busy machine.
  init() throws {
    let moment = IssuerClock.system.moment
    let clock = IssuerClock(now: { moment.wall }, boot: { moment.boot })
    backend = LocalBackend(ledger: try Vault.demo(clock: clock), clock: clock)
  }

  private func perform<O: WalletOperation>(_ operation: O) async throws -> O.Response {
    var context = backend.context
    context.idempotencyKey = "\(UInt64.random(in: 0...UInt64.max))"
    return try await backend.perform(operation, context)
  }

  private func make() async throws -> PaymentHandle {
    let number = try #require(Scenario.frictionless.testNumber(.visa))
    let card = EnteredCard(
      number: Array(number.utf8).withUnsafeBytes { Secret(copying: $0) },
      expiry: CardExpiry(month: 9, year: 2035),
      cvv: Array("123".utf8).withUnsafeBytes { Secret(copying: $0) }, holderName: "Ana Petrova")
    return try await perform(
      CreatePaymentHandle(
        PaymentHandleRequest(
          .entered(card), at: "zalando",
          PaymentOptions(
            amount: 2490, currency: Currency("EUR"), merchantRefNum: "a", accountID: ""))))
  }

  private var handles: [PaymentHandle] {
    get async throws {
      try await perform(ListPaymentHandles(PaymentHandleQuery(limit: Self.limit))).handles
    }
  }

  /// The oldest that have ended make room. Those that can be used stay, and nothing more is made.
  @Test func theOldestThatHaveEndedAreRemoved() async throws {
    var made: [String] = []
    for _ in 0..<Self.limit {
      let handle = try await make()
      let token = try await perform(GetPaymentToken(handle.id))
      #expect(try await perform(UsePaymentHandle(token)).status == .completed)
      made.append(handle.id)
    }
    let next = try await make()
    let kept = try await handles
    #expect(kept.count == Self.limit)
    #expect(kept.map(\.id) == [next.id] + made.dropFirst().reversed())
    for _ in 1..<Self.limit { _ = try await make() }
    let open = try await handles
    #expect(open.count == Self.limit && open.allSatisfy { $0.status == .payable })
    let error = await #expect(throws: WalletError.self) { try await make() }
    #expect(error?.code == .rateLimited && error?.retryAfter == PaymentHandle.timeToLive)
    #expect(try await handles.map(\.id) == open.map(\.id))
  }
}
