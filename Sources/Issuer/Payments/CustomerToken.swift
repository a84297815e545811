package import Secrets
package import WalletModel

/// What a shop gets for a customer who pays with a saved card (D38). It is good for one payment handle.
package struct CustomerToken: Hashable, Sendable {
  package let id: String
  package let customer: CustomerID
  package let madeAt: Timestamp

  /// Seconds.
  package static let lifetime: Int64 = 900

  package func secondsLeft(at now: Timestamp) -> Int64 {
    max(0, Self.lifetime - max(0, now.milliseconds - madeAt.milliseconds) / 1000)
  }
}

extension CustomerToken {
  /// Reads what `text` has written.
  fileprivate init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let time = Int64(parts[1]) else { return nil }
    self.init(
      id: String(parts[0]), customer: CustomerID(String(parts[2])),
      madeAt: Timestamp(milliseconds: time))
  }

  fileprivate var text: String { "\(id).\(madeAt.milliseconds).\(customer.rawValue)" }
}

/// A saved card as a shop gets it, with the token that stands for it.
package struct SavedCardToken: Sendable {
  package let card: SavedCard
  package let token: Secret
}

extension ShopBackEnd {
  private var tokens: IssuedTokens { IssuedTokens(key: ledger.keys.requests) }

  /// A new token for a customer.
  package func customerToken(of customer: CustomerID) -> (token: CustomerToken, secret: Secret) {
    let token = CustomerToken(id: random.id(), customer: customer, madeAt: now)
    return (token, tokens.make(.customer, token.text))
  }

  /// nil: it is no token of this issuer. Whether it is still good is checked with its use.
  package func customerToken(_ secret: Secret) -> CustomerToken? {
    tokens.text(.customer, of: secret).flatMap { CustomerToken(text: $0) }
  }

  /// The saved cards with their tokens, which are good as long as the cards are there.
  package func savedCardTokens(of customer: CustomerID) throws(WalletError) -> [SavedCardToken] {
    try savedCards(of: customer).map {
      SavedCardToken(card: $0.card, token: tokens.make(.savedCard, $0.card.id))
    }
  }

  /// The id of the saved card with a token; nil: it is no token of this issuer.
  package func savedCardID(_ secret: Secret) -> String? {
    tokens.text(.savedCard, of: secret)
  }
}
