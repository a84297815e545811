import Arguments
import WalletAPI
import WalletModel

struct ExitCodesCommand: WalletCommand {
  let path = "exit-codes"
  let summary = "List walletui's exit statuses."
  let answer: String? = "a list of `code` and `meaning`"
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    let columns: [TableColumn<ExitCode>] = [
      .init("Code", right: true) { "\($0.rawValue)" }, .init("Meaning") { $0.meaning },
    ]
    try invocation.show(rows: ExitCode.allCases, columns)
  }
}

extension ExitCode: AnswerRow {
  var json: JSON {
    ["code": .integer(Int64(rawValue)), "meaning": .string(meaning)]
  }
}
