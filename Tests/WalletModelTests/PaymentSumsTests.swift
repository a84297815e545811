import SeededGenerator
import Testing
import WalletModel

/// Sums, orders and searches are compared with a plain count, over random payments in several
/// currencies and time zones.
@Suite struct PaymentSumsTests {
  /// 2026-11-26T12:00:00Z.
  private static let now = Timestamp(milliseconds: 1_795_694_400_000)
  private static let types: [TransactionType] = [
    .pending, .complete, .complete, .complete, .refund, .decline, .other("NEW"),
  ]
  private static let currencies = ["EUR", "EUR", "USD", "JPY"]
  private static let names = ["Billa", "Shell", "ÖBB"]
  /// Empty: it is not known.
  private static let mccs = ["5411", "5541", ""]

  /// Payments of seven months, many of them around the ends of days, months and summer time.
  private static func payments(_ sample: SampleZone, _ random: inout SeededGenerator)
    -> [Transaction]
  {
    let zone = sample.zone
    let ends = (5...11).map { CalendarMonth(year: 2026, month: $0).start(in: zone) }
    let edges = ends.map { $0.milliseconds / 1000 } + sample.moments
    return (0..<300).map { index in
      let anywhere = Int64.random(in: 1_777_000_000...1_795_694_400, using: &random)
      let edge =
        (edges.randomElement(using: &random) ?? anywhere)
        + Int64.random(in: -7300...7300, using: &random)
      let time = Timestamp(
        seconds: Bool.random(using: &random) ? anywhere : min(edge, 1_795_694_400))
      let type: TransactionType = types.randomElement(using: &random) ?? .complete
      let units = Int64.random(in: 0...99_99, using: &random)
      let currency: String = currencies.randomElement(using: &random) ?? "EUR"
      let name: String = names.randomElement(using: &random) ?? ""
      let mcc: String = mccs.randomElement(using: &random) ?? ""
      var payment = Transaction(
        id: TransactionID("\(index)"), cardID: CardID("\(index % 4)"), type: type,
        transactedAt: time, billedAmount: Money(units, Currency(currency)), description: name,
        mcc: mcc.isEmpty ? nil : mcc)
      payment.isDamaged = index % 50 == 49
      return payment
    }
  }

  /// What counts, with its day: the whole definition of a sum.
  private struct Entry {
    let payment: Transaction
    /// `2026-10-25`.
    let day: String
    let spent: Int64
    var month: String { String(day.prefix(7)) }
    var currency: Currency { payment.billedAmount.currency }
  }

  private static func entries(_ payments: [Transaction], _ sample: SampleZone) -> [Entry] {
    payments.compactMap { payment in
      let units = payment.billedAmount.minorUnits
      let spent: Int64? =
        switch payment.type {
        case .pending, .complete: units
        case .refund: -units
        default: nil
        }
      guard let spent, !payment.isDamaged else { return nil }
      let day = String(sample.local(payment.transactedAt).prefix(10))
      return Entry(payment: payment, day: day, spent: spent)
    }
  }

  @Test(arguments: SampleZone.all) func everySumIsThatOfAPlainCount(_ sample: SampleZone) throws {
    var random = SeededGenerator(seed: 32)
    let zone = sample.zone
    let today = String(sample.local(Self.now).prefix(10))
    for _ in 0..<5 {
      let payments = Self.payments(sample, &random)
      let entries = Self.entries(payments, sample)
      for number in [9, 10, 11] {
        let month = CalendarMonth(year: 2026, month: number)
        let summary = SpendingSummary(payments, of: month, now: Self.now, in: zone)
        let shown = (0..<6).map { Self.name(month.adding($0 - 5)) }
        let wanted = Set(entries.lazy.filter { shown.contains($0.month) }.map(\.currency))
        #expect(Set(summary.byCurrency.map(\.spent.currency)) == wanted, "none is left out")
        #expect(summary.byCurrency.count == wanted.count)
        for sums in summary.byCurrency {
          try check(sums, entries.filter { $0.currency == sums.spent.currency }, shown, today)
        }
      }
    }
  }

  private static func name(_ month: CalendarMonth) -> String {
    "\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)"
  }

  private func check(
    _ sums: SpendingSummary, _ entries: [Entry], _ shown: [String], _ today: String
  ) throws {
    func sum(_ isMeant: (Entry) -> Bool) -> Int64 {
      entries.reduce(0) { isMeant($1) ? $0 + $1.spent : $0 }
    }
    let month = try #require(shown.last)
    let ofMonth = entries.filter { $0.month == month }
    let whole = sum { $0.month == month }
    #expect(sums.spent.minorUnits == whole)
    #expect(sums.count == ofMonth.count)
    #expect(sums.months.map(\.spent.minorUnits) == shown.map { name in sum { $0.month == name } })
    for (index, day) in sums.days.enumerated() {
      let name = "\(month)-\(index < 9 ? "0" : "")\(index + 1)"
      #expect(day.minorUnits == sum { $0.day == name }, "\(name)")
    }
    #expect(sums.weeks.count == 5)
    for (index, week) in sums.weeks.enumerated() {
      let days = index * 7 + 1...index * 7 + 7
      let spent = ofMonth.filter { days.contains(Int($0.day.suffix(2)) ?? 0) }.map(\.spent)
      #expect(week.minorUnits == spent.reduce(0, +), "week \(index)")
    }
    // A month that is over is compared with all of the one before it.
    let isOver = !today.hasPrefix(month)
    let before = sum { entry in
      entry.month == shown[4] && (isOver || entry.day.suffix(2) <= today.suffix(2))
    }
    #expect(sums.spentBefore?.minorUnits == before)
    #expect(sums.difference?.minorUnits == whole - before)
    func compare<Name>(_ parts: [SpendingSummary.Part<Name>], _ name: (Transaction) -> Name) {
      for part in parts {
        let spent = sum { $0.month == month && name($0.payment) == part.name }
        #expect(part.spent.minorUnits == spent, "\(part.name)")
      }
      #expect(parts.reduce(0) { $0 + $1.spent.minorUnits } == whole)
    }
    compare(sums.cards, \.cardID)
    compare(sums.merchants, \.description)
    compare(sums.categories, \.category)
  }

