import Arguments
import WalletModel
import WalletService

struct ShopReverseCommand: ShopStepCommand {
  let path = "shop reverse"
  let summary = "Release the reserved amount or part of it."

  func step(_ shop: ShopService, _ id: String, _ amount: ShopAmount) async throws(WalletError)
    -> ShopReceipt
  { try await shop.reverse(id, amount) }
}
