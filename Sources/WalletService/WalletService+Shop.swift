import WalletAPI
package import WalletModel

extension WalletService {
  /// The next step of a payment in the simulated shop (G04–G08).
  ///
  /// - Parameters:
  ///   - id: The authorisation's; of a refund the debit's.
  ///   - amount: All that is reserved expires, whatever this is.
  package func takeShopStep(_ step: ShopStep, _ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  {
    switch step {
    case .debit: try await send(DebitAuthorization(id, amount))
    case .increment: try await send(IncrementAuthorization(id, amount))
    case .reverse: try await send(ReverseAuthorization(id, amount))
    case .expire: try await send(ExpireAuthorization(id))
    case .refund: try await send(RefundDebit(id, amount))
    }
  }
}
