package import Secrets
package import WalletAPI
package import WalletModel

/// A backend with the sample wallet, and functions that tests need.
package struct BackendUnderTest: Sendable {
  package var backend: any WalletBackend
  /// The context of the owner, with all scopes.
  package var context: RequestContext
  /// Moves the backend's clock, in milliseconds.
  package var advance: @Sendable (Int64) -> Void
  package var now: @Sendable () -> Timestamp
  /// A new process (a new session) on the same data, with the same clock.
  package var restart: @Sendable () async throws -> BackendUnderTest
  /// The code of an authenticator app for a base-32 secret at a time.
  package var appCode: @Sendable (Secret, Timestamp) -> Secret
  package var sample = Sample()
  /// Whether the backend has said that it does not have what the case needs. What the case finds
  /// afterwards says nothing.
  package var isOver: @Sendable () -> Bool = { false }

  package init(
    backend: any WalletBackend, context: RequestContext,
    advance: @escaping @Sendable (Int64) -> Void, now: @escaping @Sendable () -> Timestamp,
    restart: @escaping @Sendable () async throws -> BackendUnderTest,
    appCode: @escaping @Sendable (Secret, Timestamp) -> Secret
  ) {
    self.backend = backend
    self.context = context
    self.advance = advance
    self.now = now
    self.restart = restart
    self.appCode = appCode
  }
}

/// What there is to begin with: the sample wallet, unless a backend has another one. Each has the
/// cards Everyday and Groceries, which are ACTIVE, and Travel, which is LOCKED.
package struct Sample: Sendable {
  package struct SampleCard: Sendable {
    package var alias: String
    package var lastFour: String
    package var status: CardStatus

    package init(_ alias: String, _ lastFour: String, _ status: CardStatus) {
      self.alias = alias
      self.lastFour = lastFour
      self.status = status
    }
  }

  /// In the order of the list.
  package var cards = [
    SampleCard("Everyday", "4821", .active), SampleCard("Groceries", "1177", .active),
    SampleCard("Travel", "0093", .locked), SampleCard("Shopping", "7711", .digital),
    SampleCard("New plastic", "3306", .issued), SampleCard("Old", "9254", .expired),
  ]
  /// A programme of virtual cards, and a currency of it.
  package var virtualProgram = "SKRILL-VIRTUAL-MC-EEA"
  /// The same of another scheme, where there is one.
  package var otherVirtualProgram = "SKRILL-VIRTUAL-VISA-EEA"
  package var physicalProgram = "SKRILL-PHYSICAL-MC-EEA"
  /// Of physical cards, in dollars too.
  package var dollarProgram = "BRAND-PHYSICAL-MC"
  /// Of physical cards that pay online before they are activated.
  package var digitalProgram = "SKRILL-PHYSICAL-VISA-EEA"
  package var currency = Currency("EUR")

  package init() {}

  func has(_ alias: String) -> Bool { cards.contains { $0.alias == alias } }
}

/// A rule that every backend must follow.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  /// A sentence.
  package let description: String
  private let body: @Sendable (Wallet) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (Wallet) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// The violations; empty: there are none.
  package func run(on backend: BackendUnderTest) async -> [String] {
    let wallet = Wallet(backend)
    do {
      try await body(wallet)
    } catch let error as WalletError {
      wallet.fail("unexpected \(error.code): \(error.message.english) \(error.details)", line: 0)
    } catch {
      wallet.fail("unexpected \(error)", line: 0)
    }
    return wallet.failures
  }
}

package enum Conformance {
  /// Each case needs a new sample wallet.
  package static let cases: [ConformanceCase] =
    listing + creating + activating + changing + cardTimes + cardLimits + lockAll + revealing
    + links + codes + limits + authenticator + news + profile + shop + once + tokens
    + tokenStates + tokenVerification + payments + savedCards + virtualCards
}
