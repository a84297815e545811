package import WalletAPI
package import WalletModel

extension WalletService {
  /// Turns a card into a payment handle (D18). The secrets of the card stay the caller's to wipe.
  ///
  /// - Throws: `.paymentInProgress` if another one is being made (9136).
  package func createPaymentHandle(_ request: PaymentHandleRequest) async throws(WalletError)
    -> PaymentHandle
  {
    let operation = CreatePaymentHandle(request)
    do throws(WalletError) {
      return try await session.alone(
        CreatePaymentHandle.contract.name, busy: WalletError(.paymentInProgress)
      ) { () throws(WalletError) in try await send(operation) }
    } catch { throw error.withPaymentCode }
  }
}
