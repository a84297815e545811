import Arguments
import WalletModel
import WalletService

struct ShopRefundCommand: ShopStepCommand {
  let path = "shop refund"
  let summary = "Refund the debited amount or part of it."
  let arguments: [CommandArgument] = [
    CommandArgument("DEBIT", "the debit's id, as `shop debit` prints it"), .amount,
  ]

  func step(_ shop: ShopService, _ id: String, _ amount: ShopAmount) async throws(WalletError)
    -> ShopReceipt
  { try await shop.refund(id, amount) }
}
