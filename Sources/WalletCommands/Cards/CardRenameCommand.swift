import Arguments
import FrontEnd
import WalletModel
import WalletService

struct CardRenameCommand: CardChangeCommand {
  let path = "card rename"
  let summary = "Give a card a name of your own."
  let arguments: [CommandArgument] = [
    .cardID,
    CommandArgument(
      "NAME", "at most 24 characters; an empty name (`\"\"`) shows the programme again"),
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let alias = String(typed: invocation.arguments[1])
    return try await invocation.change(invocation.wallet()) { cards throws(WalletError) in
      try await cards.rename(invocation.cardID, alias)
    }
  }
}
