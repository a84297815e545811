import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensListCommand: WalletCommand {
  let path = "tokens list"
  let summary = "List the phones that a card is in, and what it can do there."
  let arguments: [CommandArgument] = [.cardID]
  let answer: String? = "a list of `Tokenization`, with `state` and the id of the `device`"
  let notes: [String] = [
    """
    The states are INITIATED, ACTIVE, FROZEN, SUSPENDED (the card is locked) and ENDED (the card \
    is cancelled or has expired). A token of a phone that is not here has no device.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let text = try await TokenText.read(invocation.cardID, invocation.wallet(readOnly: true))
    if invocation.wantsJSON {
      try Output.json(text.tokens.map(text.row))
    } else if text.tokens.isEmpty {
      try Output.line(invocation.words.isInNoPhone)
    } else {
      try text.print(text.tokens, invocation)
    }
    return .ok
  }
}
