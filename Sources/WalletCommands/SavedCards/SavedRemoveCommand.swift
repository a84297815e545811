import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct SavedRemoveCommand: WalletCommand {
  let path = "saved remove"
  let summary = "Remove a saved card, with the hash of its number."
  let arguments: [CommandArgument] = [.savedCard]
  let answer: String? = "`SavedCard`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let card = try await invocation.wallet().send(RemoveSavedCard(invocation.arguments[0]))
    if try !invocation.writeJSON(card) {
      try Output.line(invocation.words.payments.removed(card.maskedNumber))
    }
  }
}
