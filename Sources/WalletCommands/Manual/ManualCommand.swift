import Arguments
import FrontEnd
import WalletModel

struct ManualCommand: WalletCommand {
  let path = "manual"
  let summary = "Print a page of the manual."
  let arguments: [CommandArgument] = [.page]
  let notes: [String] = [
    "To read a page that is not installed: `walletui manual walletui.1 | man -l -`."
  ]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    guard let page = Manual(rawValue: invocation.arguments.first ?? "") else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "PAGE must be one of: \(CommandArgument.page.help)",
            "PAGE muss eines davon sein: \(CommandArgument.page.help)")
        ])
    }
    try Output.text(page.text)
    return .ok
  }
}
