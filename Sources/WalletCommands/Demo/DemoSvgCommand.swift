import Arguments
import FrontEnd
import Pictures
import Player
import ScreenApp
import Script
import TextLayout
import Themes
import WalletModel

struct DemoSvgCommand: StatusCommand {
  let path = "demo svg"
  let summary = "Draw a moment of a script as an SVG picture."
  let arguments: [CommandArgument] = [.script]
  let options: [CommandOption] =
    [
      CommandOption("at", .text("MARK"), "a moment that the script marks (default: its end)"),
      CommandOption(
        "caption", .text("TEXT"), "a description for people who can't see the picture"), .out,
    ] + CommandOption.scriptLook
  let notes: [String] = [
    """
    With --at the script is played from the `reset` before the mark. Captions are left out. Secrets \
    are masked, even where the screen would show them.
    """
  ]
  let preparation = Preparation.none

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await ScriptPicture.write(invocation) { environment in
      var environment = environment
      if let mark = invocation.text("at") {
        guard let part = environment.script.part(to: mark) else {
          throw WalletError.usage(
            "the script marks no \"\(Text.clean(mark))\"",
            "das Skript markiert kein „\(Text.clean(mark))“")
        }
        environment.script = part
      }
      var player = try await environment.player(depth: ScriptPicture.depth(invocation))
      let end = try await player.play()
      let theme = player.currentTheme
      let picture = SvgPicture(
        player.frame, palette: theme.appearance == .light ? .light : .dark, ground: theme[.surface])
      return (end, picture.text(title: invocation.text("caption") ?? "walletui"))
    }
  }
}
