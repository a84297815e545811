import WalletModel

/// What was spent, by day.
struct Spending {
  /// Minor units a day, oldest first, today last.
  private(set) var days: [Int64]
  var total: Int64 { days.reduce(into: 0) { $0.add($1) } }

  /// Declined payments do not count; refunds do not either, they are not spending.
  init(_ transactions: [Transaction], clock: Clock, currency: Currency, count: Int = 30) {
    days = [Int64](repeating: 0, count: count)
    let day: Int64 = 86_400_000
    let today = (clock.wall.milliseconds + Int64(clock.utcOffset) * 1000) / day
    for transaction in transactions {
      guard transaction.type == .pending || transaction.type == .complete,
        transaction.billedAmount.currency == currency
      else { continue }
      let then = (transaction.transactedAt.milliseconds + Int64(clock.utcOffset) * 1000) / day
      let age = today - then
      if age >= 0 && age < count {
        days[count - 1 - Int(age)].add(transaction.billedAmount.minorUnits)
      }
    }
  }
}

extension Int64 {
  /// A sum that is too large stays at the end of what can be told.
  mutating func add(_ other: Int64) {
    let (sum, isOver) = addingReportingOverflow(other)
    self = isOver ? (other < 0 ? .min : .max) : sum
  }
}
