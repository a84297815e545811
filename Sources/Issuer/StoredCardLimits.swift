package import WalletAPI
package import WalletModel

/// The limits of a card with what counts against them, as the ledger has them.
package struct StoredCardLimits: LedgerPart, Hashable {
  package var limits: SpendingLimits
  /// See `Card`.
  package var spentThisMonth: Int64?
  package var spentMonth: Int64

  package init(limits: SpendingLimits, spentThisMonth: Int64? = nil, spentMonth: Int64 = 0) {
    self.limits = limits
    self.spentThisMonth = spentThisMonth
    self.spentMonth = spentMonth
  }

  package static var blank: StoredCardLimits { StoredCardLimits(limits: SpendingLimits()) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("paymentLimit", &limits.paymentLimit)
    try v.optional("monthlyLimit", &limits.monthlyLimit)
    try v.optional("allowedCategories", &limits.categories)
    try v.optional("allowedCountries", &limits.countries)
    try v.optional("spentThisMonth", &spentThisMonth)
    try v.field("spentMonth", &spentMonth)
  }
}

extension CardRecord {
  /// nil: it has no limits.
  package var storedLimits: StoredCardLimits? {
    get {
      card.limits.isEmpty
        ? nil
        : StoredCardLimits(
          limits: card.limits, spentThisMonth: card.spentThisMonth, spentMonth: spentMonth)
    }
    set {
      card.limits = newValue?.limits ?? SpendingLimits()
      card.spentThisMonth = newValue?.spentThisMonth
      spentMonth = newValue?.spentMonth ?? 0
    }
  }

  /// What it has paid and holds in a month, while it has a monthly limit.
  var spent: Tally {
    get { Tally(period: spentMonth, amount: card.spentThisMonth ?? 0) }
    set { (spentMonth, card.spentThisMonth) = (newValue.period, newValue.amount) }
  }

  /// A new month begins with nothing spent.
  mutating func beginMonth(_ month: Int64) {
    if card.limits.monthlyLimit != nil { spent.add(0, in: month) }
  }
}
