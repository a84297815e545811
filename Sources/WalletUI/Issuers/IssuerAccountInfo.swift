package import IssuerConnectors
package import Secrets
import WalletModel

/// The account at a card issuer whose cards are shown.
package struct IssuerAccountInfo: Hashable, Sendable {
  package let name: String
  package let issuer: IssuerKind
  /// Whether its key is one of the sandbox, where no money moves.
  package let isSandbox: Bool
  /// Whether nothing is changed with it.
  package let isReadOnly: Bool

  package init(name: String, issuer: IssuerKind, isSandbox: Bool, isReadOnly: Bool) {
    self.name = name
    self.issuer = issuer
    self.isSandbox = isSandbox
    self.isReadOnly = isReadOnly
  }
}

/// A vault that is not open yet, and what opens it.
package struct VaultAccess: Sendable, Equatable {
  package let path: String
  /// Whoever gets it wipes it.
  package let passphrase: Secret

  package init(path: String, passphrase: Secret) {
    self.path = path
    self.passphrase = passphrase
  }
}

/// An account at a card issuer that is to be added to a vault.
package struct NewIssuerAccount: Sendable, Equatable {
  package let issuer: IssuerKind
  /// Whoever gets it wipes it.
  package let key: Secret
  /// nil: the issuer's word.
  package let name: String?
  /// Counts where the key does not say it.
  package let isSandbox: Bool
  package let isReadOnly: Bool
  /// The address that is asked; nil: the issuer's own.
  package let server: String?
}
