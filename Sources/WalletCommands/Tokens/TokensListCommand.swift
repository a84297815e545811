import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensListCommand: WalletCommand {
  let path = "tokens list"
  let summary = "List the phone wallets that a card is in."
  let arguments: [CommandArgument] = [.cardID]
  let answer: String? = "a list of `Tokenization`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let list = try await TokenText.tokens(
      of: invocation.cardID, invocation.wallet(readOnly: true).cards)
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list))
    } else if list.isEmpty {
      try Output.line(invocation.words.isInNoPhone)
    } else {
      try TokenText.print(list, invocation)
    }
    return .ok
  }
}
