import Arguments
import FrontEnd
import ScreenApp

struct DemoPlayCommand: CommandDeclaration {
  let path = "demo play"
  let summary = "Play a script on the terminal, at real speed."
  let arguments: [CommandArgument] = [.script]
  let options: [CommandOption] = [
    .scriptTheme, ColorWhen.option, .colours, .ascii,
    CommandOption("speed", .number("FACTOR", 1...100), "instead of the script's speed"),
  ]
  let notes: [String] = [
    """
    It plays on a temporary wallet in memory and ends with the script, or with Esc or ctrl-c. Any \
    other key, a click or a paste stops the script and hands the wallet to you; it does nothing \
    else.
    """
  ]
  let preparation = Preparation.none

  func start(_ invocation: Invocation) -> Int32 { DemoPlay.run(invocation) }
}
