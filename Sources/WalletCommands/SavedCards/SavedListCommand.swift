import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import Words

struct SavedListCommand: WalletCommand {
  let path = "saved list"
  let summary = "List the saved cards."
  let answer: String? = "a list of `SavedCard`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(ListSavedCards(), none: invocation.words.savedCards.noSavedCards)
  }
}
