import WalletModel

struct ShopReverseCommand: ShopStepCommand {
  let path = "shop reverse"
  let summary = "Release the reserved amount or part of it."
  let step = ShopStep.reverse
}
