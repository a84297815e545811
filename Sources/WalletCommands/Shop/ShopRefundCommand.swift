import Arguments
import WalletModel

struct ShopRefundCommand: ShopStepCommand {
  let path = "shop refund"
  let summary = "Refund the debited amount or part of it."
  let step = ShopStep.refund
  let arguments: [CommandArgument] = [
    CommandArgument("DEBIT", "the debit's id, as `shop debit` prints it"), .amount,
  ]
}
