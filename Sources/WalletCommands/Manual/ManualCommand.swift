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

  func run(_ invocation: Invocation) async throws(WalletError) {
    let name = invocation.arguments.first ?? ""
    guard
      let text = Manual(rawValue: name)?.text
        ?? CommandPage.all.first(where: { $0.file == name })?.text
    else {
      throw .usage(
        "PAGE must be one of: \(Manual.names)", "PAGE muss eines davon sein: \(Manual.names)")
    }
    try Output.text(text)
  }
}
