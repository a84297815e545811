/// What became of a payment (F23).
package enum TransactionType: String, WireEnum {
  case pending = "PENDING"
  case complete = "COMPLETE"
  case refund = "REFUND"
  case decline = "DECLINE"
  case unknown = "UNKNOWN"
}

/// Why a payment was declined (F25, the ones that this issuer gives).
package enum DeclineReason: String, WireEnum {
  case cardLocked = "CARD_LOCKED"
  case cardExpired = "CARD_EXPIRED"
  case cardCancelled = "CARD_CANCELLED"
  case cardNotActive = "CARD_NOT_ACTIVE"
  case insufficientFunds = "INSUFFICIENT_FUNDS"
  case unknown = "UNKNOWN"
}

/// A payment with a card (F23).
package struct Transaction: Hashable, Sendable, Codable, Identifiable {
  package var id: TransactionID
  package var cardID: CardID
  package var type: TransactionType
  package var transactedAt: Timestamp
  /// COMPLETE and REFUND only.
  package var settledAt: Timestamp?
  /// In the card's currency, positive; `type` says which way it goes.
  package var billedAmount: Money
  /// In the merchant's currency.
  package var transactedAmount: Money
  /// The merchant.
  package var description: String
  /// DECLINE only.
  package var declineReason: DeclineReason?

  package init(
    id: TransactionID, cardID: CardID, type: TransactionType, transactedAt: Timestamp,
    settledAt: Timestamp? = nil, billedAmount: Money, transactedAmount: Money? = nil,
    description: String, declineReason: DeclineReason? = nil
  ) {
    self.id = id
    self.cardID = cardID
    self.type = type
    self.transactedAt = transactedAt
    self.settledAt = settledAt
    self.billedAmount = billedAmount
    self.transactedAmount = transactedAmount ?? billedAmount
    self.description = description
    self.declineReason = declineReason
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case cardID = "cardId"
    case type, transactedAt, settledAt, billedAmount, transactedAmount, description, declineReason
  }
}
