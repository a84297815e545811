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
    listing + creating + activating + changing + cardTimes + cardLimits + replacement + revealing
    + links + codes + limits + authenticator
    + news + profile + budgets + shop + once + tokens + tokenStates + payments + savedCards
    + virtualCards
}
