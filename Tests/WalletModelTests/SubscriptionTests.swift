import Testing

@testable import WalletModel

/// What comes back every month.
@Suite struct SubscriptionTests {
  private let now = Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(seconds: 0)

  private func payment(
    _ day: String, _ minorUnits: Int64 = 10_99, at merchant: String = "Spotify",
    _ type: TransactionType = .complete, _ currency: String = "EUR"
  ) throws -> Transaction {
    Transaction(
      id: TransactionID("\(merchant) \(day) \(minorUnits)"), cardID: CardID("a"), type: type,
      transactedAt: try #require(Timestamp(day + "T10:00:00Z")),
      billedAmount: Money(minorUnits, Currency(currency)), description: merchant)
  }

  private func found(_ payments: [Transaction], in zone: TimeZone = .utc) -> [Subscription] {
    Subscription.find(
      in: payments.sorted { $0.transactedAt > $1.transactedAt }, now: now, in: zone)
  }

  @Test func threePaymentsAMonthApartComeBack() throws {
    let payments = [
      try payment("2026-09-17"), try payment("2026-10-17"), try payment("2026-11-17"),
    ]
    let one = try #require(found(payments).first)
    #expect(one.merchant == "Spotify" && one.amount == Money(10_99, Currency("EUR")))
    #expect(one.next == Timestamp("2026-12-17T00:00:00Z"))
    #expect(one.last == payments[2].transactedAt)
    #expect(found(Array(payments.dropFirst())).isEmpty, "control: two are not enough")
  }

  /// Months have 28 to 31 days, and on the 31st of a short month its last day counts.
  @Test(arguments: [
    (["2026-08-31", "2026-09-30", "2026-10-31"], "2026-11-30T00:00:00Z"),
    (["2026-08-28", "2026-09-28", "2026-10-28"], "2026-11-28T00:00:00Z"),
    (["2026-08-29", "2026-10-01", "2026-11-02"], "2026-12-02T00:00:00Z"),
  ])
  func theNextDayIsInTheMonthAfter(_ days: [String], _ next: String) throws {
    #expect(found(try days.map { try payment($0) }).map(\.next) == [Timestamp(next)])
  }

  @Test func daysBeginWhereThePersonIs() throws {
    let days = ["2026-09-17", "2026-10-17", "2026-11-17"]
    let zone = TimeZone(offset: -11 * 3600)
    // There it was still the 16th.
    #expect(
      found(try days.map { try payment($0) }, in: zone).map(\.next)
        == [Timestamp("2026-12-16T11:00:00Z")])
  }

  @Test(arguments: [
    (["2026-09-17", "2026-10-17", "2026-11-08"], "22 days apart"),
    (["2026-09-17", "2026-10-10", "2026-11-17"], "38 days apart"),
    (["2026-08-10", "2026-09-10", "2026-10-10"], "the last one is too old"),
    (["2026-09-17", "2026-10-17", "2026-11-17", "2026-11-20"], "something else was bought"),
  ])
  func otherPaymentsDoNot(_ days: [String], _ why: String) throws {
    #expect(found(try days.map { try payment($0) }).isEmpty, "\(why)")
  }

  @Test(arguments: [(8_80 as Int64, 1), (8_79, 0)])
  func thePriceMayChangeALittle(_ least: Int64, _ count: Int) throws {
    let payments = [
      try payment("2026-09-17", least), try payment("2026-10-17", 11_00),
      try payment("2026-11-17", 10_00),
    ]
    #expect(found(payments).map(\.amount.minorUnits) == Array(repeating: 10_00, count: count))
  }

  @Test func whatWasNotPaidDoesNotCount() throws {
    let payments = [
      try payment("2026-09-17"), try payment("2026-10-17", 10_99, at: "Spotify", .refund),
      try payment("2026-11-17", 10_99, at: "Spotify", .decline),
      try payment("2026-08-17"), try payment("2026-11-18", 10_99, at: "Spotify", .pending, "USD"),
    ]
    #expect(found(payments).isEmpty)
  }

  @Test func eachShopIsFoundByItself() throws {
    var payments: [Transaction] = []
    for day in ["2026-09-17", "2026-10-17", "2026-11-17"] {
      payments.append(try payment(day, 13_99, at: "Netflix"))
      payments.append(try payment(day))
      payments.append(try payment(day, 5_00, at: "Netflix", .complete, "USD"))
    }
    for day in ["2026-09-10", "2026-10-10", "2026-11-10"] {
      payments.append(try payment(day, 1, at: "Zeitung"))
    }
    let all = found(payments)
    #expect(Set(all.map(\.merchant)) == ["Zeitung", "Netflix", "Spotify"])
    #expect(all.count == 4 && all[0].merchant == "Zeitung" && all[3].merchant == "Spotify")
    #expect(
      all.map(\.amount).sums == [Money(24_99, Currency("EUR")), Money(5_00, Currency("USD"))])
  }

  @Test func amountsOfAnySizeAreCompared() throws {
    let days = ["2026-09-17", "2026-10-17", "2026-11-17"]
    #expect(found(try days.map { try payment($0, .max) }).map(\.amount.minorUnits) == [.max])
    #expect(found(try days.map { try payment($0, -5) }).isEmpty)
  }
}
