import Testing

@testable import WalletModel

@Suite struct SpendingSummaryTests {
  @Test func aTopUpIsNoRefund() {
    let money = Money(50_00, Currency("EUR"))
    let time = Timestamp(milliseconds: 0)
    var payment = Transaction(
      id: TransactionID("t"), cardID: CardID("c"), type: .refund, transactedAt: time,
      billedAmount: money, description: "Top-up")
    #expect(payment.spent == -50_00)
    payment.detail = [
      ChargeDetail(
        amount: money, markup: .none, transactedAt: time, settledAt: time,
        fundingSourceID: Transaction.topUpSource, description: "Top-up", state: .cleared,
        continues: false)
    ]
    #expect(payment.spent == nil)
  }

  private let november = CalendarMonth(year: 2026, month: 11)
  private let now = Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(seconds: 0)

  private func payment(
    _ day: String, _ minorUnits: Int64, _ type: TransactionType = .complete,
    at merchant: String = "Billa", mcc: String? = "5411", card: String = "a",
    currency: String = "EUR"
  ) throws -> Transaction {
    let time = try #require(Timestamp(day + "T10:00:00Z"))
    return Transaction(
      id: TransactionID("\(day) \(minorUnits) \(type)"), cardID: CardID(card), type: type,
      transactedAt: time, billedAmount: Money(minorUnits, Currency(currency)),
      description: merchant, mcc: mcc)
  }

  @Test func cardsHaveTheirPart() throws {
    let sums = summary([
      try payment("2026-11-01", 10_00), try payment("2026-11-02", 30_00, card: "b"),
      try payment("2026-11-03", 5_00, card: "b"), try payment("2026-11-04", 5_00, .refund),
    ])
    #expect(sums.cards.map(\.name.rawValue) == ["b", "a"])
    #expect(sums.cards.map(\.spent) == [euro(35_00), euro(5_00)])
    #expect(sums.cards.map(\.count) == [2, 1] && sums.cards.map(\.percent) == [88, 13])
  }

  private func euro(_ minorUnits: Int64) -> Money { Money(minorUnits, Currency("EUR")) }

  private func summary(
    _ payments: [Transaction], of month: CalendarMonth? = nil, loadedFrom: Timestamp? = nil
  ) -> SpendingSummary {
    SpendingSummary(payments, of: month ?? november, now: now, in: .utc, loadedFrom: loadedFrom)
  }

  @Test func refundsAreSubtractedAndDeclinedPaymentsDoNotCount() throws {
    var damaged = try payment("2026-11-04", 99_00)
    damaged.isDamaged = true
    let sums = summary([
      try payment("2026-11-01", 10_00), try payment("2026-11-02", 5_00, .pending),
      try payment("2026-11-02", 3_00, .refund), try payment("2026-11-03", 77_00, .decline),
      try payment("2026-11-03", 88_00, .other("NEW")), damaged,
    ])
    #expect(sums.spent == euro(12_00))
    #expect(sums.count == 3)
  }

  @Test func itIsComparedWithTheSameDayOfTheMonthBefore() throws {
    let payments = [
      try payment("2026-11-20", 80_00), try payment("2026-10-22", 100_00),
      try payment("2026-10-23", 7_00),
    ]
    let sums = summary(payments)
    #expect(sums.lastDay == 22)
    #expect(sums.spentBefore == euro(100_00))
    #expect(sums.difference == euro(-20_00))
    #expect(sums.differencePercent == 20)
    // A month that is over is compared with all of the one before it.
    let october = summary(payments, of: november.adding(-1))
    #expect(october.lastDay == 31)
    #expect(october.spent == euro(107_00))
    #expect(october.spentBefore == euro(0))
    #expect(october.differencePercent == nil)
  }

  /// 28 February is the end of its month, but 31 January is after it.
  @Test func theLastDayIsComparedWithAllOfALongerMonth() throws {
    let payments = [try payment("2026-01-31", 9_00), try payment("2026-02-03", 4_00)]
    let sums = summary(payments, of: CalendarMonth(year: 2026, month: 2))
    #expect(sums.spentBefore == euro(9_00))
    #expect(sums.weeks == [euro(4_00), euro(0), euro(0), euro(0)])
  }

  @Test func weeksAddUpToTheMonth() throws {
    let days = [1, 7, 8, 14, 15, 21, 22, 28, 29, 30]
    let sums = summary(
      try days.map { try payment("2026-11-\($0 < 10 ? "0" : "")\($0)", Int64($0)) })
    #expect(sums.weeks == [8, 22, 36, 50, 59].map(euro))
    #expect(sums.weeks.map { sums.percent(of: $0) } == [5, 13, 21, 29, 34])
    #expect(Money(sum: sums.weeks.map(\.minorUnits), Currency("EUR")) == sums.spent)
  }

