/// An ISO 4217 alphabetic code.
package struct Currency: Hashable, Sendable, CustomStringConvertible {
  package let code: String

  package init(_ code: String) { self.code = code }

  package var description: String { code }

  /// The digits after the decimal point (D22); 2 for every code that is not in the table.
  package var exponent: Int {
    switch code {
    case "BYR", "JPY", "KRW", "PYG", "VND": 0
    case "BHD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
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

/// An amount in a currency's minor units: 1099 EUR is €10.99, 1000 JPY is ¥1000 (D21, D22).
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
