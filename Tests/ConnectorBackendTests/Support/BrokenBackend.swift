import WalletAPI
import WalletModel

/// A backend that breaks a rule.
struct BrokenBackend: WalletBackend {
  enum Fault: CaseIterable {
    case forgetsVersions
    case forgetsKeys
    case forgetsSCA
    case losesACard
    case refusesAll

    /// A rule that it breaks.
    var rule: String {
      switch self {
      case .forgetsVersions: "R8 a stale version is refused, and both versions are named"
      case .forgetsKeys: "a change with a key is made once, over a restart, too"
      case .forgetsSCA: "A26 A36 a code shows PAN, CVV, expiry and holder, once"
      case .losesACard: "A03 A05 pages by record offset and tells the total"
      case .refusesAll: "A02 lists the sample in its order, one in each state"
      }
    }
  }

  private let backend: any WalletBackend
  private let fault: Fault

  init(_ backend: any WalletBackend, _ fault: Fault) {
    self.backend = backend
    self.fault = fault
  }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    var context = context
    switch fault {
    case .forgetsVersions: context.expectedVersion = nil
    case .forgetsKeys: context.idempotencyKey = nil
    case .forgetsSCA: context.sca = nil
    case .refusesAll: throw WalletError(.actionRefused)
    case .losesACard:
      let response = try await backend.perform(operation, context)
      guard var list = response as? CardList else { return response }
      list.cards = Array(list.cards.dropLast())
      return list as? O.Response ?? response
    }
    return try await backend.perform(operation, context)
  }

  func events() -> AsyncStream<WalletEvent> { backend.events() }
}
