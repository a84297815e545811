import Arguments
import FrontEnd
import WalletModel
import WalletService

struct CardUnlockCommand: WalletCommand {
  let path = "card unlock"
  let summary = "Unlock a card."
  let arguments: [CommandArgument] = [.cardID]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.change(invocation.wallet()) { cards, sca throws(WalletError) in
      try await cards.unlock(invocation.cardID, sca: sca)
    }
  }
}
