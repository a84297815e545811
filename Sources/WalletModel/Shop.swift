package import Secrets

/// Who is paid, in the simulated shop (G01).
package struct Merchant: Hashable, Sendable, Identifiable {
  /// The record is there but cannot be read: only its id, where that can be told, is there.
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
  /// Declines what the issuer has approved.
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
  /// DIGITAL card pays (A24, H13).
  package var isOnline: Bool { mcc.hasPrefix("596") }
}

/// How much of a currency a euro is (G02).
package struct ConversionRate: Hashable, Sendable {
  /// The record is there but cannot be read: only its currency, where that can be told, is there.
  package var isDamaged = false
  package var currency: Currency
  /// Millionths of the currency's main unit for one euro.
  package var perEuro: Int64

  package init(_ currency: Currency, perEuro: Int64) {
    self.currency = currency
    self.perEuro = perEuro
  }
}

/// The card at a terminal, and what a shop is told with it (G03).
package enum PresentedCard: Sendable {
  /// The card itself, one of the customer's own.
  case card(CardID)
  /// A number that was read or typed, with what came with it.
  case number(Secret, expiry: CardExpiry, csc: Secret?, postalCode: String?)
}

extension PresentedCard {
  package var fieldErrors: [FieldError] {
    guard case .number(let number, let expiry, let csc, let postalCode) = self else { return [] }
    var errors: [FieldError] = []
    if !(12...19).contains(where: { number.isDigits(count: $0) }) {
      errors.append(FieldError("cardNumber", "must have 12 to 19 digits"))
    }
    if !(1...12).contains(expiry.month) {
      errors.append(FieldError("expiry.month", "must be from 1 to 12"))
    }
    if !CardExpiry.years.contains(expiry.year) {
      errors.append(
        FieldError(
          "expiry.year",
          "must be from \(CardExpiry.years.lowerBound) to \(CardExpiry.years.upperBound)"))
    }
    if let csc, !csc.isDigits(count: 3) {
      errors.append(FieldError("csc", "must have three digits"))
    }
    if let problem = postalCode.flatMap({ Rules.length($0, 1...16) }) {
      errors.append(FieldError("billingAddress.postalCode", problem))
    }
    return errors
  }
}

/// What came of a step at the terminal (G03–G08).
package struct ShopReceipt: Hashable, Sendable, Identifiable {
  /// Of the authorisation, debit or refund.
  package var id: String
  package var approved: Bool
  /// In the card's currency, without markup: of an authorisation what is reserved now, of the
  /// others what was moved.
  package var billedAmount: Money
  package var declineReason: DeclineReason?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, billedAmount: Money, declineReason: DeclineReason? = nil, createdAt: Timestamp,
    updatedAt: Timestamp
  ) {
    self.id = id
    approved = declineReason == nil
    self.billedAmount = billedAmount
    self.declineReason = declineReason
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// An amount in the merchant's currency.
package struct ShopAmount: Hashable, Sendable {
  /// Nine digits (D21).
  package static let maximum: Int64 = 999_999_999

  /// 1…999,999,999 minor units.
  package var minorUnits: Int64
  /// Refused when it is not the merchant's; nil: the merchant's.
  package var currency: Currency?

  package init(_ minorUnits: Int64, _ currency: Currency? = nil) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  package var fieldErrors: [FieldError] {
    (1...Self.maximum).contains(minorUnits)
      ? [] : [FieldError("amount", "must be from 1 to \(Self.maximum)")]
  }

  /// The same of what a person wrote, told in what they wrote it in.
  ///
  /// - Parameter write: Makes of `12.50` what they would write.
  package static func fieldErrors(written money: Money, as write: (String) -> String = { $0 })
    -> [FieldError]
  {
    let least = write(Money(1, money.currency).decimal)
    let most = write(Money(maximum, money.currency).decimal)
    return ShopAmount(money.minorUnits).fieldErrors.map {
      FieldError($0.field, "must be from \(least) to \(most)")
    }
  }
}

extension Money {
  /// `12.50`, as programs write it and the form below reads it: not negative.
  package var decimal: String {
    let digits = String(minorUnits.magnitude)
    let exponent = currency.exponent
    guard exponent > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
    return padded.dropLast(exponent) + "." + padded.suffix(exponent)
  }

  /// A positive amount as people write it: `12.50`, `12,5`, `12`; nil: none of this currency, or one
  /// that some would read as another: where there are three decimals, `1,000` is a thousand to many.
  package init?(written text: String, _ currency: Currency) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let exponent = currency.exponent
    guard parts.count <= 2, let whole = parts.first, (1...12).contains(whole.utf8.count) else {
      return nil
    }
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
