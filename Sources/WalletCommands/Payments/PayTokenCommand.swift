import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct PayTokenCommand: WalletCommand {
  let path = "pay token"
  let summary = "Show the token with which the shop charges a handle, for a short while."
  let arguments: [CommandArgument] = [.paymentHandle]
  let answer: String? = "`PaymentToken`"
  let notes: [String] = [
    """
    The token is shown on the terminal and erased after 30 seconds, or at any key. With --json it \
    goes to standard output instead, where nothing erases it: you have to protect it.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet(readOnly: true)
    let token = SecretView(
      try await wallet.send(GetPaymentToken(invocation.arguments[0])),
      lifetime: RevealPolicy.longestDetails, clock: .reveal)
    defer { token.conceal() }
    guard !invocation.wantsJSON, let console else {
      return try SecretJSON.write("paymentHandleToken", token)
    }
    try RevealDisplay.show(token: token, console, invocation.words)
  }
}
