import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Calls the backend for a case and collects the violations.
final class Wallet: Sendable {
  private let state: Mutex<(under: BackendUnderTest, failures: [String])>

  init(_ under: BackendUnderTest) { state = Mutex((under, [])) }

  var under: BackendUnderTest { state.withLock { $0.under } }
  var context: RequestContext { under.context }
  var now: Timestamp { under.now() }
  var failures: [String] { state.withLock { $0.failures } }

  func advance(_ seconds: Int64, milliseconds: Int64 = 0) {
    under.advance(seconds * 1000 + milliseconds)
  }

  func restart() async throws {
    let new = try await under.restart()
    state.withLock { $0.under = new }
  }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext? = nil)
    async throws(WalletError) -> O.Response
  {
    let under = under
    return try await under.backend.perform(operation, context ?? under.context)
  }

  // Expectations.

  func fail(_ what: String, line: Int) {
    state.withLock { $0.failures.append("line \(line): \(what)") }
  }

  func expect(_ holds: Bool, _ what: String, line: Int = #line) {
    if !holds { fail(what, line: line) }
  }

  func equal<T: Equatable>(_ found: T, _ wanted: T, _ what: String = "", line: Int = #line) {
    if found != wanted { fail("\(what) is \(found), not \(wanted)", line: line) }
  }

  /// Expects that the operation fails with this code.
  @discardableResult
  func refuse<O: WalletOperation>(
    _ code: ErrorCode, _ operation: O, _ context: RequestContext? = nil, line: Int = #line
  ) async -> WalletError? {
    do throws(WalletError) {
      _ = try await perform(operation, context)
      fail("\(O.contract.name) went through instead of \(code)", line: line)
      return nil
    } catch {
      equal(error.code, code, O.contract.name, line: line)
      return error
    }
  }

  /// Expects that the operation is refused for exactly these fields.
  func refuse<O: WalletOperation>(fields: [String], _ operation: O, line: Int = #line) async {
    let error = await refuse(.fieldErrors, operation, line: line)
    equal(error?.fieldErrors.map(\.field) ?? [], fields, "fields", line: line)
  }

  // Steps that many cases use.

  /// The card of the sample with this name.
  func card(_ alias: String, _ include: Set<CardInclude> = []) async throws -> Card {
    let list = try await perform(ListCards(CardQuery(include: include)))
    guard let card = list.cards.first(where: { $0.alias == alias }) else {
      throw WalletError(.notFound, details: [.verbatim("The sample has no card \(alias).")])
    }
    return card
  }

  /// The event in the answer to the operation.
  func event<O: WalletOperation>(
    of operation: O, _ context: RequestContext? = nil, line: Int = #line
  ) async throws -> ScaEvent {
    let error = await refuse(.scaRequired, operation, context, line: line)
    guard let event = error?.scaEvent else {
      throw WalletError(.internalError, details: [.verbatim("No event at line \(line).")])
    }
    return event
  }

  static let sms = ScaVerification(method: .otp, channel: .sms)
  static let email = ScaVerification(method: .otp, channel: .email)
  static let app = ScaVerification(method: .otp, channel: .authenticator)

  /// The last code that the phone has received.
  func codeOnPhone(_ channel: ScaChannel = .sms) async throws -> Secret {
    let messages = try await perform(ListPhoneMessages())
    guard let code = messages.first(where: { $0.channel == channel })?.code else {
      throw WalletError(.internalError, details: [.verbatim("The phone shows no code.")])
    }
    return code
  }

  /// Sends a code for the event.
  @discardableResult
  func challenge(_ event: ScaEvent, by way: ScaVerification = sms)
    async throws(WalletError) -> ScaChallenge
  { try await perform(CreateChallenge(event.reference, way)) }

  /// Sends a code for the event, and reads it on the phone.
  func code(for event: ScaEvent) async throws -> Secret {
    try await challenge(event)
    return try await codeOnPhone()
  }

  func submit(_ code: Secret, for event: ScaEvent) async throws(WalletError) -> ScaAttempt {
    try await perform(SubmitAttempt(event.reference, code: code))
  }

  /// Sends a code, reads it on the phone and submits it.
  func authorise(_ event: ScaEvent, by way: ScaVerification = sms, line: Int = #line)
    async throws -> RequestContext
  {
    try await challenge(event, by: way)
    let code = try await codeOnPhone(way.channel ?? .sms)
    equal(try await submit(code, for: event).status, .verified, "attempt", line: line)
    return context(with: event)
  }

  func context(with event: ScaEvent) -> RequestContext {
    var context = context
    context.sca = event.reference
    return context
  }

  /// Carries out the operation with all confirmations that it needs.
  func authorised<O: WalletOperation>(_ operation: O, line: Int = #line)
    async throws -> O.Response
  {
    try await perform(operation, try await grant(for: operation, line: line))
  }

  /// The context with the confirmation that the operation needs.
  func grant<O: WalletOperation>(
    for operation: O, _ context: RequestContext? = nil, by way: ScaVerification = sms,
    line: Int = #line
  ) async throws -> RequestContext {
    try await authorise(try await event(of: operation, context, line: line), by: way, line: line)
  }

  /// The context of a change of this version.
  func version(_ version: Int) -> RequestContext {
    var context = context
    context.expectedVersion = version
    return context
  }

  /// The context of a change that may be repeated.
  func keyed(_ key: String) -> RequestContext {
    var context = context
    context.idempotencyKey = key
    return context
  }

  /// Pays with a card in the simulated shop.
  func sale(_ card: PresentedCard, _ amount: Int64 = 1_00, at shop: String = "cafe-lumiere")
    async throws(WalletError) -> ShopReceipt
  { try await perform(Authorize(card, at: shop, ShopAmount(amount))) }

  /// A code that differs from `code`.
  func wrong(_ code: Secret) -> Secret {
    Secret(count: 6) { digits in
      code.withBytes { code in
        for index in 0..<6 { digits[index] = (code[index] - 0x30 + 1) % 10 + 0x30 }
      }
    }
  }
}

/// A secret with a value that a test has made up.
func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}
