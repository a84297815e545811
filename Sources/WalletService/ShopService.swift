import WalletAPI
package import WalletModel

/// The terminal of the simulated shop (G01–G09). Only where there is one.
package struct ShopService: Sendable {
  let session: WalletSession

  package func merchants() async throws(WalletError) -> [Merchant] {
    try await atShop { () throws(WalletError) in try await session.read(ListMerchants()) }
  }

  package func rates() async throws(WalletError) -> [ConversionRate] {
    try await atShop { () throws(WalletError) in try await session.read(ListRates()) }
  }

  /// G03. A decline is an answer. Secrets stay the caller's to wipe.
  package func authorize(
    _ card: PresentedCard, at merchantID: String, _ amount: ShopAmount
  ) async throws(WalletError) -> ShopReceipt {
    try await change(Authorize(card, at: merchantID, amount), merchantID)
  }

  /// G04–G08.
  ///
  /// - Parameters:
  ///   - id: The authorisation's; of a refund the debit's.
  ///   - amount: All that is reserved expires, whatever this is.
  package func take(_ step: ShopStep, _ id: String, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  {
    switch step {
    case .debit: try await change(DebitAuthorization(id, amount), id)
    case .increment: try await change(IncrementAuthorization(id, amount), id)
    case .reverse: try await change(ReverseAuthorization(id, amount), id)
    case .expire: try await change(ExpireAuthorization(id), id)
    case .refund: try await change(RefundDebit(id, amount), id)
    }
  }

  /// Puts simulated money into a card's account.
  package func topUp(_ card: CardID, _ amount: ShopAmount)
    async throws(WalletError) -> ShopReceipt
  { try await change(TopUp(card, amount), card.rawValue) }

  private func change<O: WalletOperation>(
    _ operation: O, _ detail: String
  ) async throws(WalletError) -> O.Response {
    try await atShop { () throws(WalletError) in
      try await session.change(operation, detail: detail)
    }
  }

  private func atShop<Response>(_ ask: () async throws(WalletError) -> Response)
    async throws(WalletError) -> Response
  {
    try await session.simulated(
      .text("This server has no simulated shop", "Dieser Server hat keinen simulierten Laden"),
      advice: .text("`walletui --demo` has one, too.", "`walletui --demo` hat auch einen."), ask)
  }
}
