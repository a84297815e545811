/// An ISO 4217 alphabetic code.
package struct Currency: Hashable, Sendable, CustomStringConvertible {
  package let code: String

  package init(_ code: String) { self.code = code }

  package var description: String { code }

  /// The digits after the decimal point (ISO 4217); 2 for a code that is unknown or is no currency.
  package var exponent: Int {
    switch code {
    // The usual ones first: the code is compared with one after another.
    case "EUR", "USD", "GBP": 2
    // ISO 4217 had BYR until 2016.
    case "BIF", "BYR", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
      "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: 2
    }
  }

  /// The minor units of one main unit: 100 for EUR.
  package var unit: Int64 { (0..<exponent).reduce(1) { unit, _ in unit * 10 } }

  /// The same in the table of the payment service, which differs from ISO 4217 (D22).
  package var paymentServiceUnit: Int64 {
    switch code {
    case "BYR", "JPY", "KRW", "PYG", "VND": 1
    case "BHD", "JOD", "KWD", "LYD", "OMR", "TND": 1000
    default: 100
    }
  }

  /// The usual sign; nil: the code itself is used.
  package var symbol: String? {
    switch code {
    case "EUR": "€"
    case "USD": "$"
    case "GBP": "£"
    case "JPY": "¥"
    default: nil
    }
  }
}

/// An amount in a currency's minor units: 1099 EUR is €10.99, 1000 JPY is ¥1000.
package struct Money: Hashable, Sendable {
  package var minorUnits: Int64
  package var currency: Currency

  package init(_ minorUnits: Int64, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }
}

extension Money {
  /// The opposite of the least amount stops at the largest one.
  package static prefix func - (money: Money) -> Money {
    Money(-max(money.minorUnits, -.max), money.currency)
  }
}

extension Sequence where Element == Money {
  /// A sum for each currency, in the order of their codes. One that is too large stays at the
  /// largest amount.
  package var sums: [Money] {
    reduce(into: [Currency: Int128]()) { $0[$1.currency, default: 0] += Int128($1.minorUnits) }
      .sorted { $0.key.code < $1.key.code }
      .map { Money(Int64(clamping: $0.value), $0.key) }
  }
}

/// Amounts of the payment service are in the units of its own table (D21, D22): 1990 ISK is 199000.
extension Money {
  /// Parts of a minor unit are dropped.
  package init(paymentServiceUnits units: Int64, _ currency: Currency) {
    let scaled = Int128(units) * Int128(currency.unit) / Int128(currency.paymentServiceUnit)
    self.init(Int64(clamping: scaled), currency)
  }

  /// An amount that these units cannot express is above every limit, so it is refused.
  package var paymentServiceUnits: Int64 {
    let scaled = Int128(minorUnits) * Int128(currency.paymentServiceUnit)
    let (units, rest) = scaled.quotientAndRemainder(dividingBy: Int128(currency.unit))
    return rest == 0 ? Int64(clamping: units) : .max
  }
}
