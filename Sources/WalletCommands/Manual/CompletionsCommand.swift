import Arguments
import FrontEnd
import WalletModel

struct CompletionsCommand: WalletCommand {
  let path = "completions"
  let summary = "Print the completion script for a shell."
  let arguments: [CommandArgument] = [.shell]
  let notes: [String] = [
    """
    In bash: `source <(walletui completions bash)`, and the same in zsh; in fish: `walletui \
    completions fish | source`. An installed walletui has them in the folders of the shells. Ids \
    of cards are completed for the demo and for wallets whose passphrase or password is in a file.
    """
  ]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    guard let shell = Completions(rawValue: invocation.arguments.first ?? "") else {
      throw WalletError.usage(
        "SHELL must be one of: bash, zsh, fish", "SHELL muss eines davon sein: bash, zsh, fish")
    }
    try Output.text(shell.script)
  }
}
