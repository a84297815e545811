/// How a saved card pays later (E14).
package enum SavedCardUse: String, Sendable, CaseIterable, WireWord {
  /// The person is there, and gives the CVV each time.
  case easy = "S"
  /// The shop charges the card by itself, without a CVV.
  case recurring = "R"
}

/// A card from elsewhere that its owner has verified and kept (E18, E28). The number is not in it:
/// the issuer keeps a hash (H19).
package struct SavedCard: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  /// `492500******0004`. There is one saved card for each (E28).
  package var maskedNumber: String
  /// One scheme; empty: it is not in the list.
  package var scheme: CardSchemes
  package var expiry: CardExpiry
  package var use: SavedCardUse
  /// The first day on which it cannot be charged any more, `YYYYMMDD`; nil: saved for easy payment
  /// (E13, E21).
  package var recurringExpiry: String?
  /// Days between two charges: 0 without a limit, 1…9999; nil: saved for easy payment (E13).
  package var recurringFrequency: Int?
  package var savedAt: Timestamp

  package init(
    id: String, maskedNumber: String, scheme: CardSchemes, expiry: CardExpiry, use: SavedCardUse,
    recurringExpiry: String? = nil, recurringFrequency: Int? = nil, savedAt: Timestamp
  ) {
    self.id = id
    self.maskedNumber = maskedNumber
    self.scheme = scheme
    self.expiry = expiry
    self.use = use
    self.recurringExpiry = recurringExpiry
    self.recurringFrequency = recurringFrequency
    self.savedAt = savedAt
  }

  /// Whether it may not be charged any more: its time for recurring payments is over (E13).
  package func isOver(on now: Timestamp) -> Bool {
    guard let last = recurringExpiry else { return false }
    let today = now.civil()
    return Int(last) ?? 0 <= today.year * 10_000 + today.month * 100 + today.day
  }

  package var lastFour: String { String(maskedNumber.suffix(4)) }
  /// The brand by which payments are accepted.
  package var brand: CardBrand { scheme.brand }

  /// How many a wallet may keep.
  package static let maximum = 50
}

/// A card on its way to being saved, as the transaction of the payment service (E15, E27).
package struct CardRegistration: Hashable, Sendable, Identifiable {
  /// The transaction's id, 1…32 characters (E15).
  package var id: String
  /// The shop's own number, `^[\x21-\x7E]{1,32}$` (E24).
  package var orderNumber: String
  package var state: CardRegistrationState
  package var use: SavedCardUse
  /// nil: no card was given yet.
  package var maskedNumber: String?
  /// The bank asks the person before the card can be processed.
  package var needsRedirect: Bool
  /// Whether `ProcessSavedCard` will be accepted.
  package var isProcessable: Bool
  /// The card that was saved; nil: none yet.
  package var savedCardID: String?
  /// Why nothing was saved, as the payment service numbers it (E30); nil: it was not refused.
  package var errorCode: Int?
  package var createdAt: Timestamp

  package init(
    id: String, orderNumber: String, state: CardRegistrationState = .initialized,
    use: SavedCardUse, maskedNumber: String? = nil, needsRedirect: Bool = false,
    isProcessable: Bool = false, savedCardID: String? = nil, errorCode: Int? = nil,
    createdAt: Timestamp
  ) {
    self.id = id
    self.orderNumber = orderNumber
    self.state = state
    self.use = use
    self.maskedNumber = maskedNumber
    self.needsRedirect = needsRedirect
    self.isProcessable = isProcessable
    self.savedCardID = savedCardID
    self.errorCode = errorCode
    self.createdAt = createdAt
  }

  /// Seconds after which a registration that was not processed is rolled back.
  package static let lifetime: Int64 = 900
}

/// E27. Saving a card uses three of them.
package enum CardRegistrationState: String, Sendable, CaseIterable, WireWord {
  case initialized = "INITIALIZED"
  case authorized = "AUTHORIZED"
  case paid = "PAID"
  case cancelled = "CANCELLED"
  case refunded = "REFUNDED"
  case tokenized = "CARD_TOKENIZED"
}
