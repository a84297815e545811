import Arguments
import FrontEnd
import WalletModel
import WalletService

struct PayShowCommand: WalletCommand {
  let path = "pay show"
  let summary = "Show a payment handle."
  let arguments: [CommandArgument] = [.paymentHandle]
  let answer: String? = "`PaymentHandle`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let payments = try await invocation.wallet(readOnly: true).payments
    try PaymentText.print(try await payments.handle(invocation.arguments[0]), invocation)
    return .ok
  }
}
