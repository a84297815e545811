import Arguments
import FrontEnd
import TextLayout
import Themes
import WalletAPI
import WalletModel
import Words
import Yaml

struct ThemeCheckCommand: StatusCommand {
  let path = "theme check"
  let summary = "Check themes for mistakes and for texts that are hard to read."
  let arguments: [CommandArgument] = [.themeOrFile]
  let answer: String? = "`ok`, and `problems`: a list of `file`, `line`, `column` and `message`"
  let notes: [String] = [
    """
    A text needs a contrast of 4.5:1 (WCAG 2.2, 1.4.3) with each of its possible backgrounds, and \
    the words of a command that is not possible need 3:1: with 24-bit colours, with 256, and with \
    16 and 8 as xterm and the Linux console show them. Other colours of the terminal's own can't \
    be checked. Each problem is reported as file:line:column, and the exit status is 14 if there is \
    one.
    """
  ]
  let preparation = Preparation.settings

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let places =
      if let word = invocation.arguments.first {
        [try ThemeLocation(word)]
      } else {
        try ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map(ThemeLocation.init)
      }
    let words = invocation.words
    let problems = places.flatMap(\.problems).inOrder
    if invocation.wantsJSON {
      try Output.json([
        "ok": .bool(problems.isEmpty), "problems": .array(problems.map { $0.json() }),
      ])
    } else if problems.isEmpty {
      try Output.line(
        places.count == 1
          ? words.commandLine.isGood(Text.clean(places[0].name)) : words.commandLine.allIsGood)
    } else {
      for problem in problems { try Output.line(words.line(problem)) }
    }
    return problems.isEmpty ? .ok : .configuration
  }
}
