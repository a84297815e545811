/// What was spent in a month, and on what. Refunds are subtracted from what was spent; declined payments
/// never count.
///
/// All sums are in one currency, that of most of the payments; `others` has those of each other
/// currency. They are exact, and stop at the largest amount there is.
package struct SpendingSummary: Sendable, Equatable {
  /// What was spent on something.
  package struct Part<Name: Hashable & Sendable>: Sendable, Equatable {
    package let name: Name
    /// Negative where more came back than was paid.
    package let spent: Money
    /// Payments, without refunds.
    package let count: Int
    /// The whole per cent of all that was spent.
    package let percent: Int
  }

  /// One of the months up to the one that the summary is of.
  package struct Month: Sendable, Equatable {
    package let month: CalendarMonth
    package let spent: Money
    /// Whether all its payments are known.
    package let isLoaded: Bool
  }

  package let month: CalendarMonth
  /// Up to this day of the month it is compared: today, or the last day of an earlier month.
  package let lastDay: Int
  package let spent: Money
  package let count: Int
  /// What was spent up to the same day of the month before; nil: not all of that is known.
  package let spentBefore: Money?
  /// By day, from the first.
  package let days: [Money]
  /// By category, by merchant and by card, largest first, without those with nothing spent.
  package let categories: [Part<MerchantCategory>]
  package let merchants: [Part<String>]
  package let cards: [Part<CardID>]
  /// Six, the oldest first; the last one is `month`.
  package let months: [Month]
  /// Whether all payments of the month are known.
  package let isLoaded: Bool
  /// The same for each other currency with a payment in these months, in the order of their codes.
  package private(set) var others: [SpendingSummary] = []

  /// The number of months.
  package static let monthCount = 6

  /// One for each currency, that of most of the payments first.
  package var byCurrency: [SpendingSummary] { [self] + others }

  /// The amounts that are not zero, one for each currency; if all are, one zero.
  package func inEach(_ amount: (SpendingSummary) -> Money) -> [Money] {
    let some = byCurrency.map(amount).filter { $0.minorUnits != 0 }
    return some.isEmpty ? [amount(self)] : some
  }

  /// What was spent on the days 1–7, 8–14, 15–21, 22–28 and from 29 on.
  package var weeks: [Money] {
    stride(from: 0, to: days.count, by: 7).map { first in
      Money(sum: days[first..<min(first + 7, days.count)].lazy.map(\.minorUnits), spent.currency)
    }
  }

  /// What more was spent than up to the same day of the month before; negative: less.
  package var difference: Money? {
    spentBefore.map { Money(sum: [spent.minorUnits, (-$0).minorUnits], spent.currency) }
  }

  /// The difference in whole per cent, without a sign; nil: there is nothing to compare with.
  package var differencePercent: Int? {
    guard let before = spentBefore, before.minorUnits > 0, let difference else { return nil }
    return wholePercent(UInt128(difference.minorUnits.magnitude), of: UInt128(before.minorUnits))
  }

  /// What part of all that was spent an amount is, in whole per cent; nil: nothing was spent.
  package func percent(of amount: Money) -> Int? {
    guard spent.minorUnits > 0 else { return nil }
    return wholePercent(UInt128(max(0, amount.minorUnits)), of: UInt128(spent.minorUnits))
  }

  /// - Parameters:
  ///   - now: No later day is compared with.
  ///   - zone: Where its days begin.
  ///   - loadedFrom: All payments from then on are among `payments`; nil: all that there are.
  package init(
    _ payments: some Collection<Transaction>, of month: CalendarMonth, now: Timestamp,
    in zone: TimeZone, loadedFrom: Timestamp? = nil
  ) {
    var tally = SpendingTally(month, now: now, in: zone)
    for payment in payments { tally.add(payment) }
    let usual = tally.usualCurrency
    self.init(tally, usual, loadedFrom)
    others = tally.sums.keys.filter { $0 != usual }.sorted { $0.code < $1.code }.map {
      SpendingSummary(tally, $0, loadedFrom)
    }
  }

  private init(_ tally: SpendingTally, _ currency: Currency, _ loadedFrom: Timestamp?) {
    let month = tally.month
    let sums = tally.sums[currency] ?? SpendingTally.Sums(days: month.days)
    func isLoaded(_ month: CalendarMonth) -> Bool {
      loadedFrom.map { $0 <= month.start(in: tally.zone) } ?? true
    }
    func money(_ sum: Int128) -> Money { Money(Int64(clamping: sum), currency) }
    self.month = month
    lastDay = tally.lastDay
    spent = money(sums.spent)
    count = sums.count
    spentBefore = isLoaded(month.adding(-1)) ? money(sums.before) : nil
    days = sums.days.map(money)
    months = (1 - Self.monthCount...0).map { step in
      let then = month.adding(step)
      return Month(month: then, spent: money(sums.months[then] ?? 0), isLoaded: isLoaded(then))
    }
    self.isLoaded = isLoaded(month)
    categories = Self.parts(sums.categories, currency) { $0.rawValue }
    merchants = Self.parts(sums.merchants, currency) { $0 }
    cards = Self.parts(sums.cards, currency) { $0.rawValue }
  }

  private static func parts<Name>(
    _ sums: [Name: (spent: Int128, count: Int)], _ currency: Currency, order: (Name) -> String
  ) -> [Part<Name>] {
    let whole = sums.values.reduce(0) { $0 + max(0, $1.spent) }.magnitude
    return sums.filter { $0.value.spent != 0 }.sorted {
      $0.value.spent == $1.value.spent
        ? order($0.key) < order($1.key) : $0.value.spent > $1.value.spent
    }.map { name, sum in
      Part(
        name: name, spent: Money(Int64(clamping: sum.spent), currency), count: sum.count,
        percent: sum.spent > 0 ? wholePercent(sum.spent.magnitude, of: whole) : 0)
    }
  }
}

