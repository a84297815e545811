package import CardEntry
package import WalletModel
package import Words

/// The texts of a form's fields for a card.
extension CardEntryWords {
  package func label(_ field: CardField) -> String {
    switch field {
    case .number: cardNumberLabel
    case .name: nameOnCard
    case .expiry: expiryLabel
    case .cvv: securityCode
    }
  }

  /// What an empty field shows (D09, D16).
  package func placeholder(_ card: CardEntryForm, _ field: CardField) -> String {
    switch field {
    case .number: card.rules.placeholder(card.brand)
    case .name: asOnTheCard
    case .expiry: expiryPlaceholder
    case .cvv: String(repeating: "X", count: CardEntryRules.cvvLengths(card.brand).lowerBound)
    }
  }

  /// At the right end of a field: how many digits are left, the brand, where the CVV is. The first one
  /// that there is room for.
  func notes(_ card: CardEntryForm, _ field: CardField, isFocused: Bool) -> [String] {
    switch field {
    case .number:
      let left = (card.rules.lengths(card.brand).first ?? 16) - card.line(.number).count
      let counts = isFocused && card.line(.number).count > 0 && left > 0
      let parts = [counts ? digitsLeft(left) : "", brand(of: card)].filter { !$0.isEmpty }
      return [parts.joined(separator: " · ")] + parts
    case .cvv:
      return card.brand == .amex ? [onTheFront(4), cvvInFront] : [onTheBack(3), cvvBehind]
    case .expiry: return isFocused ? ["^Y \(orFromAList)", "^Y"] : []
    case .name: return []
    }
  }

  /// The brand or scheme of what was typed; empty: it is not decided.
  package func brand(of card: CardEntryForm) -> String {
    let brand = card.brand
    return brand == .unknown ? scheme(card.scheme) : self.brand(brand)
  }

  /// One scheme; empty for none, several and unknown ones (E06).
  package func scheme(_ scheme: CardSchemes) -> String {
    switch scheme {
    case .amex: brand(.amex)
    case .visa: brand(.visa)
    case .masterCard: brand(.mastercard)
    case .diners: dinersClub
    case .jcb: jcb
    case .dankort, .coBrandedDankort: dankort
    case .maestro: maestro
    case .sBusiness: sBusiness
    case .forbrugsforeningen: forbrugsforeningen
    default: ""
    }
  }

  /// What is wrong with a field (D06–D13, E05).
  package func text(_ error: CardEntryError, _ field: CardField, _ card: CardEntryForm) -> String {
    switch error {
    case .empty: return cardFieldNeeded
    case .length(let counts):
      return field == .cvv ? cvvHas(digits: counts) : numberHas(digits: counts)
    case .unknownBrand: return checkFirstDigits
    case .notSupported: return cardNotSupported
    case .checkDigit: return compareDigits
    case .incomplete: return writeExpiry
    case .month: return monthIsOneToTwelve
    case .expired:
      return card.expiry.map { ranOut(CalendarMonth(year: $0.year, month: $0.month)) }
        ?? writeExpiry
    case .tooLate(let year): return latestYear(year)
    case .name(let reason): return words.errors.text(reason)
    }
  }
}
