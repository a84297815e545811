import Arguments
import FrontEnd
import WalletAPI
import WalletModel

struct ExitCodesCommand: WalletCommand {
  let path = "exit-codes"
  let summary = "List walletui's exit statuses."
  let answer: String? = "a list of `code` and `meaning`"
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    if invocation.wantsJSON {
      try Output.json(.array(ExitCode.allCases.map(\.json)))
    } else {
      var table = Table([.init(title: "Code", right: true), .init(title: "Meaning")])
      for code in ExitCode.allCases { table.add(["\(code.rawValue)", code.meaning]) }
      try Output.text(table.text)
    }
    return .ok
  }
}

extension ExitCode {
  fileprivate var json: JSON {
    ["code": .integer(Int64(rawValue)), "meaning": .string(meaning)]
  }
}
