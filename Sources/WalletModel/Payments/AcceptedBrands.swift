/// Credit or debit cards (D04).
package struct CardFunding: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let credit = CardFunding(rawValue: 1)
  package static let debit = CardFunding(rawValue: 2)
  package static let both: CardFunding = [.credit, .debit]

  /// A word of the wire; nil: it is unknown.
  package init?(word: String) {
    switch word {
    case "CREDIT": self = .credit
    case "DEBIT": self = .debit
    case "BOTH": self = .both
    default: return nil
    }
  }
}

/// The brands that an account for payments accepts (D04).
package struct AcceptedBrands: Hashable, Sendable {
  private let funding: [CardBrand: CardFunding]

  package init(_ funding: [CardBrand: CardFunding]) { self.funding = funding }

  /// From the table of an account: a type of card and CREDIT, DEBIT or BOTH. Unknown types and words
  /// are ignored. The three types of Visa count together.
  package init(cardTypeConfig table: [String: String]) {
    var funding: [CardBrand: CardFunding] = [:]
    for (type, word) in table {
      guard let brand = Self.brands[type], let kind = CardFunding(word: word) else { continue }
      funding[brand, default: []].formUnion(kind)
    }
    self.init(funding)
  }

  private static let brands: [String: CardBrand] = [
    "VI": .visa, "VD": .visa, "VE": .visa, "MC": .mastercard, "AM": .amex, "DI": .discover,
  ]

  package var isEmpty: Bool { funding.values.allSatisfy(\.isEmpty) }

  /// Empty: the brand is not accepted.
  package subscript(brand: CardBrand) -> CardFunding { funding[brand] ?? [] }

  package func contains(_ brand: CardBrand) -> Bool { !self[brand].isEmpty }
}

/// A method of payment that a server offers, so far as the form needs it (D03).
package struct OfferedMethod: Hashable, Sendable {
  /// `CARD` for cards.
  package let method: String
  package let accountID: String
  /// The types of cards of the account (D04); nil: the account is not configured for cards.
  package let cardTypeConfig: [String: String]?

  package init(method: String, accountID: String, cardTypeConfig: [String: String]?) {
    self.method = method
    self.accountID = accountID
    self.cardTypeConfig = cardTypeConfig
  }
}

extension AcceptedBrands {
  /// The brands for a payment in a currency to an account (D03).
  ///
  /// - Parameters:
  ///   - currency: Three capital letters.
  ///   - account: Digits.
  ///   - methods: What the server offers; nil: it could not be read.
  /// - Throws: `.currency`, `.accountForm`, `.methodsNotLoaded`, `.noMethods`, `.account` (there is no
  ///   such account, or it is not for cards), `.accountNotConfigured`: the first one in this order, and
  ///   `.noMethods` if no brand is known.
  package init(
    currency: String, account: String, methods: [OfferedMethod]?
  ) throws(PaymentError) {
    guard PaymentAccount.isCurrency(currency) else { throw PaymentError(.currency) }
    guard PaymentAccount.isAccountID(account) else { throw PaymentError(.accountForm) }
    guard let methods else { throw PaymentError(.methodsNotLoaded) }
    guard !methods.isEmpty else { throw PaymentError(.noMethods) }
    guard let method = methods.first(where: { $0.accountID == account && $0.method == "CARD" })
    else { throw PaymentError(.account, "CARD") }
    guard let table = method.cardTypeConfig else { throw PaymentError(.accountNotConfigured) }
    self.init(cardTypeConfig: table)
    if isEmpty { throw PaymentError(.noMethods) }
  }
}
