import Arguments
import FrontEnd
import WalletModel
import WalletService

struct CardShowCommand: WalletCommand {
  let path = "card show"
  let summary = "Show a card."
  let arguments: [CommandArgument] = [.cardID]
  let answer: String? = "`Card`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let card = try await invocation.wallet(readOnly: true).cards.get(
      invocation.cardID, include: [.tokenizations, .availableActions])
    try CardText.print(card, invocation)
  }
}
