import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct TokensStatusCommand: WalletCommand {
  let path = "tokens status"
  let summary = "Show the state of a card's token, or report that the phone has it."
  let arguments: [CommandArgument] = [
    .cardID,
    CommandArgument("REF", "the token's reference, as `tokens list` lists it"),
  ]
  let options: [CommandOption] =
    [CommandOption("completed", "report that the phone has the card")] + Verification.options
  let answer: String? = "`Tokenization`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet(readOnly: !invocation.has("completed"))
    let wanted = invocation.arguments.last ?? ""
    let known = try await TokenText.tokens(of: invocation.cardID, wallet.cards)
    guard var token = known.first(where: { $0.dpanRef == wanted }) else {
      throw WalletError(
        .notFound, details: [.card(.unknownToken)],
        advice: .text(
          "`walletui tokens list ID` lists them.", "`walletui tokens list ID` zählt sie auf."))
    }
    if invocation.has("completed") {
      if token.walletType != .googlePay { token.walletID = nil }
      token.status = .completed
      token = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
        try await wallet.cards.updateTokenization(invocation.cardID, token)
      }
    }
    if try !invocation.writeJSON(token) {
      try TokenText.print([token], invocation)
    }
    return .ok
  }
}
