import Arguments
import FrontEnd
import WalletAPI
import WalletModel

struct CardRenameCommand: CardChangeCommand {
  let path = "card rename"
  let summary = "Give a card a name of your own."
  let arguments: [CommandArgument] = [
    .cardID,
    CommandArgument(
      "NAME", "at most 24 characters; an empty name (`\"\"`) shows the programme again"),
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let alias = String(typed: invocation.arguments[1])
    try await invocation.change(
      invocation.wallet(), RenameCard(invocation.cardID, alias: alias))
  }
}
