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
    let payments = try await invocation.wallet(readOnly: true).payments
    return try invocation.show(
      all: try await payments.savedCards(), none: invocation.words.savedCards.noSavedCards)
  }
}
