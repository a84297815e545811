import Testing

@testable import WalletModel

@Suite struct BudgetsTests {
  private let month = CalendarMonth(year: 2026, month: 11)
  private let now = Timestamp("2026-11-20T12:00:00Z") ?? Timestamp(seconds: 0)

  private func payment(
    _ time: String, _ minorUnits: Int64, mcc: String, _ type: TransactionType = .complete,
    _ currency: String = "EUR"
  ) throws -> Transaction {
    Transaction(
      id: TransactionID("\(time) \(minorUnits)"), cardID: CardID("a"), type: type,
      transactedAt: try #require(Timestamp(time)),
      billedAmount: Money(minorUnits, Currency(currency)), description: "Shop", mcc: mcc)
  }

  private func euro(_ minorUnits: Int64) -> Money { Money(minorUnits, Currency("EUR")) }

  /// What was spent of a budget for groceries.
  private func use(_ budget: Money, _ payments: [Transaction]) throws -> BudgetUse {
    var budgets = Budgets()
    budgets[.groceries] = budget
    let summary = SpendingSummary(payments, of: month, now: now, in: .utc)
    return try #require(summary.uses(of: budgets).first)
  }

  @Test(arguments: [Int64.min, -1, 0, 1_000_000_000, .max])
  func anAmountThatIsNotPossibleIsNoBudget(_ amount: Int64) {
    var budgets = Budgets()
    budgets[.cash] = euro(1)
    budgets[.cash] = euro(amount)
    #expect(budgets.isEmpty && budgets[.cash] == nil)
  }

  @Test func theyAreInTheOrderOfTheCategories() {
    var budgets = Budgets()
    for category in MerchantCategory.allCases.reversed() { budgets[category] = euro(1) }
    budgets[.bills] = nil
    #expect(budgets.all.map(\.category) == MerchantCategory.allCases.filter { $0 != .bills })
  }

  @Test(arguments: [
    (0 as Int64, BudgetUse.Level.within, 0, 200_00 as Int64), (159_99, .within, 79, 40_01),
    (160_00, .near, 80, 40_00), (200_00, .near, 100, 0), (200_01, .over, 100, -1),
    (212_00, .over, 106, -12_00), (Int64.max, .over, 46_116_860_184_273_879, Int64.min + 200_01),
  ])
  func aBudgetIsWithinNearOrOver(
    _ spent: Int64, _ level: BudgetUse.Level, _ percent: Int, _ left: Int64
  ) throws {
    let use = try use(euro(200_00), [try payment("2026-11-03T10:00:00Z", spent, mcc: "5411")])
    #expect(use.level == level && use.percent == percent && use.left == euro(left))
    #expect((0...1).contains(use.share))
  }

  @Test func moneyThatCameBackIsSubtracted() throws {
    let use = try use(
      euro(200_00),
      [
        try payment("2026-11-03T10:00:00Z", 30_00, mcc: "5411"),
        try payment("2026-11-04T10:00:00Z", 50_00, mcc: "5411", .refund),
        try payment("2026-11-05T10:00:00Z", 70_00, mcc: "5411", .decline),
        try payment("2026-10-31T23:59:59Z", 70_00, mcc: "5411"),
        try payment("2026-11-05T10:00:00Z", 70_00, mcc: "5812"),
      ])
    #expect(use.spent == euro(-20_00) && use.share == 0 && use.percent == 0)
    #expect(use.left == euro(220_00) && use.level == .within)
  }

  /// Each budget counts what was paid in its own currency, also if most payments are in another.
  @Test func otherCurrenciesAreInNoBudget() throws {
    let payments = [
      try payment("2026-11-03T10:00:00Z", 10_00, mcc: "5411"),
      try payment("2026-11-03T11:00:00Z", 10_00, mcc: "5411"),
      try payment("2026-11-04T10:00:00Z", 5000, mcc: "5411", .complete, "JPY"),
    ]
    #expect(try use(euro(200_00), payments).spent == euro(20_00))
    let yen = try use(Money(20_000, Currency("JPY")), payments)
    #expect(yen.spent == Money(5000, Currency("JPY")) && yen.percent == 25)
    let dollars = try use(Money(20_000, Currency("USD")), payments)
    #expect(dollars.spent == Money(0, Currency("USD")))
  }

  @Test func aCategoryIsFoundByItsWord() {
    for category in MerchantCategory.allCases {
      #expect(MerchantCategory(word: category.word) == category)
      #expect(MerchantCategory(word: category.word.uppercased()) == category)
    }
    #expect(MerchantCategory.eatingOut.word == "eating-out")
    #expect(MerchantCategory.eatingOut.accountName == "EatingOut")
    for word in ["", "food", "EATING_OUT", "eating out"] {
      #expect(MerchantCategory(word: word) == nil, "\(word)")
    }
  }
}
