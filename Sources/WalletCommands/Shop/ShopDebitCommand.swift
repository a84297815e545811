import WalletModel

struct ShopDebitCommand: ShopStepCommand {
  let path = "shop debit"
  let summary = "Debit the reserved amount, a part of it, or more than it."
  let step = ShopStep.debit
}
