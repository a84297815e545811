import Arguments
import WalletAPI
import WalletModel

struct ExitCodesCommand: WalletCommand {
  let path = "exit-codes"
  let summary = "List walletui's exit statuses."
  let answer: String? = "a list of `code` and `meaning`"
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    let rows = ExitCode.allCases.map { exit in
      AnswerRow(
        cells: ["\(exit.rawValue)", exit.meaning],
        json: ["code": .integer(Int64(exit.rawValue)), "meaning": .string(exit.meaning)])
    }
    try invocation.show(rows, ["Code", "Meaning"], right: [0])
  }
}
