/// What the owner of a card allows it to pay for. The sources have no such rules. The issuer checks
/// them at each payment, and a decline names the rule that was not kept (`DeclineRule`).
///
/// A virtual card has the first two and the monthly limit, a prepaid card all but the first two.
package struct SpendingRules: Hashable, Sendable {
  /// The only merchant; nil: any.
  package var merchantID: String?
  /// One payment, after which the card is closed.
  package var isSingleUse: Bool
  /// The most in one payment, without markup, in minor units of the card's currency; nil: no limit.
  package var paymentLimit: Int64?
  /// The most in a calendar day (UTC), in the same units; nil: no limit.
  package var dailyLimit: Int64?
  /// The most in a calendar month (UTC), in the same units; nil: no limit.
  package var monthlyLimit: Int64?
  /// Kinds of merchants, by `MerchantCategory.rawValue`; nil: all.
  package var categories: RuleList?
  /// Countries of merchants, by the two letters of ISO 3166-1; nil: all.
  package var countries: RuleList?
  /// What the card cannot be used for.
  package var switchedOff: Set<SpendingSwitch> = []

  package init(merchantID: String? = nil, isSingleUse: Bool = false, monthlyLimit: Int64? = nil) {
    self.merchantID = merchantID
    self.isSingleUse = isSingleUse
    self.monthlyLimit = monthlyLimit
  }

  /// The amounts that a limit can have: up to 1,000,000.00.
  package static let amounts: ClosedRange<Int64> = 1...100_000_000

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("merchantId", merchantID.flatMap { Rules.length($0, 1...64) })
    errors.add("paymentLimit", paymentLimit.flatMap { Rules.range($0, Self.amounts) })
    errors.add("dailyLimit", dailyLimit.flatMap { Rules.range($0, Self.amounts) })
    errors.add("monthlyLimit", monthlyLimit.flatMap { Rules.range($0, Self.amounts) })
    errors.add(
      "categories",
      categories?.problem { word in
        MerchantCategory(rawValue: word) == nil
          ? .field(.oneOf, MerchantCategory.allCases.map(\.rawValue).joined(separator: ", ")) : nil
      })
    errors.add("countries", countries?.problem { Rules.country($0) })
    return errors
  }

  /// Whether a payment may go through that the other rules forbid. The merchant and the single use,
  /// which only virtual cards have, are not compared.
  package func allowsMore(than other: SpendingRules) -> Bool {
    func isHigher(_ limit: Int64?, than other: Int64?) -> Bool {
      guard let other else { return false }
      return limit.map { $0 > other } ?? true
    }
    func hasMore(_ list: RuleList?, than other: RuleList?, of words: [String]) -> Bool {
      if list == other { return false }
      let all = Set(words).union(list?.values ?? []).union(other?.values ?? [])
      return all.contains { (list?.allows($0) ?? true) && other?.allows($0) == false }
    }
    return isHigher(paymentLimit, than: other.paymentLimit)
      || isHigher(dailyLimit, than: other.dailyLimit)
      || isHigher(monthlyLimit, than: other.monthlyLimit)
      || hasMore(
        categories, than: other.categories, of: MerchantCategory.allCases.map(\.rawValue))
      || hasMore(countries, than: other.countries, of: Array(Countries.codes))
      || !switchedOff.isSuperset(of: other.switchedOff)
  }
}

/// The only values that are allowed, or those that are blocked.
package struct RuleList: Hashable, Sendable {
  package var allowed: [String]?
  package var blocked: [String]?

  package init(allowed: [String]? = nil, blocked: [String]? = nil) {
    self.allowed = allowed
    self.blocked = blocked
  }

  /// The number of values.
  package static let counts = 1...50

  package var values: [String] { (allowed ?? []) + (blocked ?? []) }

  package func allows(_ value: String) -> Bool {
    allowed?.contains(value) ?? true && !(blocked?.contains(value) ?? false)
  }

  /// In alphabetical order.
  package var sorted: RuleList { RuleList(allowed: allowed?.sorted(), blocked: blocked?.sorted()) }

  /// Why a request with it is refused; nil: it is one list of different values, all of them good.
  ///
  /// - Parameter check: Says what is wrong with a value.
  func problem(_ check: (String) -> Reason?) -> Reason? {
    if (allowed == nil) == (blocked == nil) { return .field(.oneList) }
    for value in values {
      if let reason = check(value) { return reason }
    }
    guard Self.counts.contains(values.count) else {
      return .field(.valueCount, "\(Self.counts.lowerBound)", "\(Self.counts.upperBound)")
    }
    return Set(values).count < values.count ? .field(.repeated) : nil
  }
}

/// A way of paying that can be switched off.
package enum SpendingSwitch: String, CaseIterable, WireWord {
  /// With an order, or at a merchant that sells by mail, phone or internet (`Merchant.isOnline`).
  case online = "ONLINE"
  /// Outside the customer's market (`Market.isAbroad`).
  case abroad = "ABROAD"
  /// `MerchantCategory.cash`.
  case cash = "CASH"
  /// With the card in a phone.
  case phone = "PHONE"

  /// The word in commands: `online`.
  package var word: String { rawValue.lowercased() }
}

extension Market {
  /// Whether a country, in the two letters of ISO 3166-1, is outside the market: the European
  /// Economic Area, or the United States.
  package func isAbroad(_ country: String) -> Bool {
    switch self {
    case .us: country != "US"
    case .eu, .other: !Countries.eea.contains(country)
    }
  }
}

/// What counts against the limits of a card in the present day and month (UTC), without markup, in
/// minor units of the card's currency: what was authorised or debited, without what was given back
/// of it in the same day or month.
package struct CardSpending: Hashable, Sendable {
  /// nil: the card has no such limit, or the server does not say it.
  package var today: Int64?
  package var thisMonth: Int64?

  package init(today: Int64? = nil, thisMonth: Int64? = nil) {
    self.today = today
    self.thisMonth = thisMonth
  }
}

/// A limit, and what of it is used.
package struct LimitUse: Hashable, Sendable {
  package let limit: Money
  package let spent: Money

  /// nil: there is no limit, or it is not known what counts against it.
  package init?(_ spent: Int64?, of limit: Int64?, _ currency: Currency) {
    guard let spent, let limit, limit > 0 else { return nil }
    self.limit = Money(limit, currency)
    self.spent = Money(max(0, spent), currency)
  }

  package var left: Money {
    Money(max(0, limit.minorUnits - spent.minorUnits), limit.currency)
  }

  /// 0…1.
  package var share: Double { min(1, Double(spent.minorUnits) / Double(limit.minorUnits)) }

  /// Whole per cent, rounded down; more than 100 if a debit went beyond the limit.
  package var percent: Int {
    Int(clamping: Int128(spent.minorUnits) * 100 / Int128(limit.minorUnits))
  }
}

extension Card {
  package var dailyUse: LimitUse? { LimitUse(spent.today, of: rules.dailyLimit, currency) }
  package var monthlyUse: LimitUse? { LimitUse(spent.thisMonth, of: rules.monthlyLimit, currency) }
}

extension VirtualCard {
  package var monthlyUse: LimitUse? { LimitUse(spentThisMonth, of: rules.monthlyLimit, currency) }
}
