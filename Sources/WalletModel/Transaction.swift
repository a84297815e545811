/// The kind of a payment (F23).
package enum TransactionType: WireEnum {
  /// Authorised, not yet debited.
  case pending
  case complete
  case refund
  case decline
  indirect case other(String)

  package static let allCases: [TransactionType] = [.pending, .complete, .refund, .decline]

  package var rawValue: String {
    switch self {
    case .pending: "PENDING"
    case .complete: "COMPLETE"
    case .refund: "REFUND"
    case .decline: "DECLINE"
    case .other(let word): word
    }
  }
}

/// Why a payment was declined: the 17 reasons of F25, and three of our own for the statuses of A11.
package enum DeclineReason: WireEnum {
  case cardLocked
  case cardExpired
  case cardCancelled
  case cardNotActive
  case insufficientFunds
  case suspicious
  case cardStopped
  case merchantBlocked
  case merchantCodeBlocked
  case merchantCountryBlocked
  case avsCheckFailed
  case cscCheckFailed
  case expiryCheckFailed
  case processingError
  case declined
  case velocityExceeded
  case currencyBlocked
  case fundingError
  case insufficientEntitlements
  case serviceUnavailable
  /// The owner has frozen the card's token in the phone that pays (C16).
  case tokenFrozen
  /// The phone that pays has the card no longer, or not yet.
  case tokenNotActive
  indirect case other(String)

  package static let allCases: [DeclineReason] = [
    .cardLocked, .cardExpired, .cardCancelled, .cardNotActive, .insufficientFunds, .suspicious,
    .cardStopped, .merchantBlocked, .merchantCodeBlocked, .merchantCountryBlocked, .avsCheckFailed,
    .cscCheckFailed, .expiryCheckFailed, .processingError, .declined, .velocityExceeded,
    .currencyBlocked, .fundingError, .insufficientEntitlements, .serviceUnavailable,
    .tokenFrozen, .tokenNotActive,
  ]

  package var rawValue: String {
    switch self {
    case .cardLocked: "CARD_LOCKED"
    case .cardExpired: "CARD_EXPIRED"
    case .cardCancelled: "CARD_CANCELLED"
    case .cardNotActive: "CARD_NOT_ACTIVE"
    case .insufficientFunds: "INSUFFICIENT_FUNDS"
    case .suspicious: "SUSPICIOUS"
    case .cardStopped: "CARD_STOPPED"
    case .merchantBlocked: "MERCHANT_BLOCKED"
    case .merchantCodeBlocked: "MERCHANT_CODE_BLOCKED"
    case .merchantCountryBlocked: "MERCHANT_COUNTRY_BLOCKED"
    case .avsCheckFailed: "AVS_CHECK_FAILED"
    case .cscCheckFailed: "CSC_CHECK_FAILED"
    case .expiryCheckFailed: "EXPIRY_CHECK_FAILED"
    case .processingError: "PROCESSING_ERROR"
    case .declined: "DECLINED"
    case .velocityExceeded: "VELOCITY_EXCEEDED"
    case .currencyBlocked: "CURRENCY_BLOCKED"
    case .fundingError: "FUNDING_ERROR"
    case .insufficientEntitlements: "INSUFFICIENT_ENTITLEMENTS"
    case .serviceUnavailable: "SERVICE_UNAVAILABLE"
    case .tokenFrozen: "TOKEN_FROZEN"
    case .tokenNotActive: "TOKEN_NOT_ACTIVE"
    case .other(let word): word
    }
  }
}

