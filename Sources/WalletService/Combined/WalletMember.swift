import WalletModel

/// A wallet that is shown together with others.
package struct WalletMember: Sendable {
  /// What people call it: the name of its profile.
  package let name: String
  package let service: WalletService
  /// Whether its cards are those of an account at a card issuer, which has cards only.
  package let isIssuerAccount: Bool

  package init(_ name: String, _ service: WalletService, isIssuerAccount: Bool = false) {
    self.name = name
    self.service = service
    self.isIssuerAccount = isIssuerAccount
  }
}

extension WalletError {
  /// Whether it is about the wallet and not about the card or the request, so that further requests
  /// to this wallet would meet the same.
  var isOfWallet: Bool {
    switch code {
    case .unauthorized, .signInIdle, .netUntrusted, .netHost, .netPin: true
    default: code.isUnreachable
    }
  }

  /// The same as the error of one wallet of several, which does not keep the others from anything.
  func of(_ wallet: String) -> WalletError {
    var error = WalletError(
      .walletUnavailable,
      .text(
        "The wallet \(wallet) can't be used now",
        "Die Wallet \(wallet) ist gerade nicht benutzbar"),
      details: [message] + details, advice: advice, retryAfter: retryAfter)
    error.mayHaveHappened = mayHaveHappened
    return error
  }
}
