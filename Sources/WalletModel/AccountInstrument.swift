/// A means of payment that draws on an account (A40): a card, or a bank account of another server.
package struct AccountInstrument: Hashable, Sendable {
  package var id: String
  package var type: Word<InstrumentType>
  /// `400000******1177`; nil: the server does not send it.
  package var maskedNumber: String?
  package var holderName: String?
  package var expiry: CardExpiry?
  package var scheme: CardScheme?
  package var status: Word<InstrumentStatus>?
  package var createdDate: Timestamp?

  package init(id: String, type: Word<InstrumentType>) {
    self.id = id
    self.type = type
  }

  package init(_ card: Card) {
    self.init(id: card.id.rawValue, type: .known(.card))
    maskedNumber = card.bin + "******" + card.lastFour
    holderName = card.holderName
    expiry = card.expiry
    scheme = card.scheme
    status = Word(InstrumentStatus(card.status))
    createdDate = card.createdDate
  }

  /// Empty if they are not known.
  package var lastFour: String {
    let end = String((maskedNumber ?? "").suffix(4))
    return Rules.isDigits(end, count: 4) ? end : ""
  }
}

/// A40.
package enum InstrumentType: String, CaseIterable, WireWord {
  case card = "CARD"
  case sepaAccount = "SEPA_BANK_ACCOUNT"
  case ukAccount = "UK_BANK_ACCOUNT"
  case usAccount = "US_BANK_ACCOUNT"
  case cciAccount = "CCI_BANK_ACCOUNT"
}

/// Whether the issuer knows that an instrument belongs to the customer.
package enum InstrumentStatus: String, CaseIterable, WireWord {
  case verified = "VERIFIED"
  case unverified = "UNVERIFIED"
  /// The customer has to do something, such as activate the card.
  case verificationRequired = "VERIFICATION_REQUIRED"
  case rejected = "REJECTED"

  package init(_ status: CardStatus) {
    self =
      switch status {
      case .active, .digital, .locked, .suspended: .verified
      case .issued: .verificationRequired
      case .cancelled, .rejected, .expired: .rejected
      case .pending, .applied, .other: .unverified
      }
  }
}
