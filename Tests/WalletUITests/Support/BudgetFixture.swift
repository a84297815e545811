import Canvas
import WalletModel

@testable import WalletUI

extension Fixture {
  /// €150 for groceries, €112 in restaurants, €20 of bills; in the month before €90 for groceries.
  private static let budgetPayments: [Transaction] = [
    (1, 150_00, "5411"), (2, 112_00, "5812"), (3, 20_00, "4900"), (33, 90_00, "5411"),
  ].map { (daysAgo: Int64, cents: Int64, mcc: String) in
    Transaction(
      id: TransactionID("b\(daysAgo)"), cardID: cards[0].id, type: .complete,
      transactedAt: now.adding(seconds: -daysAgo * 86_400),
      billedAmount: Money(cents, Currency("EUR")), description: "Shell", mcc: mcc)
  }

  /// Groceries are within their budget, and eating out is over it.
  static func withBudgets(_ state: inout State) {
    state.settings.budgets = Budgets("groceries=200,eating-out=100")
    (state.payments, state.month) = (PaymentBook(), WalletMonth())
    state.answer(PaymentReading.settle(&state), TransactionPage(budgetPayments))
  }
}
