/// The rule for which a payment was declined: one of the card's owner (`SpendingRules`), or a limit
/// of the issuer.
package struct DeclineRule: Hashable, Sendable {
  package enum Kind: WireEnum {
    case paymentLimit
    /// Of the owner, or of the issuer for a funding source.
    case dailyLimit
    case monthlyLimit
    case category
    case country
    case merchant
    case singleUse
    case switchedOff(SpendingSwitch)
    indirect case other(String)

    package static let allCases: [Kind] =
      [.paymentLimit, .dailyLimit, .monthlyLimit, .category, .country, .merchant, .singleUse]
      + SpendingSwitch.allCases.map { Kind.switchedOff($0) }

    package var rawValue: String {
      switch self {
      case .paymentLimit: "PAYMENT_LIMIT"
      case .dailyLimit: "DAILY_LIMIT"
      case .monthlyLimit: "MONTHLY_LIMIT"
      case .category: "CATEGORY"
      case .country: "COUNTRY"
      case .merchant: "MERCHANT"
      case .singleUse: "SINGLE_USE"
      case .switchedOff(let way): way.rawValue + "_OFF"
      case .other(let word): word
      }
    }
  }

  package var kind: Kind
  /// Of a limit.
  package var amount: Money?
  /// CATEGORY and COUNTRY: the merchant's. MERCHANT: the name of the only one. Otherwise nil.
  package var value: String?

  package init(_ kind: Kind, amount: Money? = nil, value: String? = nil) {
    self.kind = kind
    self.amount = amount
    self.value = value
  }

  /// The published reason for it (F25).
  package var reason: DeclineReason {
    switch kind {
    case .paymentLimit, .dailyLimit, .monthlyLimit, .singleUse: .velocityExceeded
    case .category, .switchedOff(.cash): .merchantCodeBlocked
    case .country, .switchedOff(.abroad): .merchantCountryBlocked
    case .merchant: .merchantBlocked
    case .switchedOff(.online), .switchedOff(.phone): .insufficientEntitlements
    case .other: .declined
    }
  }

  /// For programs, in one line: `MONTHLY_LIMIT 200.00 EUR`, `COUNTRY US`.
  package var line: String {
    let amount = amount.map { [$0.signedDecimal, $0.currency.code] } ?? []
    return ([kind.rawValue] + amount + (value.map { [$0] } ?? [])).joined(separator: " ")
  }
}
