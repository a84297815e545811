/// A payment that comes back every month: the last three payments at a merchant are about a month
/// apart and of about the same amount.
package struct Subscription: Hashable, Sendable {
  package let merchant: String
  /// What was paid last.
  package let amount: Money
  package let last: Timestamp
  /// The beginning of the day on which it is expected: the same day of the month after, or the last
  /// day of that month.
  package let next: Timestamp

  /// What is paid at a merchant in one currency.
  private struct Key: Hashable {
    let merchant: String
    let currency: Currency
  }

  /// Payments that show it.
  private static let run = 3
  /// Seconds between two of them: months have 28 to 31 days, and shops take money on working days.
  private static let gap: ClosedRange<Int64> = 25 * 86_400...36 * 86_400
  /// The least of their amounts is at least so many per cent of the largest one.
  private static let alike = 80
  /// Seconds since the last one, after which it has ended.
  private static let end: Int64 = 40 * 86_400

  /// What is found, in the order of the next days.
  ///
  /// - Parameters:
  ///   - payments: Newest first, of about five months.
  ///   - zone: Where days begin.
  package static func find(
    in payments: some Sequence<Transaction>, now: Timestamp, in zone: TimeZone
  ) -> [Subscription] {
    var last: [Key: [Transaction]] = [:]
    for payment in payments
    where payment.type != .refund && payment.spent.map({ $0 > 0 }) ?? false {
      let key = Key(merchant: payment.description, currency: payment.billedAmount.currency)
      if last[key, default: []].count < run { last[key, default: []].append(payment) }
    }
    return last.values.compactMap { Subscription($0, now, zone) }.sorted {
      $0.next == $1.next ? $0.merchant < $1.merchant : $0.next < $1.next
    }
  }

  /// nil: they do not come back every month, or no more.
  private init?(_ payments: [Transaction], _ now: Timestamp, _ zone: TimeZone) {
    let amounts = payments.map { Int128($0.billedAmount.minorUnits) }
    guard payments.count == Self.run, let newest = payments.first,
      let least = amounts.min(), let most = amounts.max(),
      least * 100 >= most * Int128(Self.alike),
      now.seconds(since: newest.transactedAt) <= Self.end,
      zip(payments, payments.dropFirst()).allSatisfy({
        Self.gap.contains($0.transactedAt.seconds(since: $1.transactedAt))
      })
    else { return nil }
    let day = newest.transactedAt.civil(in: zone)
    let month = CalendarMonth(year: day.year, month: day.month).adding(1)
    merchant = newest.description
    amount = newest.billedAmount
    last = newest.transactedAt
    next = zone.firstMoment(
      of: CivilTime(year: month.year, month: month.month, day: min(day.day, month.days)))
  }
}
