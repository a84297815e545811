import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct TokensStatusCommand: WalletCommand {
  let path = "tokens status"
  let summary = "Show the state of a card's token, or report that the phone has it."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options: [CommandOption] = [CommandOption("completed", "report that the phone has the card")]
  let answer: String? = "`Tokenization`, with `state` and the id of the `device`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet(readOnly: !invocation.has("completed"))
    let text = try await TokenText.read(invocation.cardID, wallet)
    var token = try text.token(invocation.arguments[1])
    if invocation.has("completed") {
      if token.walletType != .googlePay { token.walletID = nil }
      token.status = .completed
      token = try await wallet.cards.updateTokenization(invocation.cardID, token)
    }
    if invocation.wantsJSON {
      try Output.json(text.row(token))
    } else {
      try text.print([token], invocation)
    }
    return .ok
  }
}
