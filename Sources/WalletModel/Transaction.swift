/// What became of a payment (F23).
package enum TransactionType: WireEnum {
  /// Authorised, not yet debited.
  case pending
  case complete
  case refund
  case decline
  /// A word that is not known here, as it came; empty: there was none.
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

/// Why a payment was declined: the 17 of F25, and three of our own for the statuses of A11.
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
  /// A word that is not known here, as it came; empty: there was none.
  indirect case other(String)

  package static let allCases: [DeclineReason] = [
    .cardLocked, .cardExpired, .cardCancelled, .cardNotActive, .insufficientFunds, .suspicious,
    .cardStopped, .merchantBlocked, .merchantCodeBlocked, .merchantCountryBlocked, .avsCheckFailed,
    .cscCheckFailed, .expiryCheckFailed, .processingError, .declined, .velocityExceeded,
    .currencyBlocked, .fundingError, .insufficientEntitlements, .serviceUnavailable,
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
    case .other(let word): word
    }
  }
}

/// A payment with a card (F23).
package struct Transaction: Hashable, Sendable, Identifiable {
  /// The record is there but cannot be read: only its id, where that can be told, is there.
  package var isDamaged = false
  package var id: TransactionID
  /// The customer; empty when a server does not say.
  package var owner: CustomerID
  /// Counts changes, from 1: a pending one changes with what is reserved.
  package var version: Int
  package var cardID: CardID
  /// What an authorisation and all that follows from it have in common.
  package var sequenceID: String
  package var type: TransactionType
  /// What lists go by. Never before that of the payment before it, whatever became of the clock.
  package var sortDate: Timestamp
  package var transactedAt: Timestamp
  /// COMPLETE and REFUND only.
  package var settledAt: Timestamp?
  /// In the card's currency, without markup; positive; `type` says which way it goes.
  package var billedAmount: Money
  /// In the merchant's currency.
  package var transactedAmount: Money
  /// The merchant.
  package var description: String
  /// DECLINE only.
  package var declineReason: DeclineReason?
  /// What it costs the account; empty for DECLINE.
  package var detail: [ChargeDetail]
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: TransactionID, owner: CustomerID = CustomerID(""), cardID: CardID,
    sequenceID: String? = nil, type: TransactionType, sortDate: Timestamp? = nil,
    transactedAt: Timestamp, settledAt: Timestamp? = nil, billedAmount: Money,
    transactedAmount: Money? = nil, description: String, declineReason: DeclineReason? = nil,
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
    self.declineReason = declineReason
    self.detail = detail
    createdAt = transactedAt
    updatedAt = transactedAt
  }
}

/// What a payment costs the account behind the card (F24).
package struct ChargeDetail: Hashable, Sendable {
  package enum State: WireEnum {
    case pending
    case cleared
    case insufficientFunds
    case failed
    /// A word that is not known here, as it came; empty: there was none.
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
  /// What the account pays: the two together.
  package var fundingSourceAmount: Money
  package var transactedAt: Timestamp
  package var settledAt: Timestamp?
  /// The account.
  package var fundingSourceID: String
  package var description: String
  package var state: State
  /// Whether there was a charge of the same sequence before.
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

/// What is charged on top of an amount (F24).
package struct Markup: Hashable, Sendable {
  /// Thousandths of a per cent: 2990 is 2.99 %.
  package var percent: Int64
  /// Minor units.
  package var flat: Int64
  /// Minor units; not less than this.
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

/// Which payments, and how many at a time (F26).
package struct TransactionQuery: Hashable, Sendable {
  package static let defaultLimit = 100
  package static let maximumLimit = 1000

  /// Of `sortDate`, both included; nil: without a bound.
  package var from: Timestamp?
  package var to: Timestamp?
  package var order: SortOrder
  /// 1…1000.
  package var limit: Int
  /// From the page before.
  package var nextToken: String?

  package init(
    from: Timestamp? = nil, to: Timestamp? = nil, order: SortOrder = .descending,
    limit: Int = TransactionQuery.defaultLimit, nextToken: String? = nil
  ) {
    self.from = from
    self.to = to
    self.order = order
    self.limit = limit
    self.nextToken = nextToken
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    if !(1...Self.maximumLimit).contains(limit) {
      errors.append(FieldError("limit", "must be from 1 to \(Self.maximumLimit)"))
    }
    if let from, let to, to < from {
      errors.append(FieldError("endDate", "must not be before the start"))
    }
    if nextToken != nil && place == nil {
      errors.append(FieldError("nextToken", "must be one that came with a page"))
    }
    return errors
  }

  /// Where the page before ended, as the ledger counts.
  package var place: Int64? {
    guard let nextToken, nextToken.utf8.count <= 10,
      nextToken.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(nextToken)
  }
}

/// A page of payments (F26).
package struct TransactionPage: Hashable, Sendable {
  package var transactions: [Transaction]
  /// For the page after it; nil: this is the last.
  package var nextToken: String?

  package init(_ transactions: [Transaction] = [], nextToken: String? = nil) {
    self.transactions = transactions
    self.nextToken = nextToken
  }
}
