package import Secrets

/// A card as it was typed into a form (D39, E03). What a form did not ask for is nil.
package struct EnteredCard: Sendable, Equatable {
  package var number: Secret?
  package var expiry: CardExpiry?
  package var cvv: Secret?
  package var holderName: String?

  package init(
    number: Secret? = nil, expiry: CardExpiry? = nil, cvv: Secret? = nil,
    holderName: String? = nil
  ) {
    self.number = number
    self.expiry = expiry
    self.cvv = cvv
    self.holderName = holderName
  }

  /// Overwrites what is secret.
  package func wipe() {
    number?.wipe()
    cvv?.wipe()
  }
}

/// The card that pays.
package enum PayingCard: Sendable, Equatable {
  case entered(EnteredCard)
  /// One of the wallet's own cards. Nothing is typed.
  case own(CardID)
  /// A saved card (D38). The CVV is needed if the card was saved for easy payment (E14).
  case saved(String, cvv: Secret?)

  package func wipe() {
    switch self {
    case .entered(let card): card.wipe()
    case .own: break
    case .saved(_, let cvv): cvv?.wipe()
    }
  }
}