/// Rounded half up.
private func wholePercent(_ part: UInt128, of whole: UInt128) -> Int {
  whole == 0 ? 0 : Int(clamping: (part * 200 + whole) / (whole * 2))
}

extension Money {
  /// A sum that is too large stays at the largest amount.
  package init(sum minorUnits: some Sequence<Int64>, _ currency: Currency) {
    self.init(
      Int64(clamping: minorUnits.reduce(into: Int128(0)) { $0 += Int128($1) }), currency)
  }
}

/// What a payment adds to what was spent: negative for a refund; nil: it does not count.
extension Transaction {
  package var spent: Int64? {
    switch type {
    // A top-up is no payment that came back.
    case _ where isDamaged || isTopUp: nil
    case .pending, .complete: billedAmount.minorUnits
    case .refund: (-billedAmount).minorUnits
    case .decline, .other: nil
    }
  }
}

/// The sums of each currency.
private struct SpendingTally {
  struct Sums {
    var spent: Int128 = 0
    var before: Int128 = 0
    var count = 0
    var days: [Int128]
    var months: [CalendarMonth: Int128] = [:]
    var categories: [MerchantCategory: (spent: Int128, count: Int)] = [:]
    var merchants: [String: (spent: Int128, count: Int)] = [:]
    var cards: [CardID: (spent: Int128, count: Int)] = [:]

    init(days: Int) { self.days = [Int128](repeating: 0, count: days) }
  }

  let month: CalendarMonth
  let lastDay: Int
  let zone: TimeZone
  private let before: CalendarMonth
  private let oldest: CalendarMonth
  private(set) var sums: [Currency: Sums] = [:]
  private var uses: [Currency: Int] = [:]

  init(_ month: CalendarMonth, now: Timestamp, in zone: TimeZone) {
    self.month = month
    self.zone = zone
    before = month.adding(-1)
    oldest = month.adding(1 - SpendingSummary.monthCount)
    lastDay =
      month == CalendarMonth(now, in: zone) ? now.civil(in: zone).day : month.days
  }

  /// That of most payments of the month, else of most payments.
  var usualCurrency: Currency {
    let inMonth = sums.mapValues(\.count).filter { $0.value > 0 }
    let most = (inMonth.isEmpty ? uses : inMonth).max {
      $0.value == $1.value ? $0.key.code > $1.key.code : $0.value < $1.value
    }
    return most?.key ?? Currency("EUR")
  }

  mutating func add(_ payment: Transaction) {
    guard let amount = payment.spent else { return }
    let spent = Int128(amount)
    let currency = payment.billedAmount.currency
    uses[currency, default: 0] += 1
    let civil = payment.transactedAt.civil(in: zone)
    let then = CalendarMonth(year: civil.year, month: civil.month)
    guard then >= oldest, then <= month else { return }
    var sums = self.sums.removeValue(forKey: currency) ?? Sums(days: month.days)
    defer { self.sums[currency] = sums }
    sums.months[then, default: 0] += spent
    // The last day of a month is compared with all of a longer one.
    if then == before, civil.day <= lastDay || lastDay == month.days { sums.before += spent }
    guard then == month else { return }
    sums.spent += spent
    sums.count += 1
    sums.days[civil.day - 1] += spent
    let one = payment.type == .refund ? 0 : 1
    let category = sums.categories[payment.category] ?? (0, 0)
    sums.categories[payment.category] = (category.spent + spent, category.count + one)
    let merchant = sums.merchants[payment.description] ?? (0, 0)
    sums.merchants[payment.description] = (merchant.spent + spent, merchant.count + one)
    let card = sums.cards[payment.cardID] ?? (0, 0)
    sums.cards[payment.cardID] = (card.spent + spent, card.count + one)
  }
}
