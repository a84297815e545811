package import WalletModel

/// The customer's payments, and the simulated shop that makes them.
package protocol ShopEngine {
  func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  func getTransaction(_ operation: GetTransaction, _ context: RequestContext)
    throws(WalletError) -> Transaction
  func listMerchants(_ operation: ListMerchants, _ context: RequestContext) throws(WalletError)
    -> [Merchant]
  func listRates(_ operation: ListRates, _ context: RequestContext) throws(WalletError)
    -> [ConversionRate]
  func authorize(_ operation: Authorize, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func increment(_ operation: IncrementAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func reverse(_ operation: ReverseAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func expire(_ operation: ExpireAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func debit(_ operation: DebitAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func refund(_ operation: RefundDebit, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func topUp(_ operation: TopUp, _ context: RequestContext) throws(WalletError) -> ShopReceipt
}

extension WireRoute {
  static let shop: [WireRoute] = [
    WireRoute(ListAllTransactions.self),
    WireRoute(GetTransaction.self),
    WireRoute(ListMerchants.self),
    WireRoute(ListRates.self),
    WireRoute(Authorize.self),
    WireRoute(IncrementAuthorization.self),
    WireRoute(ReverseAuthorization.self),
    WireRoute(ExpireAuthorization.self),
    WireRoute(DebitAuthorization.self),
    WireRoute(RefundDebit.self),
    WireRoute(TopUp.self),
  ]
}
