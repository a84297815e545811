import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct SavedResumeCommand: WalletCommand {
  let path = "saved resume"
  let summary = "Finish saving a card whose answer was lost, or give it up."
  let arguments: [CommandArgument] = [
    CommandArgument("REGISTRATION", "its id, as `saved add` prints it")
  ]
  let options: [CommandOption] =
    [CommandOption("roll-back", "give it up: nothing is saved")] + BankPrompt.options
  let answer: String? = "`CardRegistration`"
  let notes: [String] = [BankPrompt.note]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let id = invocation.arguments[0]
    let saving = CardSaving(invocation: invocation, wallet: wallet)
    if invocation.has("roll-back") {
      try await saving.show(try await wallet.send(RollBackSavedCard(id)))
      return
    }
    try await saving.finish(try await wallet.send(GetCardRegistration(id)))
  }
}
