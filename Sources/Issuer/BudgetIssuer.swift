import WalletAPI
import WalletModel

/// Keeps what a person means to spend. No payment is declined for it.
struct BudgetIssuer: BudgetEngine, IssuerFeature {
  let core: IssuerCore

  func listBudgets(_ operation: ListBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
  { try ledger.read { reader throws(WalletError) in try budgets(reader, context) } }

  func setBudgets(_ operation: SetBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
  {
    if let error = WalletError.invalid(operation.fieldErrors) { throw error }
    let all = try ledger.write { writer throws(WalletError) -> Budgets in
      var all = try budgets(writer, context)
      for change in operation.changes {
        if let category = change.category { all[category] = change.amount }
      }
      try writer.put(all, of: context.customerID)
      try audit(
        writer, .done, SetBudgets.contract, nil, context, note: "\(operation.changes.count)")
      return all
    }
    publish(.changed(.budgets, ids: nil))
    return all
  }

  private func budgets(_ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> Budgets
  {
    try reader.get(Budgets.self, Budgets.onlyID, of: context.customerID) ?? Budgets()
  }
}
