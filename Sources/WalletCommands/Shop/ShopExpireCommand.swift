import Arguments
import FrontEnd
import WalletModel
import WalletService

struct ShopExpireCommand: WalletCommand {
  let path = "shop expire"
  let summary = "Let an authorisation expire, which ends the reservation."
  let arguments: [CommandArgument] = [.authorization]
  let options: [CommandOption] = Verification.options
  let answer: String? = "`Receipt`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let receipt = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      try await wallet.shop.expire(invocation.arguments[0])
    }
    try ReceiptText.print(receipt, invocation)
    return .ok
  }
}
