package import Secrets

/// A merchant in the simulated shop (G01).
package struct Merchant: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var name: String
  /// ISO 18245: four digits.
  package var mcc: String
  package var city: String
  package var state: String?
  package var postalCode: String
  /// ISO 3166-1, two letters.
  package var country: String
  package var currency: Currency
  /// Declines before the issuer is asked.
  package var declineBeforeAuthorization: Bool
  /// Declines payments that the issuer has approved.
  package var declineAfterAuthorization: Bool
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, name: String, mcc: String, city: String, state: String? = nil,
    postalCode: String, country: String, currency: Currency,
    declineBeforeAuthorization: Bool = false, declineAfterAuthorization: Bool = false,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.mcc = mcc
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
    self.currency = currency
    self.declineBeforeAuthorization = declineBeforeAuthorization
    self.declineAfterAuthorization = declineAfterAuthorization
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Sells by mail, telephone or internet: direct marketing of ISO 18245, 5960 to 5969. There a
  /// DIGITAL card can pay (A24, H13).
  package var isOnline: Bool { mcc.hasPrefix("596") }
}

/// The value of a euro in another currency (G02).
package struct ConversionRate: Hashable, Sendable {
  /// The record exists but cannot be read. Only its currency is set, if that is readable.
  package var isDamaged = false
  package var currency: Currency
  /// Millionths of the currency's main unit for one euro.
  package var perEuro: Int64

  package init(_ currency: Currency, perEuro: Int64) {
    self.currency = currency
    self.perEuro = perEuro
  }
}

/// The card at a terminal, with the data that the shop gets (G03).
package enum PresentedCard: Sendable {
  /// One of the customer's own cards.
  case card(CardID)
  /// The same in a phone, which shows the number of its token.
  case token(CardID, dpanRef: String)
  /// A number that was read or typed, with the data that were given with it.
  case number(Secret, expiry: CardExpiry, csc: Secret?, postalCode: String?)

  package var fieldErrors: [FieldError] {
    guard case .number(let number, let expiry, let csc, let postalCode) = self else { return [] }
    var errors: [FieldError] = []
    if !(12...19).contains(where: { number.isDigits(count: $0) }) {
      errors.add("cardNumber", .field(.cardNumberForm))
    }
    errors.add("expiry.month", Rules.range(expiry.month, 1...12))
    errors.add("expiry.year", Rules.range(expiry.year, CardExpiry.years))
    if let csc, !csc.isDigits(count: 3) { errors.add("csc", .field(.cscForm)) }
    errors.add("billingAddress.postalCode", postalCode.flatMap { Rules.length($0, 1...16) })
    return errors
  }
}

/// What the shop can do with a payment after it was authorised (G04–G08).
package enum ShopStep: String, CaseIterable, Sendable {
  case debit, increment, reverse, expire, refund
}

/// The result of a step at the terminal (G03–G08).
package struct ShopReceipt: Hashable, Sendable, Identifiable {
  /// The id of the authorisation, debit or refund.
  package var id: String
  package var approved: Bool
  /// In the card's currency, without markup: the amount that an authorisation reserves now, or the
  /// amount of a debit or refund.
  package var billedAmount: Money
  package var declineReason: DeclineReason?
  /// The rule for which it was declined; nil: it was not declined for a rule.
  package var declineRule: DeclineRule?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, billedAmount: Money, declineReason: DeclineReason? = nil,
    declineRule: DeclineRule? = nil, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    approved = declineReason == nil
    self.billedAmount = billedAmount
    self.declineReason = declineReason
    self.declineRule = declineRule
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// An amount in the merchant's currency.
package struct ShopAmount: Hashable, Sendable {
  /// Nine digits (D21).
  package static let maximum: Int64 = 999_999_999
  /// Of one top-up: 10,000.00.
  package static let topUpMaximum: Int64 = 1_000_000

  /// 1…999,999,999 minor units.
  package var minorUnits: Int64
  /// The merchant's currency. Another one is refused. nil: the merchant's currency.
  package var currency: Currency?

  package init(_ minorUnits: Int64, _ currency: Currency? = nil) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  package init(_ money: Money) { self.init(money.minorUnits, money.currency) }

  /// nil: the currency is not known yet.
  package var money: Money? { currency.map { Money(minorUnits, $0) } }

  package var fieldErrors: [FieldError] { fieldErrors(atMost: Self.maximum) }

  package func fieldErrors(atMost most: Int64) -> [FieldError] {
    (1...most).contains(minorUnits)
      ? [] : [FieldError("amount", .field(.range, "1", "\(most)"))]
  }

  /// The same for an amount that a user has written, in the user's notation.
  ///
  /// - Parameters:
  ///   - most: Minor units.
  ///   - write: Formats `12.50` as the user would write it.
  package static func fieldErrors(
    written money: Money, atMost most: Int64 = maximum, as write: (String) -> String = { $0 }
  ) -> [FieldError] {
    ShopAmount(money.minorUnits).fieldErrors(atMost: most).map { error in
      let range = [1, most].map { write(Money($0, money.currency).decimal) }
      return FieldError(error.field, .field(.range, range[0], range[1]))
    }
  }
}

extension Money {
  /// `-12.50`, the form for programs.
  package var signedDecimal: String { (minorUnits < 0 ? "-" : "") + decimal }

  /// `12.50`, the form for programs, which can be read again. Not negative.
  package var decimal: String {
    let digits = String(minorUnits.magnitude)
    let exponent = currency.exponent
    guard exponent > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
    return padded.dropLast(exponent) + "." + padded.suffix(exponent)
  }

  /// A positive amount as people write it: `12.50`, `12,5`, `12`, `€12`, `1 200 EUR`. nil: it is
  /// not an amount of this currency, or it is ambiguous. With three decimals, `1,000` is a thousand
  /// for many people.
  package init?(written text: String, _ currency: Currency) {
    var text = text
    text.unicodeScalars.removeAll { $0.properties.generalCategory == .format }
    for sign in [currency.code, currency.symbol ?? currency.code] {
      text = String(typed: text)
      if text.hasPrefix(sign) { text.removeFirst(sign.count) }
      if text.hasSuffix(sign) { text.removeLast(sign.count) }
    }
    let parts = String(typed: text).split(omittingEmptySubsequences: false) { ".,".contains($0) }
    // Blanks separate groups of three digits only: `12 50` is not 1,250.
    let runs = parts[0].unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
    let whole = runs.map { String($0) }.joined()
    let exponent = currency.exponent
    guard parts.count <= 2, 1...12 ~= whole.utf8.count, runs.count == 1 || 1...3 ~= runs[0].count,
      runs.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    let cents = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count == 1 || (1...max(1, exponent)).contains(cents.utf8.count) && exponent > 0
    else { return nil }
    let isGroup = cents.utf8.count == 3 && text.contains(",")
    if isGroup && whole.utf8.count <= 3 && whole.first != "0" { return nil }
    let digits = whole + cents + String(repeating: "0", count: exponent - cents.utf8.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int64(digits)
    else { return nil }
    self.init(value, currency)
  }
}
