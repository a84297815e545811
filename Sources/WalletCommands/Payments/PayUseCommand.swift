import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayUseCommand: WalletCommand {
  let path = "pay use"
  let summary = "Charge a payment handle, as the shop does. It works once."
  let arguments: [CommandArgument] = [
    CommandArgument(
      CommandArgument.paymentHandle.name,
      "the handle's id, as `pay list` shows it; without it the token is asked for",
      isOptional: true)
  ]
  let options: [CommandOption] = [
    CommandOption(
      "token-file", .text("FILE"), "read the token from a file; - is stdin",
      field: "paymentHandleToken")
  ]
  let answer: String? = "`PaymentHandle`"
  let notes: [String] = [
    "A decline isn't an error: the handle is FAILED then, and has the bank's number."
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let token = try await token(invocation, wallet)
    defer { token.wipe() }
    let handle = try await wallet.send(UsePaymentHandle(token))
    try PaymentHandleText.print(handle, wallet.time(local: .now), invocation)
  }

  private func token(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> Secret
  {
    if let id = invocation.arguments.first { return try await wallet.send(GetPaymentToken(id)) }
    return try invocation.secret(
      "token-file", .text("token", "Token"), asking: invocation.words.payments.askToken)
  }
}
