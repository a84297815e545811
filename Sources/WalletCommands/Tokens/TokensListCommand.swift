import Arguments
import FrontEnd
import WalletModel
import Words

struct TokensListCommand: WalletCommand {
  let path = "tokens list"
  let summary = "List the phone wallets that a card is in, and what it can do there."
  let arguments: [CommandArgument] = [.cardID]
  let answer: String? = "a list of `Tokenization`"
  let notes: [String] = [
    """
    A token is active, suspended while its card can't pay, frozen by you, removed by you, or ended \
    with its card. A phone that isn't one of `tokens devices list` has no name.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let text = try await TokenText.read(invocation.cardID, invocation.wallet(readOnly: true))
    if try invocation.writeJSON(text.tokens) { return }
    if text.tokens.isEmpty {
      try Output.line(invocation.words.phones.isInNoPhone)
    } else {
      try text.print(text.tokens, invocation.words)
    }
  }
}
