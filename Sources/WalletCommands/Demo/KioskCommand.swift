import Arguments
import FrontEnd
import KioskApp

struct KioskCommand: CommandDeclaration {
  let path = "kiosk"
  let summary = "Run a demo that strangers may use: nothing leads out of it."
  let options: [CommandOption] = [
    CommandOption("script", .text("SCRIPT"), "what plays until a key is pressed (tour)"),
    CommandOption(
      "operator-pin-file", .file("FILE"),
      "the operator's PIN on its first line: \(KioskPin.digits.lowerBound) to "
        + "\(KioskPin.digits.upperBound) digits"),
    CommandOption("idle", .number("N", 10...3600), "start over after N seconds of rest (60)"),
    .scriptTheme,
    ColorWhen.option,
    .colours,
    CommandOption("ascii", .toggle, "draw with ASCII only"),
  ]
  let notes: [String] = [
    """
    The wallet is in memory, the same for each visitor, and gone when they are. The script plays \
    until a key is pressed; then its captions and keys are a tour. There is no quitting, \
    suspending, copying, logging, mouse or configuration. Ctrl-O twice asks for the operator's \
    PIN, and leads to a menu that can leave; without a PIN there is no such way. SIGTERM ends it. \
    One that crashes or hangs is started again within two seconds. docs/kiosk.md says how to put \
    one on a console.
    """
  ]
  let preparation = Preparation.none

  func start(_ invocation: Invocation) -> Int32 { KioskLauncher.run(invocation) }
}
