import Arguments
import Canvas
import FrontEnd
import Languages
import Player
import ScreenApp
import Script
import TextLayout
import WalletAPI
import WalletModel
import Words
import Yaml

struct DemoCheckCommand: StatusCommand {
  let path = "demo check"
  let summary = "Test scripts: does everything they wait for appear?"
  let arguments: [CommandArgument] = [.scriptOrAll]
  let options: [CommandOption] = [ScriptFile.size]
  let answer: String? = """
    `ok`, and `problems`: a list of `file`, `line`, `column`, `message` and `screen` (what was on \
    it, line by line)
    """
  let notes: [String] = [
    """
    It does not wait: the script sets the clock. The exit status is 15 if a script has mistakes or \
    fails.
    """
  ]
  let preparation = Preparation.none

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let names = invocation.arguments.first.map { [$0] } ?? ScriptLibrary.names
    let words = invocation.words
    var exit = ExitCode.ok
    var problems: [JSON] = []
    for word in names {
      do throws(ScriptFile.Refusal) {
        let script = try ScriptFile.read(word, invocation)
        switch try await check(ScriptEnvironment(script, invocation)) {
        case .failed(let failure):
          exit = .script
          problems.append(failure.json(script.file))
          if !invocation.wantsJSON { failure.report(script.file, words).forEach(Output.note) }
        case .done(let time):
          let seconds = (time + 500_000_000) / 1_000_000_000
          if !invocation.wantsJSON {
            try? Output.line(
              words.commandLine.scriptIsGood(
                Text.clean(script.file), script.steps.count, Int(seconds))
            )
          }
        }
      } catch {
        exit = error.exit
        problems += error.problems.map { $0.json(screen: []) }
        if !invocation.wantsJSON { error.lines(words).forEach(Output.note) }
      }
    }
    if invocation.wantsJSON {
      try Output.json(["ok": .bool(problems.isEmpty), "problems": .array(problems)])
    }
    return exit
  }

  private func check(_ environment: ScriptEnvironment) async throws(ScriptFile.Refusal)
    -> VirtualPlayer.End
  {
    do {
      var player = try await environment.player(depth: .mono)
      return try await player.play()
    } catch {
      let problem = Problem(
        file: environment.script.file, mark: nil,
        message: LocalizedText(
          "couldn't make a wallet: \(error)", "die Wallet ließ sich nicht anlegen: \(error)"))
      throw ScriptFile.Refusal(problems: [problem], exit: .internalError)
    }
  }
}
