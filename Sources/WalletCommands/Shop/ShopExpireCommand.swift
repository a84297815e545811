import Arguments
import WalletModel

struct ShopExpireCommand: ShopStepCommand {
  let path = "shop expire"
  let summary = "Let an authorisation expire, which ends the reservation."
  let step = ShopStep.expire
  let arguments: [CommandArgument] = [.authorization]
  let options: [CommandOption] = Verification.options
}
