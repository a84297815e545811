import Arguments
import WalletModel
import WalletService

struct ShopDebitCommand: ShopStepCommand {
  let path = "shop debit"
  let summary = "Debit the reserved amount, a part of it, or more than it."

  func step(_ shop: ShopService, _ id: String, _ amount: ShopAmount) async throws(WalletError)
    -> ShopReceipt
  { try await shop.debit(id, amount) }
}
