import Testing

@testable import WalletModel

@Suite struct BudgetsTests {
  private let euro = Currency("EUR")
  private let month = CalendarMonth(year: 2026, month: 11)
  private let now = Timestamp("2026-11-20T12:00:00Z") ?? Timestamp(seconds: 0)

  private func payment(
    _ time: String, _ cents: Int64, mcc: String, _ type: TransactionType = .complete,
    _ currency: String = "EUR"
  ) throws -> Transaction {
    Transaction(
      id: TransactionID("\(time) \(cents)"), cardID: CardID("a"), type: type,
      transactedAt: try #require(Timestamp(time)), billedAmount: Money(cents, Currency(currency)),
      description: "Shop", mcc: mcc)
  }

  private func summary(_ payments: [Transaction], loadedFrom: Timestamp? = nil) -> SpendingSummary {
    SpendingSummary(payments, of: month, now: now, offset: 0, loadedFrom: loadedFrom)
  }

  @Test func theTextIsThatOfTheSetting() {
    let budgets = Budgets("bills=90,groceries=200")
    #expect(budgets.text == "groceries=200,bills=90")
    #expect(budgets[.groceries] == 200 && budgets[.bills] == 90 && budgets[.travel] == nil)
    #expect(Budgets("").text == nil && Budgets("").isEmpty)
  }

  @Test(arguments: [
    "groceries=0", "groceries=1000001", "groceries=-5", "groceries=1.5", "groceries", "food=20",
    "groceries=99999999999999999999", "=", "groceries=",
  ])
  func whatIsNotPossibleIsNoBudget(_ text: String) { #expect(Budgets(text).isEmpty) }

  @Test(arguments: [
    (159_99 as Int64, BudgetUse.Level.within, 79, 40_01 as Int64),
    (160_00, .near, 80, 40_00), (200_00, .near, 100, 0), (212_00, .over, 106, -12_00),
  ])
  func aBudgetIsWithinNearOrOver(
    _ cents: Int64, _ level: BudgetUse.Level, _ percent: Int, _ left: Int64
  ) throws {
    let sums = summary([try payment("2026-11-03T10:00:00Z", cents, mcc: "5411")])
    let use = try #require(sums.uses(of: Budgets("groceries=200")).first)
    #expect(use.level == level && use.percent == percent && use.left == Money(left, euro))
    #expect(use.limit == Money(200_00, euro) && (0...1).contains(use.share))
  }

  @Test func moneyThatCameBackIsSubtracted() throws {
    let sums = summary([
      try payment("2026-11-03T10:00:00Z", 30_00, mcc: "5411"),
      try payment("2026-11-04T10:00:00Z", 50_00, mcc: "5411", .refund),
    ])
    let use = try #require(sums.uses(of: Budgets("groceries=200")).first)
    #expect(use.spent == Money(-20_00, euro) && use.share == 0 && use.percent == 0)
    #expect(use.left == Money(220_00, euro))
  }

  @Test func aBudgetIsInTheUnitsOfItsCurrency() throws {
    let sums = summary([try payment("2026-11-03T10:00:00Z", 5000, mcc: "5411", .complete, "JPY")])
    let use = try #require(sums.uses(of: Budgets("groceries=20000")).first)
    #expect(use.limit == Money(20_000, Currency("JPY")) && use.percent == 25)
  }

  @Test func otherCurrenciesAreInNoBudget() throws {
    let sums = summary([
      try payment("2026-11-03T10:00:00Z", 10_00, mcc: "5411"),
      try payment("2026-11-03T11:00:00Z", 10_00, mcc: "5411"),
      try payment("2026-11-04T10:00:00Z", 99_00, mcc: "5411", .complete, "USD"),
    ])
    #expect(sums.others == 1)
    #expect(sums.uses(of: Budgets("groceries=200")).first?.spent == Money(20_00, euro))
  }

  // MARK: Month against month

  @Test func eachCategoryIsComparedUpToTheSameDay() throws {
    let sums = summary([
      try payment("2026-11-19T10:00:00Z", 30_00, mcc: "5411"),
      try payment("2026-11-02T10:00:00Z", 5_00, mcc: "5812"),
      try payment("2026-10-20T10:00:00Z", 18_00, mcc: "5411"),
      try payment("2026-10-21T10:00:00Z", 70_00, mcc: "5411"),
      try payment("2026-10-05T10:00:00Z", 40_00, mcc: "4900"),
    ])
    let changes = try #require(sums.changes)
    #expect(changes.map(\.category) == [.bills, .groceries, .eatingOut])
    #expect(changes.map(\.spent.minorUnits) == [0, 30_00, 5_00])
    #expect(changes.map(\.before.minorUnits) == [40_00, 18_00, 0])
    #expect(changes.map(\.difference.minorUnits) == [-40_00, 12_00, 5_00])
    #expect(changes.reduce(0) { $0 + $1.spent.minorUnits } == sums.spent.minorUnits)
    #expect(changes.reduce(0) { $0 + $1.before.minorUnits } == sums.spentBefore?.minorUnits)
    #expect(sums.change?.difference == sums.difference)
  }

  @Test func aMonthThatIsNotKnownIsNotCompared() throws {
    let sums = summary(
      [try payment("2026-11-19T10:00:00Z", 30_00, mcc: "5411")],
      loadedFrom: month.start(offset: 0))
    #expect(sums.changes == nil && sums.change == nil)
  }
}
