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
    let wallet = try await invocation.wallet(readOnly: true)
    return try invocation.show(
      all: try await wallet.send(ListSavedCards()), none: invocation.words.savedCards.noSavedCards)
  }
}
