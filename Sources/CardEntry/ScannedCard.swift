package import Secrets
package import WalletModel

/// What was read from a picture or a text of a card, to be confirmed by a person (E03, E04).
package struct ScannedCard: Equatable, Sendable {
  /// Digits of a Visa, Mastercard or American Express card with a right check digit.
  package let number: Secret?
  /// This month or later, at most 20 years from now.
  package let expiry: CardExpiry?
  private let hasSeveralNumbers: Bool

  package init(
    number: Secret? = nil, hasSeveralNumbers: Bool = false, expiry: CardExpiry? = nil
  ) {
    self.number = number
    self.hasSeveralNumbers = hasSeveralNumbers
    self.expiry = expiry
  }

  /// What could not be read, in the order of a form.
  package var gaps: [ScanGap] {
    var gaps: [ScanGap] = []
    if number == nil { gaps.append(hasSeveralNumbers ? .severalNumbers : .number) }
    if expiry == nil { gaps.append(.expiry) }
    return gaps
  }

  /// This card with what only `other` has.
  package func completed(by other: ScannedCard) -> ScannedCard {
    let hasNumber = number != nil || hasSeveralNumbers
    return ScannedCard(
      number: hasNumber ? number : other.number,
      hasSeveralNumbers: hasNumber ? hasSeveralNumbers : other.hasSeveralNumbers,
      expiry: expiry ?? other.expiry)
  }
}
