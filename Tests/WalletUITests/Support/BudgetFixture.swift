import Canvas
import WalletModel

@testable import WalletUI

extension Fixture {
  private static let euro = Currency("EUR")

  static var budgets: Budgets {
    var budgets = Budgets()
    budgets[.groceries] = Money(200_00, euro)
    budgets[.eatingOut] = Money(100_00, euro)
    return budgets
  }

  /// €150 for groceries, €112 in restaurants, €20 of bills.
  private static let budgetPayments: [Transaction] = [
    (1, 150_00, "5411"), (2, 112_00, "5812"), (3, 20_00, "4900"),
  ].map { (daysAgo: Int64, cents: Int64, mcc: String) in
    Transaction(
      id: TransactionID("b\(daysAgo)"), cardID: cards[0].id, type: .complete,
      transactedAt: now.adding(seconds: -daysAgo * 86_400), billedAmount: Money(cents, euro),
      description: "Shell", mcc: mcc)
  }

  /// Groceries are within their budget, and eating out is over it.
  static func withBudgets(_ size: Size) -> State {
    var state = state(size, focus: 0)
    (state.activity.book, state.activity.month) = (PaymentBook(), WalletMonth())
    state.answer(PaymentReading.settle(&state), TransactionPage(budgetPayments))
    state.answer(BudgetsQuery(), budgets)
    return state
  }
}
