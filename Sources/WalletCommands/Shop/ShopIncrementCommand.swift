import Arguments
import WalletModel
import WalletService

struct ShopIncrementCommand: ShopStepCommand {
  let path = "shop increment"
  let summary = "Reserve more."

  func step(_ shop: ShopService, _ id: String, _ amount: ShopAmount) async throws(WalletError)
    -> ShopReceipt
  { try await shop.increment(id, amount) }
}