  @Test(arguments: SampleZone.all) func aSearchFindsTheDaysOfThePlace(_ sample: SampleZone) {
    var random = SeededGenerator(seed: 33)
    let payments = Self.payments(sample, &random)
    let zone = sample.zone
    let today = String(sample.local(Self.now).prefix(10))
    for (text, prefix) in [
      ("october", "2026-10"), ("september 2026", "2026-09"), ("2026-11", "2026-11"),
      ("2026-10-25", "2026-10-25"), ("2026-10-01", "2026-10-01"), ("today", today),
    ] {
      let search = PaymentSearch(text, now: Self.now, in: zone)
      for payment in payments where !payment.isDamaged {
        let local = sample.local(payment.transactedAt)
        #expect(search.matches(payment) == local.hasPrefix(prefix), "\(text): \(local)")
      }
    }
  }

  @Test func yesterdayIsFoundAfterADayOf25Hours() throws {
    let now = try #require(Timestamp("2026-10-25T21:30:00Z"))
    let search = PaymentSearch("yesterday", now: now, in: SampleZone.all[1].zone)
    var payment = Transaction(
      id: TransactionID("p"), cardID: CardID("c"), type: .complete,
      transactedAt: try #require(Timestamp("2026-10-24T10:00:00Z")),
      billedAmount: Money(1, Currency("EUR")), description: "Billa")
    #expect(search.matches(payment))
    payment.transactedAt = try #require(Timestamp("2026-10-25T10:00:00Z"))
    #expect(!search.matches(payment))
  }

  /// Of the same time they stay in their order; one that cannot be read follows the one before it.
  @Test(arguments: SortOrder.allCases)
  func paymentsAreInTheOrderOfTheTimeThatPeopleSee(_ order: SortOrder) {
    var random = SeededGenerator(seed: 34)
    var payments = Self.payments(SampleZone.all[0], &random)
    for index in payments.indices where payments[index].isDamaged {
      payments[index].transactedAt = Timestamp(milliseconds: 0)
    }
    for index in payments.indices.dropFirst() where index % 7 == 0 && !payments[index].isDamaged {
      payments[index].transactedAt = payments[index - 1].transactedAt
    }
    let sorted = payments.sortedByTime(order)
    #expect(Set(sorted.map(\.id)) == Set(payments.map(\.id)) && sorted.count == payments.count)
    let places = Dictionary(uniqueKeysWithValues: payments.enumerated().map { ($1.id, $0) })
    let read = sorted.filter { !$0.isDamaged }
    for (a, b) in zip(read, read.dropFirst()) {
      if a.transactedAt == b.transactedAt {
        #expect((places[a.id] ?? 0) < (places[b.id] ?? 0))
      } else {
        #expect((a.transactedAt < b.transactedAt) == (order == .ascending))
      }
    }
    for (a, b) in zip(sorted, sorted.dropFirst()) where b.isDamaged {
      #expect((places[a.id] ?? 0) + 1 == places[b.id])
    }
  }

  /// A page may end with a payment that cannot be read, which has no time.
  @Test func aPageEndsWithItsLastTime() {
    func payment(_ id: String, _ seconds: Int64) -> Transaction {
      Transaction(
        id: TransactionID(id), cardID: CardID("c"), type: .complete,
        transactedAt: Timestamp(seconds: seconds), billedAmount: Money(1, Currency("EUR")),
        description: "Billa")
    }
    let known = [payment("d", 40), payment("c", 30), payment("b", 20), payment("a", 10)]
    var damaged = payment("x", 0)
    damaged.isDamaged = true
    #expect(known.beyond([known[0], known[1], damaged]) == [known[2], known[3]])
    #expect(known.beyond([damaged]).isEmpty)
  }

  @Test func moneyIsAddedByCurrency() {
    let (euro, dollar, yen) = (Currency("EUR"), Currency("USD"), Currency("JPY"))
    let amounts = [Money(.max, dollar), Money(-5, yen), Money(.max, dollar), Money(7, euro)]
    #expect(amounts.sums == [Money(7, euro), Money(-5, yen), Money(.max, dollar)])
    #expect([Money]().sums.isEmpty)
    #expect(-Money(.min, euro) == Money(.max, euro) && -Money(7, euro) == Money(-7, euro))
  }
}