/// A payment with a card (F23).
package struct Transaction: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: TransactionID
  /// The customer; empty: the server does not send it.
  package var owner: CustomerID
  /// The number of changes, from 1. A pending payment changes with its reserved amount.
  package var version: Int
  package var cardID: CardID
  /// Common to an authorisation and all following steps.
  package var sequenceID: String
  package var type: TransactionType
  /// The time by which lists are sorted. It is never before that of the previous payment, even if
  /// the clock was set back.
  package var sortDate: Timestamp
  package var transactedAt: Timestamp
  /// COMPLETE and REFUND only.
  package var settledAt: Timestamp?
  /// In the card's currency, without markup, positive. `type` gives the direction.
  package var billedAmount: Money
  /// In the merchant's currency.
  package var transactedAmount: Money
  /// The merchant.
  package var description: String
  /// What its owner has written on it; nil or empty: nothing.
  package var note: String?
  /// In characters.
  package static let longestNote = 200
  /// Its free texts, by the names of their columns in exports. A search finds each of them; an empty
  /// one is not there. The merchant is the first.
  package var texts: [(name: String, text: String)] {
    [("merchant", description), ("note", note ?? "")]
  }
  /// The merchant category code of ISO 18245; nil: not known, as in older records.
  package var mcc: String?
  /// DECLINE only.
  package var declineReason: DeclineReason?
  /// The rule for which it was declined; nil: it was not declined for a rule.
  package var declineRule: DeclineRule?
  /// The cost for the account; empty for DECLINE.
  package var detail: [ChargeDetail]
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  /// Where the money of a top-up comes from, as its detail names it.
  package static let topUpSource = "simulated-bank"

  /// Whether it put money into the account, and is no refund of a payment.
  package var isTopUp: Bool {
    type == .refund && detail.first?.fundingSourceID == Transaction.topUpSource
  }

  package init(
    id: TransactionID, owner: CustomerID = CustomerID(""), cardID: CardID,
    sequenceID: String? = nil, type: TransactionType, sortDate: Timestamp? = nil,
    transactedAt: Timestamp, settledAt: Timestamp? = nil, billedAmount: Money,
    transactedAmount: Money? = nil, description: String, mcc: String? = nil,
    declineReason: DeclineReason? = nil,
    detail: [ChargeDetail] = []
  ) {
    self.id = id
    self.owner = owner
    version = 1
    self.cardID = cardID
    self.sequenceID = sequenceID ?? id.rawValue
    self.type = type
    self.sortDate = sortDate ?? transactedAt
    self.transactedAt = transactedAt
    self.settledAt = settledAt
    self.billedAmount = billedAmount
    self.transactedAmount = transactedAmount ?? billedAmount
    self.description = description
    self.mcc = mcc
    self.declineReason = declineReason
    self.detail = detail
    createdAt = transactedAt
    updatedAt = transactedAt
  }
}

/// The cost of a payment for the account behind the card (F24).
package struct ChargeDetail: Hashable, Sendable {
  package enum State: WireEnum {
    case pending
    case cleared
    case insufficientFunds
    case failed
    indirect case other(String)

    package static let allCases: [State] = [.pending, .cleared, .insufficientFunds, .failed]

    package var rawValue: String {
      switch self {
      case .pending: "PENDING"
      case .cleared: "CLEARED"
      case .insufficientFunds: "INSUFFICIENT_FUNDS"
      case .failed: "FAILED"
      case .other(let word): word
      }
    }
  }

  /// In the card's currency.
  package var virtualCardAmount: Money
  package var markup: Markup
  package var markupAmount: Money
  /// The amount that the account pays: the sum of the two.
  package var fundingSourceAmount: Money
  package var transactedAt: Timestamp
  package var settledAt: Timestamp?
  /// The account.
  package var fundingSourceID: String
  package var description: String
  package var state: State
  /// Whether the sequence had an earlier charge.
  package var continuationOfExistingCharge: Bool

  package init(
    amount: Money, markup: Markup, transactedAt: Timestamp, settledAt: Timestamp?,
    fundingSourceID: String, description: String, state: State, continues: Bool
  ) {
    virtualCardAmount = amount
    self.markup = markup
    markupAmount = markup.amount(of: amount)
    fundingSourceAmount = Money(amount.minorUnits + markupAmount.minorUnits, amount.currency)
    self.transactedAt = transactedAt
    self.settledAt = settledAt
    self.fundingSourceID = fundingSourceID
    self.description = description
    self.state = state
    continuationOfExistingCharge = continues
  }
}

