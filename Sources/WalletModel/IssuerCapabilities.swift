package import Languages

/// What an issuer cannot do, with the reason for people. Empty: it can do everything that walletui
/// knows, as walletui's own issuer.
package struct IssuerCapabilities: Hashable, Sendable {
  /// What not all issuers can do.
  package enum Feature: String, CaseIterable, Sendable {
    case showDetails
    case showPin
    case setPin
    case rename
    case physicalCards
    case virtualCards
    case limits
    case merchantLock
    case singleUse
    /// Cards of one of several cardholders, or accounts.
    case cardholders
    /// Card payments in the simulated shop of a sandbox.
    case simulation
    /// Payments with a number that was typed or read, in the simulated shop.
    case payByNumber
    /// Limits to categories of merchants and to countries.
    case categoryLimits
    /// URLs that show number and CVV once.
    case detailLinks
    /// Events, instead of reading lists again.
    case events
    /// Tokens in the wallets of phones.
    case phoneWallets
    /// Saved cards, payments with 3-D Secure, and virtual cards of personas, which are parts of
    /// walletui's own issuer.
    case otherCards
    case activation
    /// Unlocking for a time, and locking cards that nobody uses.
    case cardTimes
    /// The balance of an account, and adding to it.
    case accountBalance
    /// Changes of any kind, which an account for reading only does not make.
    case changes
  }

  private var reasons: [Feature: LocalizedText]

  package init(_ reasons: [Feature: LocalizedText] = [:]) { self.reasons = reasons }

  /// Why it is not possible; nil: it is.
  package func refusal(_ feature: Feature) -> LocalizedText? { reasons[feature] }

  package mutating func refuse(_ feature: Feature, _ reason: LocalizedText) {
    reasons[feature] = reason
  }

  /// The refusal of an operation that the issuer does not have.
  package func error(_ feature: Feature) -> WalletError {
    var error = WalletError(
      .actionRefused, refusal(feature).map { .local($0) } ?? ErrorCode.actionRefused.usualMessage)
    error.advice = nil
    return error
  }

  /// Why an action is not possible with any card; nil: the card decides.
  package func reason(against action: CardAction) -> LocalizedText? {
    switch action {
    case .showDetails: refusal(.showDetails)
    case .showPin: refusal(.showPin)
    case .setPin: refusal(.setPin)
    case .activate: refusal(.activation)
    default: nil
    }
  }

  /// What none of these can do, with the reason of the first one.
  package init(common all: [IssuerCapabilities]) {
    reasons = [:]
    guard let first = all.first else { return }
    for feature in first.missing where all.allSatisfy({ $0.refusal(feature) != nil }) {
      reasons[feature] = first.refusal(feature)
    }
  }

  /// The features that it does not have, in the order of their declaration.
  package var missing: [Feature] { Feature.allCases.filter { reasons[$0] != nil } }
}
