import Arguments
import FrontEnd
import KioskApp

struct KioskCommand: CommandDeclaration {
  let path = "kiosk"
  let summary = "Run a demo for public places that visitors can't leave."
  let options: [CommandOption] = [
    CommandOption("script", .text("SCRIPT"), "the script that plays until a key is pressed (tour)"),
    CommandOption(
      "operator-pin-file", .file("FILE"),
      "the operator's PIN on its first line: \(KioskPin.digits.lowerBound) to "
        + "\(KioskPin.digits.upperBound) digits"),
    CommandOption("idle", .number("N", 10...3600), "start over after N seconds without a key (60)"),
    .scriptTheme,
    ColorWhen.option,
    .colours,
    CommandOption("ascii", .toggle, "draw with ASCII only"),
  ]
  let notes: [String] = [
    """
    The wallet is in memory, the same for each visitor, and is deleted after the visit. The script \
    plays until a key is pressed, then its captions and keys become a tour. Visitors can't quit, \
    suspend or copy, and there is no log, mouse or configuration. Ctrl-O twice asks for the \
    operator's PIN and opens a menu that can end the kiosk. Without a PIN there is no menu. \
    SIGTERM ends the kiosk. If it crashes or hangs, it is restarted within two seconds. \
    docs/kiosk.md says how to run it on a console.
    """
  ]
  let preparation = Preparation.none

  func start(_ invocation: Invocation) -> Int32 { KioskLauncher.run(invocation) }
}
