import Arguments
import FrontEnd
import WalletAPI
import WalletModel

struct TokensStatusCommand: WalletCommand {
  let path = "tokens status"
  let summary = "Show the state of a card's token, or report that the phone has it."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options: [CommandOption] =
    [CommandOption("completed", "report that the phone has the card")] + Verification.options
  let answer: String? = "`Tokenization`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: !invocation.has("completed"))
    var text = try await TokenText.read(invocation.cardID, wallet)
    var token = try text.token(invocation.arguments[1])
    if invocation.has("completed") {
      if token.walletType != .googlePay { token.walletID = nil }
      token.status = .completed
      _ = try await Verification(invocation, wallet).send(
        UpdateTokenization(invocation.cardID, token))
      text = try await TokenText.read(invocation.cardID, wallet)
      token = text.card.token(token.dpanRef) ?? token
    }
    if try !invocation.writeJSON(token) {
      try text.print([token], invocation.words)
    }
  }
}
