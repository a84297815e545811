extension IssuerKind {
  /// Where its requests go: `https://HOST`. Source: `docs/issuers.md`.
  package func server(isSandbox: Bool) -> String {
    switch self {
    case .lithic: isSandbox ? "https://sandbox.lithic.com" : "https://api.lithic.com"
    case .privacy: isSandbox ? "https://sandbox.privacy.com" : "https://api.privacy.com"
    // The key decides.
    case .stripe: "https://api.stripe.com"
    case .increase: isSandbox ? "https://sandbox.increase.com" : "https://api.increase.com"
    }
  }

  /// - Parameter pinKey: Under which Lithic takes PINs; nil: it is not known.
  package func connector(isSandbox: Bool, pinKey: PinKey? = nil) -> any IssuerConnector {
    switch self {
    case .lithic: LithicConnector(.lithic, isSandbox: isSandbox, pinKey: pinKey)
    case .privacy: LithicConnector(.privacy, isSandbox: isSandbox)
    case .stripe: StripeConnector(isSandbox: isSandbox)
    case .increase: IncreaseConnector(isSandbox: isSandbox)
    }
  }
}
