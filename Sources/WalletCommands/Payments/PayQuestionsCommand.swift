import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayQuestionsCommand: WalletCommand {
  let path = "pay questions"
  let summary = "List the questions of the banks that wait for an answer."
  let answer: String? = "a list of `CardAuthentication`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet(readOnly: true)
    return try invocation.show(
      all: try await wallet.send(ListAuthentications()), none: invocation.words.payments.noQuestions
    )
  }
}
