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
    let list = try await invocation.wallet(readOnly: true).payments.questions()
    if try invocation.writeJSON(list) { return .ok }
    let words = invocation.words
    try Output.text(
      list.isEmpty ? words.noQuestions + "\n" : PaymentHandleText.table(list, words).text)
    return .ok
  }
}
