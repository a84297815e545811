/// The limits that the owner of a card sets. A virtual card has only the monthly one, see
/// `SpendingRules`. The sources have none; the issuer checks them at each payment, and the decline
/// names the one that was not kept (`DeclineLimit`).
package struct SpendingLimits: Hashable, Sendable {
  /// The most in one payment, without markup, in minor units of the card's currency; nil: no limit.
  package var paymentLimit: Int64?
  /// The most in a calendar month (UTC), in the same units; nil: no limit.
  package var monthlyLimit: Int64?
  /// The only kinds of merchants, in the order of `MerchantCategory`; nil: all.
  package var categories: [MerchantCategory]?
  /// The only countries of merchants: two letters of ISO 3166-1, in alphabetical order; nil: all.
  package var countries: [String]?

  package init(
    paymentLimit: Int64? = nil, monthlyLimit: Int64? = nil,
    categories: [MerchantCategory]? = nil, countries: [String]? = nil
  ) {
    self.paymentLimit = paymentLimit
    self.monthlyLimit = monthlyLimit
    self.categories = categories
    self.countries = countries
  }

  /// The amounts that a limit can have: up to 1,000,000.00.
  package static let amounts: ClosedRange<Int64> = 1...100_000_000
  /// The number of countries that can be named.
  package static let countryCounts: ClosedRange<Int> = 1...50

  /// The limits that are out of range.
  package var amountErrors: [FieldError] {
    var errors: [FieldError] = []
    for (field, limit) in [("paymentLimit", paymentLimit), ("monthlyLimit", monthlyLimit)] {
      guard let limit, !Self.amounts.contains(limit) else { continue }
      let (least, most) = (Self.amounts.lowerBound, Self.amounts.upperBound)
      errors.append(FieldError(field, .field(.range, "\(least)", "\(most)")))
    }
    return errors
  }

  /// Whether it forbids nothing.
  package var isEmpty: Bool { self == SpendingLimits() }

  /// Whether a payment may go through that these rules forbid.
  package func allowsMore(than other: SpendingLimits) -> Bool {
    func isHigher(_ limit: Int64?, than other: Int64?) -> Bool {
      guard let other else { return false }
      return limit.map { $0 > other } ?? true
    }
    func hasMore<T: Hashable>(_ list: [T]?, than other: [T]?) -> Bool {
      guard let other else { return false }
      return list.map { !Set($0).isSubset(of: other) } ?? true
    }
    return isHigher(paymentLimit, than: other.paymentLimit)
      || isHigher(monthlyLimit, than: other.monthlyLimit)
      || hasMore(categories, than: other.categories) || hasMore(countries, than: other.countries)
  }
}

extension Card {
  /// What is left of the monthly limit; nil: there is no such limit, or nobody says what was spent.
  package var leftThisMonth: Money? {
    guard let limit = limits.monthlyLimit, let spentThisMonth else { return nil }
    return Money(max(0, limit - spentThisMonth), currency)
  }
}

/// The limit for which a payment was declined.
package struct DeclineLimit: Hashable, Sendable {
  package enum Kind: WireEnum {
    case perPayment
    case perMonth
    /// Of the issuer, for each funding source.
    case perDay
    case category
    case country
    case merchant
    case singleUse
    /// An unknown word as the server sent it; empty: it sent none.
    indirect case other(String)

    package static let allCases: [Kind] = [
      .perPayment, .perMonth, .perDay, .category, .country, .merchant, .singleUse,
    ]

    package var rawValue: String {
      switch self {
      case .perPayment: "PER_PAYMENT"
      case .perMonth: "PER_MONTH"
      case .perDay: "PER_DAY"
      case .category: "CATEGORY"
      case .country: "COUNTRY"
      case .merchant: "MERCHANT"
      case .singleUse: "SINGLE_USE"
      case .other(let word): word
      }
    }
  }

  package var kind: Kind
  /// The limit, if it is an amount.
  package var amount: Money?
  /// CATEGORY: the words of those that are allowed. COUNTRY: the merchant's. MERCHANT: the name of
  /// the only one. Otherwise empty.
  package var values: [String]

  package init(_ kind: Kind, amount: Money? = nil, values: [String] = []) {
    self.kind = kind
    self.amount = amount
    self.values = values
  }

  /// The published reason for it (F25).
  package var reason: DeclineReason {
    switch kind {
    case .perPayment, .perMonth, .perDay, .singleUse: .velocityExceeded
    case .category: .merchantCodeBlocked
    case .country: .merchantCountryBlocked
    case .merchant: .merchantBlocked
    case .other: .declined
    }
  }
}
