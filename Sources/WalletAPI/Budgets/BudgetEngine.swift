package import WalletModel

/// What a person means to spend.
package protocol BudgetEngine {
  func listBudgets(_ operation: ListBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
  func setBudgets(_ operation: SetBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
}

extension WireRoute {
  static let budgets: [WireRoute] = [
    WireRoute(ListBudgets.self),
    WireRoute(SetBudgets.self),
  ]
}
