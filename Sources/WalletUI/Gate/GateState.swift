package import ScreenKit
import Secrets
package import WalletModel

/// First start: there is no vault yet.
package struct StartState: Sendable, Equatable {
  package enum Choice: Int, Sendable, CaseIterable { case demo, create, connect, open, named }
  package var choice = Choice.demo
  /// The wallets that the configuration names.
  package var wallets: [NamedWallet]
  /// The path for a new vault.
  package var defaultPath: String
  package var failure: WalletError?
  package var isBusy = false

  package init(defaultPath: String, wallets: [NamedWallet] = []) {
    self.defaultPath = defaultPath
    self.wallets = wallets
    if !wallets.isEmpty { choice = .named }
  }

  /// What there is to choose.
  var choices: [Choice] { Choice.allCases.filter { $0 != .named || !wallets.isEmpty } }
}

/// A vault that waits for its passphrase, at the start or after it was locked.
package struct PassphraseState: Sendable, Equatable {
  package enum Cause: Sendable { case start, idle, asked }
  package var path: String
  package var name: String
  package var reason: Cause
  /// The user name, if it is asked for.
  package var user: TextInput?
  /// Whether keys go into the user name instead of the password.
  package var isTypingUser: Bool
  package var input = SecretInput()
  package var isBusy = false
  package var failure: WalletError?

  package init(path: String, name: String, reason: Cause, asksUser: Bool = false) {
    self.path = path
    self.name = name
    self.reason = reason
    user = asksUser ? TextInput(limit: 120) : nil
    isTypingUser = asksUser
  }

  mutating func paste(_ secret: Secret) {
    if isTypingUser { user?.paste(secret) } else { input.paste(secret) }
  }
}
