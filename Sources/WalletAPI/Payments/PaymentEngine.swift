package import Secrets
package import WalletModel

/// Payments with a handle, and the bank's questions.
package protocol PaymentEngine {
  func listPaymentMethods(_ operation: ListPaymentMethods, _ context: RequestContext)
    throws(WalletError) -> [PaymentMethod]
  func createPaymentHandle(_ operation: CreatePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func listPaymentHandles(_ operation: ListPaymentHandles, _ context: RequestContext)
    throws(WalletError) -> PaymentHandlePage
  func getPaymentHandle(_ operation: GetPaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func getPaymentToken(_ operation: GetPaymentToken, _ context: RequestContext)
    throws(WalletError) -> Secret
  func usePaymentHandle(_ operation: UsePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func listAuthentications(_ operation: ListAuthentications, _ context: RequestContext)
    throws(WalletError) -> [CardAuthentication]
  func getAuthentication(_ operation: GetAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  func answerAuthentication(_ operation: AnswerAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  func confirmPayment(_ operation: ConfirmPayment, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
}

extension WireRoute {
  static let payments: [WireRoute] = [
    WireRoute(ListPaymentMethods.self),
    WireRoute(CreatePaymentHandle.self),
    WireRoute(ListPaymentHandles.self),
    WireRoute(GetPaymentHandle.self),
    WireRoute(GetPaymentToken.self),
    WireRoute(UsePaymentHandle.self),
    WireRoute(ListAuthentications.self),
    WireRoute(GetAuthentication.self),
    WireRoute(AnswerAuthentication.self),
    WireRoute(ConfirmPayment.self),
  ]
}
