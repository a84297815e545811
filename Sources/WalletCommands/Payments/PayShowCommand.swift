import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct PayShowCommand: WalletCommand {
  let path = "pay show"
  let summary = "Show a payment handle."
  let arguments: [CommandArgument] = [.paymentHandle]
  let answer: String? = "`PaymentHandle`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    let handle = try await wallet.send(GetPaymentHandle(invocation.arguments[0]))
    try PaymentHandleText.print(handle, wallet.time(local: .now), invocation)
  }
}
