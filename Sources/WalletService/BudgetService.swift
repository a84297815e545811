package import WalletAPI
package import WalletModel

/// What a person means to spend in a month. It is kept with the wallet.
package struct BudgetService: Sendable {
  let session: WalletSession

  package func list() async throws(WalletError) -> Budgets {
    try await session.read(ListBudgets())
  }

  /// Sets or removes some. Returns all.
  package func set(_ changes: [BudgetChange]) async throws(WalletError) -> Budgets {
    try await session.change(SetBudgets(changes))
  }

  /// The same, unless another program was faster.
  ///
  /// - Parameter before: What the same categories had, in the same order.
  /// - Returns: nil: one of them has another budget now, and nothing was sent.
  package func set(_ changes: [BudgetChange], before: [BudgetChange])
    async throws(WalletError) -> Budgets?
  {
    let now = try await list()
    for (change, old) in zip(changes, before) {
      // What is there already was sent before, and its answer was lost.
      guard let category = change.category,
        [old.amount, change.amount].contains(now[category])
      else { return nil }
    }
    return try await set(changes)
  }
}
