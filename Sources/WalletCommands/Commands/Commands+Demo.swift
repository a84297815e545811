import Arguments
import Canvas
import FrontEnd
import Pictures
import Player
import ScreenApp
import Script
import Themes
import WalletModel
import Words
import Yaml

/// Scripts: played, tried, recorded and drawn.
extension Commands {
  static let demos = [demoList, demoPlay, demoCheck, demoRecord, demoSvg, kiosk]

  static let scriptName = CommandArgument(
    "SCRIPT", "a script's name, as `demo list` shows it, or a file")
  static let scriptOrAll = CommandArgument(
    "SCRIPT",
    "a script's name, as `demo list` shows it, or a file; all that are built in when it "
      + "is left out", isOptional: true)

  private static let theme = CommandOption("theme", .text("NAME"), "instead of the script's theme")
  private static let ascii = CommandOption(
    "ascii", .toggle, "draw frames and signs with ASCII only")
  private static let colours = CommandOption(
    "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use no more colours")

  private static let demoList = Subcommand(
    "demo list", "List the scripts that are built in.",
    answer: "a list of `name`, `columns`, `rows`, `steps` and `summary`"
  ) { invocation throws(WalletError) in
    let rows = ScriptLibrary.names.compactMap { name in
      (try? ScriptFile.read(name, invocation)).map { DemoRow(name, $0) }
    }
    if invocation.wantsJSON {
      try Output.json(rows)
      return .ok
    }
    let words = invocation.words
    var table = Table([
      .init(title: words.name), .init(title: words.needs), .init(title: words.whatItShows),
    ])
    for row in rows { table.add([row.name, "\(row.columns)x\(row.rows)", row.summary]) }
    try Output.text(table.text)
    return .ok
  }

  static let demoPlay = Subcommand(
    "demo play", "Play a script on the terminal, at real speed.", arguments: [scriptName],
    options: [
      theme, ColorWhen.option, colours, ascii,
      CommandOption("speed", .number("FACTOR", 1...100), "instead of the script's speed"),
    ],
    notes: [
      """
      It plays with a throw-away wallet in memory. Esc or ctrl-c ends it; any other key, a click or a \
      paste hands the wallet over and does nothing else. It ends with the script.
      """
    ]
  ) { (_: Invocation) async throws(WalletError) -> ExitCode in
    // Program runs it, on the main thread.
    throw WalletError(.internalError)
  }

  private static let demoCheck = Subcommand(
    "demo check", "Try scripts: whether they come to what they wait for.",
    arguments: [scriptOrAll], options: [ScriptFile.size],
    answer: """
      `ok`, and `problems`: a list of `file`, `line`, `column`, `message` and `screen` (what was on \
      it, line by line)
      """,
    notes: [
      """
      Nothing is waited for: time passes as the script says. The exit status is 15 when a script has \
      mistakes or fails.
      """
    ]
  ) { invocation throws(WalletError) in
    let names = invocation.arguments.first.map { [$0] } ?? ScriptLibrary.names
    let words = invocation.words
    var exit = ExitCode.ok
    var problems: [ProblemRow] = []
    for word in names {
      do throws(ScriptFile.Refusal) {
        let script = try ScriptFile.read(word, invocation)
        switch try await check(Stage(script, invocation)) {
        case .failed(let failure):
          exit = .script
          problems.append(ProblemRow(script.file, failure))
          if !invocation.wantsJSON { failure.report(script.file, words).forEach(Output.note) }
        case .done(let time):
          let seconds = (time + 500_000_000) / 1_000_000_000
          if !invocation.wantsJSON {
            try? Output.line(
              words.scriptIsGood(Text.clean(script.file), script.steps.count, Int(seconds))
            )
          }
        }
      } catch {
        exit = error.exit
        problems += error.problems.map { ProblemRow($0, screen: []) }
        if !invocation.wantsJSON { error.lines(words).forEach(Output.note) }
      }
    }
    if invocation.wantsJSON {
      try Output.json(DemoAnswer(ok: problems.isEmpty, problems: problems))
    }
    return exit
  }

  private static func check(_ stage: Stage) async throws(ScriptFile.Refusal) -> VirtualPlayer.End {
    do {
      var player = try await stage.player(depth: .mono)
      return try await player.play()
    } catch {
      let problem = Problem(
        file: stage.script.file, mark: nil, message: "no wallet could be made: \(error)")
      throw ScriptFile.Refusal(problems: [problem], exit: .internalError)
    }
  }
}

private struct DemoRow: Encodable {
  let name: String
  let columns: Int
  let rows: Int
  let steps: Int
  let summary: String

  init(_ name: String, _ script: Script) {
    self.name = name
    summary = ScriptsReference.summary(name)
    let size = script.size ?? Script.usualSize
    columns = size.width
    rows = size.height + script.captionRows
    steps = script.steps.count
  }
}

private struct DemoAnswer: Encodable {
  let ok: Bool
  let problems: [ProblemRow]
}
