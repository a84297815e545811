import Arguments
import Canvas
import FrontEnd
import Pictures
import TerminalRuntime
import WalletModel

struct ThemeShowCommand: WalletCommand {
  let path = "theme show"
  let summary = "Show a theme: its roles and the faces of its cards."
  let arguments: [CommandArgument] = [.theme]
  let options: [CommandOption] = [ColorWhen.option]
  let answer: String? = """
    `name`, `appearance`, `roles` and `faces`: by name, what each is painted with (`fg`, `bg`, \
    `attrs`; `from`, `via`, `to`, `text`, `muted`, `chip`), as colours of a theme file
    """
  let notes: [String] = ["On a terminal it is painted with as many colours as the terminal has."]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    let place = try ThemeLocation(invocation.arguments.first ?? "")
    let depth = shownDepth(invocation)
    let full = place.load(depth > .mono ? depth : .direct).0
    if invocation.wantsJSON {
      try Output.json(place.load(.direct).0.json)
    } else if depth > .mono {
      try Output.styled(AnsiPicture.text(ThemeSample(full, invocation.words).canvas, depth))
    } else {
      try Output.text(ThemeSample.table(full, invocation.words).text)
    }
  }

  /// The depth of standard output: mono if it is not a terminal, unless colours are requested.
  private func shownDepth(_ invocation: Invocation) -> ColorDepth {
    let color = ColorWhen(invocation)
    guard Output.isTerminal else { return color == .always ? .direct : .mono }
    if color == .never || color == .auto && ColorWhen.environmentForbids { return .mono }
    return (try? Terminal.report(TerminalOptions()))?.depth ?? .mono
  }
}
