package import WalletModel

/// First start: there is no vault yet.
package struct StartState: Sendable, Equatable {
  package enum Choice: Int, Sendable, CaseIterable { case demo, create, open, quit }
  package var choice = Choice.demo
  /// Where a new vault would go.
  package var defaultPath: String
  package var failure: WalletError?
  package var isBusy = false

  package init(defaultPath: String) { self.defaultPath = defaultPath }
}

/// A vault waits for its passphrase: at start, or after it was locked.
package struct PassphraseState: Sendable, Equatable {
  package enum Reason: Sendable { case start, idle, asked }
  package var path: String
  package var name: String
  package var reason: Reason
  package var input = SecretInput()
  package var isBusy = false
  package var failure: WalletError?

  package init(path: String, name: String, reason: Reason) {
    self.path = path
    self.name = name
    self.reason = reason
  }
}
