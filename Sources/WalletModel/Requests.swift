package import Secrets

/// Filters and paging of a list (A02). `offset` counts records from 0 (A03, H11).
package struct CardQuery: Hashable, Sendable {
  package static let defaultLimit = 20
  package static let maximumLimit = 1000

  package var cardType: CardType?
  /// Empty: all statuses.
  package var statuses: [CardStatus]
  package var include: Set<CardInclude>
  /// 1…1000.
  package var limit: Int
  /// From 0.
  package var offset: Int

  package init(
    cardType: CardType? = nil, statuses: [CardStatus] = [], include: Set<CardInclude> = [],
    limit: Int = CardQuery.defaultLimit, offset: Int = 0
  ) {
    self.cardType = cardType
    self.statuses = statuses
    self.include = include
    self.limit = limit
    self.offset = offset
  }
}

/// A16. Validation is in `CardRequest+Validation.swift`.
package struct CardRequest: Hashable, Sendable {
  package var programName: String
  package var currency: String
  package var mobile: String?
  /// Four digits, EU only (A17).
  package var cardPin: Secret?
  package var externalID: String?
  package var deliveryAddress: DeliveryAddress?
  package var termsAndConditionsAccepted: Bool?
  package var eDisclosureAccepted: Bool?
  /// Our own field: the name of the card, at most 24 columns.
  package var alias: String?

  package init(
    programName: String, currency: String, mobile: String? = nil, cardPin: Secret? = nil,
    externalID: String? = nil, deliveryAddress: DeliveryAddress? = nil,
    termsAndConditionsAccepted: Bool? = nil, eDisclosureAccepted: Bool? = nil,
    alias: String? = nil
  ) {
    self.programName = programName
    self.currency = currency
    self.mobile = mobile
    self.cardPin = cardPin
    self.externalID = externalID
    self.deliveryAddress = deliveryAddress
    self.termsAndConditionsAccepted = termsAndConditionsAccepted
    self.eDisclosureAccepted = eDisclosureAccepted
    self.alias = alias
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(programName)
    hasher.combine(alias)
  }
}

/// A22.
package struct CardActivationRequest: Equatable, Sendable {
  /// Four digits.
  package var lastFourDigits: String
  /// Three digits.
  package var cvv: Secret

  package init(lastFourDigits: String, cvv: Secret) {
    self.lastFourDigits = lastFourDigits
    self.cvv = cvv
  }
}

/// A23: a change of the status with its reason, a new PIN, or a new name. Only one of them.
package enum CardUpdateRequest: Equatable, Sendable {
  /// `reason` has 1…200 characters.
  case status(CardStatus, reason: String)
  /// Four digits.
  case pin(Secret)
  /// Ours: the card's name, 0…24 characters. An empty name removes it.
  case alias(String)
}
