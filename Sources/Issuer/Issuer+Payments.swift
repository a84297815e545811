package import WalletAPI
package import WalletModel

extension Issuer {
  package func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    try checkScope(ListTransactions.contract, context)
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      let record = try find(operation.id, in: reader, context)
      return try reader.transactions(of: record, context.customerID, operation.query)
    }
  }

  package func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    try checkScope(ListAllTransactions.contract, context)
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      try reader.transactions(of: nil, context.customerID, operation.query)
    }
  }

  package func listMerchants(_ operation: ListMerchants, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  {
    try checkScope(ListMerchants.contract, context)
    return Shop.merchants
  }

  package func listRates(_ operation: ListRates, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  {
    try checkScope(ListRates.contract, context)
    return Shop.rates
  }
}
