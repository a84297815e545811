import WalletModel

struct ShopIncrementCommand: ShopStepCommand {
  let path = "shop increment"
  let summary = "Reserve more."
  let step = ShopStep.increment
}
