import Issuer
import PhoneWallet
import Secrets
import Synchronization
import Threads
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// The real backend of the demo wallet. It records the calls, and can hold or lose them.
final class RecordingBackend: WalletBackend {
  let real: LocalBackend
  private let seen = Mutex<[(name: String, context: RequestContext)]>([])
  private let gate = Mutex<AsyncStream<Void>?>(nil)
  private let loss = Mutex(Loss.none)
  private let grace = Mutex(0)

  /// What happens to changes.
  enum Loss: Sendable {
    case none
    /// The request does not arrive.
    case request(ErrorCode)
    /// The change is made, and the answer is lost.
    case answer(ErrorCode)
    /// The server does not support settlement.
    case settlement
  }

  /// - Parameter count: So many changes are made before that.
  func lose(_ what: Loss, after count: Int = 0) {
    grace.withLock { $0 = count }
    loss.withLock { $0 = what }
  }

  /// Changes that are still made; negative: so many came after them.
  var left: Int { grace.withLock { $0 } }

  init() throws(WalletError) { real = LocalBackend(ledger: try Vault.demo()) }

  var contexts: [RequestContext] { seen.withLock { $0.map(\.context) } }
  var names: [String] { seen.withLock { $0.map(\.name) } }

  /// From now on operations wait until the continuation is finished.
  func hold() -> AsyncStream<Void>.Continuation {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    gate.withLock { $0 = stream }
    return continuation
  }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    seen.withLock { $0.append((O.contract.name, context)) }
    if let gate = gate.withLock({ $0 }) {
      for await _ in gate {}
    }
    if O.contract.isRead { return try await real.perform(operation, context) }
    grace.withLock { $0 -= 1 }
    if left >= 0 { return try await real.perform(operation, context) }
    switch loss.withLock({ $0 }) {
    case .settlement where operation is SettleChange: throw WalletError(.notFound)
    case .none, .settlement: return try await real.perform(operation, context)
    case .request(let code): throw WalletBackendFailure.lost(code)
    case .answer(let code):
      _ = try? await real.perform(operation, context)
      throw WalletBackendFailure.lost(code)
    }
  }

  func events() -> AsyncStream<WalletEvent> { real.events() }

  func service(
    devices: any DeviceStore = MemoryDeviceStore(), book: (any ChangeBook)? = nil,
    policy: RevealPolicy = RevealPolicy(), clock: MonotonicClock = ManualMonotonicClock().clock
  ) -> WalletService {
    WalletService(
      backend: self, context: real.context, book: book, devices: devices, policy: policy,
      clock: clock)
  }
}

enum WalletBackendFailure {
  /// The error of a backend that cannot tell whether the change was made.
  static func lost(_ code: ErrorCode) -> WalletError {
    var error = WalletError(code)
    error.mayHaveHappened = true
    return error
  }
}

extension WalletService {
  func card(_ alias: String) async throws -> Card {
    let list = try await cards.getAll()
    guard let card = list.cards.first(where: { $0.alias == alias }) else {
      throw WalletError(.notFound)
    }
    return card
  }

  /// Carries an operation out with the code that the phone gets.
  func confirmed<Response: Sendable>(
    _ operation: (WalletService) async throws(WalletError) -> Response
  ) async throws(WalletError) -> Response {
    try await withSCA(operation) { event throws(WalletError) in try await enterCode(event) }
  }

  /// The steps of a user: have a code sent, read it on the phone, enter it.
  func enterCode(_ event: ScaEvent) async throws(WalletError) {
    _ = try await send(
      CreateChallenge(event.reference, ScaVerification(method: .otp, channel: .sms)))
    guard let code = try await send(ListPhoneMessages()).first?.code else {
      throw WalletError(.internalError)
    }
    let attempt = try await send(SubmitAttempt(event.reference, code: code))
    if attempt.status != .verified { throw WalletError(.scaRejected) }
  }
}

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

/// The error with which something ends; nil: it does not fail.
func failure<Result>(_ body: () async throws -> Result) async -> WalletError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? WalletError
  }
}
