import Arguments
import FrontEnd
import WalletModel
import WalletService

struct ShopExpireCommand: WalletCommand {
  let path = "shop expire"
  let summary = "Let an authorisation expire, which ends the reservation."
  let arguments: [CommandArgument] = [.authorization]
  let answer: String? = "`Receipt`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let id = invocation.arguments[0]
    try ReceiptText.print(try await invocation.wallet().shop.expire(id), invocation)
    return .ok
  }
}
