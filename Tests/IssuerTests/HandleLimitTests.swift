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
  private let ledger: VaultLedger
  private let clock: IssuerClock
  private static let limit = 1000

  /// The time stands still, so that no handle expires on a busy machine.
  init() throws {
    let moment = IssuerClock.system.moment
    clock = IssuerClock(now: { moment.wall }, boot: { moment.boot })
    ledger = try Vault.demo(clock: clock)
    backend = LocalBackend(ledger: ledger, clock: clock)
  }

  private func perform<O: WalletOperation>(_ operation: O) async throws -> O.Response {
    var context = backend.context
    context.idempotencyKey = "\(UInt64.random(in: 0...UInt64.max))"
    return try await backend.perform(operation, context)
  }

  private func make() async throws -> PaymentHandle {
    try await perform(CreatePaymentHandle(try Self.request()))
  }

  private static func request() throws -> PaymentHandleRequest {
    let number = try #require(Scenario.frictionless.testNumber(.visa))
    let card = EnteredCard(
      number: Array(number.utf8).withUnsafeBytes { Secret(copying: $0) },
      expiry: CardExpiry(month: 9, year: 2035),
      cvv: Array("123".utf8).withUnsafeBytes { Secret(copying: $0) }, holderName: "Ana Petrova")
    return PaymentHandleRequest(
      .entered(card), at: "zalando",
      PaymentOptions(amount: 2490, currency: Currency("EUR"), merchantRefNum: "a", accountID: ""))
  }

  /// Adds handles of this status, whose ids are `COMPLETED-0` and so on.
  private func add(_ count: Int, _ status: PaymentHandleStatus, like id: String) throws {
    let found = try ledger.read { reader throws(WalletError) in
      try reader.get(PaymentHandleRecord.self, id, of: ledger.owner)
    }
    var record = try #require(found)
    record.handle.status = status
    try ledger.write { writer throws(WalletError) in
      for number in 0..<count {
        record.handle.id = "\(status.rawValue)-\(number)"
        try writer.put(record, of: ledger.owner)
      }
    }
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

  /// Handles that can be used do not keep those behind them that have ended.
  @Test func handlesThatHaveEndedMakeRoomBehindOthers() async throws {
    let first = try await make()
    try add(19, .payable, like: first.id)
    try add(Self.limit - 20, .completed, like: first.id)
    for _ in 0..<5 { _ = try await make() }
    let kept = try await handles
    let ids = Set(kept.map(\.id))
    #expect(kept.count == Self.limit && kept.count { $0.status == .payable } == 25)
    #expect(ids.contains(first.id) && ids.contains("PAYABLE-18"))
    #expect(!ids.contains("COMPLETED-4") && ids.contains("COMPLETED-5"))
  }

  /// D38: whether a customer's token was used is known longer than the handle.
  @Test func aTokenIsGoodOnceAlsoAfterItsHandle() throws {
    let owner = ledger.owner
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(clock: clock))
    let shop = issuer.shopBackEnd
    let context = RequestContext(customerID: owner, sessionID: "s", deviceID: "d")
    func make(with token: CustomerToken?) throws -> ShopBackEnd.Handle {
      try shop.createHandle(try Self.request(), customerToken: token, of: owner)
    }
    let token = shop.customerToken(of: owner).token
    let first = try make(with: token)
    #expect(try issuer.perform(UsePaymentHandle(first.token), context).status == .completed)
    try add(Self.limit - 1, .completed, like: first.handle.id)
    _ = try make(with: nil)
    let gone = #expect(throws: WalletError.self) { try shop.handle(first.handle.id, of: owner) }
    #expect(gone?.code == .notFound)
    let refused = #expect(throws: WalletError.self) { try make(with: token) }
    #expect(refused?.code == .notFound)
    // Control: another token is good.
    #expect(try make(with: shop.customerToken(of: owner).token).handle.status == .payable)
  }
}
