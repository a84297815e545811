import WalletAPI
package import WalletModel

/// The terminal of the simulated shop (G01–G09). Only where there is one.
package struct ShopService: Sendable {
  let session: WalletSession

  package func merchants() async throws(WalletError) -> [Merchant] {
    try await listed(ListMerchants())
  }

  package func rates() async throws(WalletError) -> [ConversionRate] {
    try await listed(ListRates())
  }

  private func listed<O: WalletOperation>(_ operation: O) async throws(WalletError) -> O.Response {
    try await session.readSimulated(
      operation, "This server has no simulated shop", advice: "`walletui --demo` has one, too.")
  }

  /// G03. A decline is an answer. Secrets stay the caller's to wipe.
  package func authorize(_ card: PresentedCard, at merchantID: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  {
    try await session.change(Authorize(card, at: merchantID, amount), detail: merchantID)
  }

  /// G04.
  package func increment(_ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  { try await session.change(IncrementAuthorization(id, amount), detail: id) }

  /// G05.
  package func reverse(_ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  { try await session.change(ReverseAuthorization(id, amount), detail: id) }

  /// G06.
  package func expire(_ id: String) async throws(WalletError) -> ShopReceipt {
    try await session.change(ExpireAuthorization(id), detail: id)
  }

  /// G07.
  package func debit(_ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  { try await session.change(DebitAuthorization(id, amount), detail: id) }

  /// G08: `id` is the debit's.
  package func refund(_ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  { try await session.change(RefundDebit(id, amount), detail: id) }
}