/// The markup on an amount (F24).
package struct Markup: Hashable, Sendable {
  /// Thousandths of a per cent: 2990 is 2.99 %.
  package var percent: Int64
  /// Minor units of the amount's currency, whichever that is.
  package var flat: Int64
  /// The least markup, in the same units.
  package var minCharge: Int64?

  package init(percent: Int64, flat: Int64 = 0, minCharge: Int64? = nil) {
    self.percent = percent
    self.flat = flat
    self.minCharge = minCharge
  }

  package static let none = Markup(percent: 0)

  /// Rounded half up to a minor unit.
  package func amount(of money: Money) -> Money {
    let part = Int64((Int128(money.minorUnits) * Int128(percent) + 50_000) / 100_000)
    return Money(max(part + flat, minCharge ?? 0), money.currency)
  }
}

/// The order of a list (F26).
package enum SortOrder: String, CaseIterable, WireWord {
  case ascending = "ASC"
  case descending = "DESC"
}

extension [Transaction] {
  /// In the order of `transactedAt`, the time that people see. That of `sortDate` differs from it
  /// where the issuer's clock was set back. Of the same time they stay in their order, and one that
  /// cannot be read stays behind the one before it.
  package func sortedByTime(_ order: SortOrder) -> [Transaction] {
    var time = first { !$0.isDamaged }?.transactedAt ?? Timestamp(milliseconds: 0)
    let times = map { payment in
      if !payment.isDamaged { time = payment.transactedAt }
      return time
    }
    return indices.sorted {
      order == .ascending
        ? (times[$0], $0) < (times[$1], $1) : (times[$1], $0) < (times[$0], $1)
    }.map { self[$0] }
  }

  /// Those after a page that was read again. Empty: there are none, or there is a gap between them.
  package func beyond(_ page: [Transaction]) -> [Transaction] {
    // One that cannot be read has no time.
    guard let end = page.last(where: { !$0.isDamaged })?.sortDate,
      contains(where: { $0.sortDate >= end })
    else { return [] }
    let ids = Set(page.map(\.id))
    return filter { $0.sortDate <= end && !ids.contains($0.id) }
  }

  /// Puts a payment in the place of its earlier version. Returns whether there was one.
  @discardableResult
  package mutating func update(_ payment: Transaction) -> Bool {
    let known = firstIndex { $0.id == payment.id && $0.version <= payment.version }
    guard let known else { return false }
    self[known] = payment
    return true
  }
}

/// The payments to list, and how many at a time (F26).
package struct TransactionQuery: Hashable, Sendable {
  package static let defaultLimit = 100
  package static let maximumLimit = 1000

  /// The range of `sortDate`, inclusive; nil: no limit.
  package var from: Timestamp?
  package var to: Timestamp?
  package var order: SortOrder
  /// nil: of any type (F21).
  package var type: TransactionType?
  /// 1…1000.
  package var limit: Int
  /// The token of the previous page.
  package var nextToken: String?

  package init(
    from: Timestamp? = nil, to: Timestamp? = nil, order: SortOrder = .descending,
    type: TransactionType? = nil, limit: Int = TransactionQuery.defaultLimit,
    nextToken: String? = nil
  ) {
    self.from = from
    self.to = to
    self.order = order
    self.type = type
    self.limit = limit
    self.nextToken = nextToken
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("limit", Rules.range(limit, 1...Self.maximumLimit))
    if let from, let to, to < from { errors.add("endDate", .field(.beforeStart)) }
    if nextToken != nil && place == nil {
      errors.add("nextToken", .verbatim("Must be one that came with a page"))
    }
    return errors
  }

  /// The ledger's position of the end of the previous page.
  package var place: Int64? { nextToken.flatMap { $0.place(digits: 10) } }
}

extension String {
  /// The place that a page's token names, in so many digits at most; nil: it is another text.
  package func place(digits most: Int) -> Int64? {
    guard utf8.count <= most, utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(self)
  }
}

/// A page of payments (F26).
package struct TransactionPage: Hashable, Sendable {
  package var transactions: [Transaction]
  /// The token for the next page; nil: this is the last one.
  package var nextToken: String?

  package init(_ transactions: [Transaction] = [], nextToken: String? = nil) {
    self.transactions = transactions
    self.nextToken = nextToken
  }
}
