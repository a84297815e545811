package import WalletAPI
package import WalletModel

extension WalletService {
  /// Sets or removes budgets, unless another program was faster.
  ///
  /// - Parameter before: What the same categories had, in the same order.
  /// - Returns: All budgets; nil: one of them has changed, and nothing was sent.
  package func setBudgets(_ changes: [BudgetChange], before: [BudgetChange])
    async throws(WalletError) -> Budgets?
  {
    let now = try await send(ListBudgets())
    for (change, old) in zip(changes, before) {
      // What is there already was sent before, and its answer was lost.
      guard let category = change.category,
        [old.amount, change.amount].contains(now[category])
      else { return nil }
    }
    return try await send(SetBudgets(changes))
  }
}
