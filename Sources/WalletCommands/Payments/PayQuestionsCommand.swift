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
    let payments = try await invocation.wallet(readOnly: true).payments
    return try invocation.show(
      all: try await payments.questions(), none: invocation.words.payments.noQuestions)
  }
}