  @Test func partsAreLargestFirstAndAddUp() throws {
    let sums = summary([
      try payment("2026-11-01", 30_00), try payment("2026-11-02", 30_00, at: "Lidl"),
      try payment("2026-11-03", 20_00), try payment("2026-11-04", 20_00, at: "ÖBB", mcc: "4112"),
      try payment("2026-11-05", 5_00, .refund, at: "Zalando", mcc: "5964"),
      try payment("2026-11-06", 1_00, at: "Kiosk", mcc: nil),
      try payment("2026-11-06", 1_00, .refund, at: "Kiosk", mcc: nil),
    ])
    #expect(sums.categories.map(\.name) == [.groceries, .transport, .shopping])
    #expect(sums.categories.map(\.percent) == [80, 20, 0])
    #expect(sums.merchants.map(\.name) == ["Billa", "Lidl", "ÖBB", "Zalando"])
    #expect(sums.merchants.map(\.count) == [2, 1, 1, 0])
    #expect(sums.merchants.map(\.spent.minorUnits) == [50_00, 30_00, 20_00, -5_00])
    #expect(sums.categories.reduce(0) { $0 + $1.spent.minorUnits } == sums.spent.minorUnits)
  }

  @Test func sixMonthsEndWithThisOne() throws {
    let sums = summary([
      try payment("2026-06-01", 6_00), try payment("2026-10-31", 10_00),
      try payment("2026-05-31", 5_00), try payment("2026-11-01", 11_00),
    ])
    #expect(sums.months.map(\.month.month) == [6, 7, 8, 9, 10, 11])
    #expect(sums.months.map(\.spent.minorUnits) == [6_00, 0, 0, 0, 10_00, 11_00])
  }

  @Test func itSaysWhatIsNotLoaded() throws {
    let payments = [try payment("2026-11-20", 1_00), try payment("2026-10-20", 1_00)]
    let all = summary(payments)
    #expect(all.isLoaded && all.spentBefore != nil)
    let some = summary(payments, loadedFrom: Timestamp("2026-10-15T00:00:00Z"))
    #expect(some.isLoaded)
    #expect(some.spentBefore == nil && some.difference == nil)
    #expect(some.months.map(\.isLoaded) == [false, false, false, false, false, true])
    #expect(!summary(payments, loadedFrom: Timestamp("2026-11-01T00:00:01Z")).isLoaded)
  }

  @Test func eachCurrencyHasItsOwnSums() throws {
    let yen = Currency("JPY")
    let sums = summary([
      try payment("2026-11-01", 1_00), try payment("2026-11-02", 2_00),
      try payment("2026-11-02", 500, currency: "JPY"),
      try payment("2026-10-02", 70, currency: "JPY"),
      try payment("2026-07-02", 9, currency: "USD"),
    ])
    #expect(sums.inEach(\.spent) == [euro(3_00), Money(500, yen)])
    #expect(sums.others.map(\.spent.currency.code) == ["JPY", "USD"])
    #expect(sums.others[0].categories.map(\.spent) == [Money(500, yen)])
    #expect(sums.others[0].spentBefore == Money(70, yen))
    #expect(sums.inEach { $0.months[1].spent } == [Money(9, Currency("USD"))])
    #expect(sums.inEach { $0.months[0].spent } == [euro(0)])
    #expect(summary([]).inEach(\.spent) == [euro(0)])
  }

  @Test func sumsStopAtTheLargestAmount() throws {
    let sums = summary([
      try payment("2026-11-01", .max), try payment("2026-11-02", .max),
      try payment("2026-10-02", .min), try payment("2026-11-03", .min, .refund, at: "Odd"),
    ])
    #expect(sums.spent.minorUnits == .max)
    #expect(sums.categories.first?.percent == 100)
  }

  @Test func aMonthBeginsWhereThePersonIs() throws {
    let late = try payment("2026-10-31", 1_00)
    var moved = late
    moved.transactedAt = try #require(Timestamp("2026-10-31T23:30:00Z"))
    let sums = SpendingSummary([moved], of: november, now: now, in: TimeZone(offset: 3600))
    #expect(sums.days.first == euro(1_00))
    #expect(summary([moved]).spent == euro(0))
  }

  @Test func monthsFollowEachOther() {
    let january = CalendarMonth(year: 2026, month: 1)
    #expect(january.adding(-1) == CalendarMonth(year: 2025, month: 12))
    #expect(january.adding(23) == CalendarMonth(year: 2027, month: 12))
    #expect(CalendarMonth(year: 0, month: 1).adding(-1) == CalendarMonth(year: -1, month: 12))
    #expect(january.adding(-1) < january)
    let zone = TimeZone(offset: 3600)
    #expect(january.start(in: zone).description == "2025-12-31T23:00:00Z")
    #expect(CalendarMonth(january.start(in: zone), in: zone) == january)
  }
}

/// ISO 18245.
@Suite struct MerchantCategoryTests {
  @Test(
    arguments: [
      ("5411", .groceries), ("5499", .groceries), ("5812", .eatingOut), ("5814", .eatingOut),
      ("5541", .transport), ("4112", .transport), ("4121", .transport), ("5964", .shopping),
      ("5732", .shopping), ("5912", .health), ("8021", .health), ("7832", .leisure),
      ("5968", .leisure), ("3001", .travel), ("3999", .travel), ("4511", .travel),
      ("7011", .travel), ("4900", .bills), ("6011", .cash), ("0742", .health), ("9999", .other),
      ("0000", .other), ("541", .other), ("54110", .other), ("abcd", .other), ("-001", .other),
      (nil, .other),
    ] as [(String?, MerchantCategory)])
  func codes(_ mcc: String?, _ category: MerchantCategory) {
    #expect(MerchantCategory(mcc: mcc) == category)
  }

  @Test func noCodeHasTwoCategories() {
    let ranges = MerchantCategory.ranges.map(\.codes)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }
}
