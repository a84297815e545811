import Conformance
import ConnectorBackend
import FakeIssuer
import Issuer
import IssuerConnectors
import Synchronization
import WalletAPI
import WalletModel

/// What becomes of a rule at an issuer.
enum RuleOutcome: Equatable {
  case holds
  /// The issuer's wallet refused a part of the rule before anything differed, and said that the
  /// issuer does not have this.
  case lacks(IssuerCapabilities.Feature)
  /// What differs.
  case differs([String])
}

/// Checks rules with a wallet at a fake issuer. The issuer is one process, which begins anew for
/// each rule; the vault and the backend are new ones.
///
/// One task at a time uses it.
struct ConnectorRules {
  private let issuer: FakeIssuer

  init(_ kind: IssuerKind) throws { issuer = try FakeIssuer(kind) }

  func outcomes(of rules: [ConformanceCase]) async throws -> [RuleOutcome] {
    var outcomes: [RuleOutcome] = []
    for rule in rules { outcomes.append(try await outcome(of: rule)) }
    return outcomes
  }

  /// - Parameter fault: What the backend does wrong.
  func outcome(of rule: ConformanceCase, with fault: BrokenBackend.Fault? = nil) async throws
    -> RuleOutcome
  {
    let sample = try sample()
    let wallet = try IssuerWallet(at: issuer, hasPinKey: true, sendsMessages: true)
    let watched = WatchedBackend(wallet, fault)
    let failures = await rule.run(on: underTest(wallet, watched, sample))
    if !failures.isEmpty { return .differs(failures) }
    return watched.missing.map(RuleOutcome.lacks) ?? .holds
  }

  private func sample() throws -> Sample {
    var cards = try issuer.control("POST", "/_test/sample")["cards"] as? [[String: Any]] ?? []
    // Stripe lists the newest card first.
    if issuer.kind == .stripe { cards.reverse() }
    var sample = Sample()
    let statuses = Dictionary(uniqueKeysWithValues: sample.cards.map { ($0.alias, $0.status) })
    sample.cards = cards.map { card in
      let metadata = card["metadata"] as? [String: Any]
      let alias = (card["memo"] ?? card["description"] ?? metadata?["alias"]) as? String ?? ""
      let lastFour = (card["last_four"] ?? card["last4"]) as? String ?? ""
      return Sample.SampleCard(alias, lastFour, statuses[alias] ?? .unspecified)
    }
    sample.virtualProgram = "\(issuer.kind.name) virtual"
    sample.otherVirtualProgram = sample.virtualProgram
    sample.physicalProgram = "\(issuer.kind.name) physical"
    sample.dollarProgram = sample.physicalProgram
    sample.digitalProgram = sample.physicalProgram
    sample.currency = Currency("USD")
    return sample
  }

  private func underTest(_ wallet: IssuerWallet, _ backend: WatchedBackend, _ sample: Sample)
    -> BackendUnderTest
  {
    var under = BackendUnderTest(
      backend: backend, context: wallet.backend.context,
      advance: { wallet.clock.advance(milliseconds: $0) }, now: { wallet.clock.now },
      restart: {
        try wallet.restart()
        return underTest(wallet, backend, sample)
      },
      appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
    under.sample = sample
    under.isOver = { backend.missing != nil }
    return under
  }
}

/// Sends operations to the wallet's backend, and notes the first refusal because of a feature that
/// the issuer does not have. Then it refuses everything, so that the rule comes to its end.
private final class WatchedBackend: WalletBackend {
  private struct Refusal {
    let feature: IssuerCapabilities.Feature
    let error: WalletError
  }

  private let wallet: IssuerWallet
  private let fault: BrokenBackend.Fault?
  private let refusal = Mutex<Refusal?>(nil)

  init(_ wallet: IssuerWallet, _ fault: BrokenBackend.Fault?) {
    self.wallet = wallet
    self.fault = fault
  }

  var missing: IssuerCapabilities.Feature? { refusal.withLock { $0?.feature } }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    if let refusal = refusal.withLock({ $0 }) { throw refusal.error }
    let backend = wallet.backend
    do throws(WalletError) {
      guard let fault else { return try await backend.perform(operation, context) }
      return try await BrokenBackend(backend, fault).perform(operation, context)
    } catch {
      let capabilities = backend.capabilities
      // The very error that stands for the missing feature, and no other.
      if let feature = capabilities.missing.first(where: { capabilities.error($0) == error }) {
        refusal.withLock { $0 = $0 ?? Refusal(feature: feature, error: error) }
      }
      throw error
    }
  }

  func events() -> AsyncStream<WalletEvent> { wallet.backend.events() }
}
