import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct SavedListCommand: WalletCommand {
  let path = "saved list"
  let summary = "List the saved cards."
  let answer: String? = "a list of `SavedCard`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let cards = try await invocation.wallet(readOnly: true).payments.savedCards()
    if try invocation.writeJSON(cards) { return .ok }
    let words = invocation.words
    try Output.text(
      cards.isEmpty ? words.noSavedCards + "\n" : SavedCardText.table(cards, words).text)
    return .ok
  }
}
