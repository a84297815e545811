package import WalletAPI
import WalletModel

/// Money that counts in one period, such as a month. What counted in another one is forgotten.
package struct Tally: Hashable, LedgerPart {
  /// Which month or day, see `Timestamp.month` and `Timestamp.day`.
  package var period: Int64 = 0
  /// Minor units.
  package var amount: Int64 = 0

  package func amount(in period: Int64) -> Int64 { period == self.period ? amount : 0 }

  /// - Parameter more: Negative: it counts no more.
  package mutating func add(_ more: Int64, in period: Int64) {
    amount = amount(in: period) + more
    self.period = period
  }

  /// Takes up to this amount out of it, and returns what it took.
  package mutating func take(_ most: Int64) -> Tally {
    let taken = min(most, amount)
    amount -= taken
    return Tally(period: period, amount: taken)
  }

  package static var blank: Tally { Tally() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("period", &period)
    try v.field("amount", &amount)
  }
}

extension Timestamp {
  /// The calendar month (UTC), as a number that grows by one from month to month.
  var month: Int64 {
    let time = civil()
    return Int64(time.year * 12 + time.month)
  }

  /// The calendar day (UTC), as a number that grows by one from day to day.
  var day: Int64 { milliseconds / 86_400_000 }
}
