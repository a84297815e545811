import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import Words

struct PayQuestionsCommand: WalletCommand {
  let path = "pay questions"
  let summary = "List the questions of the banks that wait for an answer."
  let answer: String? = "a list of `CardAuthentication`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(
      ListAuthentications(), none: invocation.words.payments.noQuestions)
  }
}
