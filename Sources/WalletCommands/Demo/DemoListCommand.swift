import Arguments
import Canvas
import FrontEnd
import ScreenApp
import Script
import WalletAPI
import WalletModel
import Words

struct DemoListCommand: WalletCommand {
  let path = "demo list"
  let summary = "List the built-in scripts."
  let answer: String? = "a list of `name`, `columns`, `rows`, `steps` and `summary`"
  let preparation = Preparation.none

  func run(_ invocation: Invocation) async throws(WalletError) {
    let rows = ScriptLibrary.names.compactMap { name in
      (try? ScriptFile.read(name, invocation)).map { DemoRow(name, $0) }
    }
    let words = invocation.words
    let columns: [TableColumn<DemoRow>] = [
      .init(words.name) { $0.name },
      .init(words.commandLine.needs) { "\($0.columns)x\($0.rows)" },
      .init(words.commandLine.whatItShows) { $0.summary },
    ]
    try invocation.show(rows: rows, columns)
  }
}

private struct DemoRow: AnswerRow {
  let name: String
  let columns: Int
  let rows: Int
  let steps: Int
  let summary: String

  init(_ name: String, _ script: Script) {
    self.name = name
    summary = ScriptsReference.summary(name)
    let size = script.size ?? Script.defaultSize
    columns = size.width
    rows = size.height + script.captionRows
    steps = script.steps.count
  }

  var json: JSON {
    [
      "name": .string(name), "columns": .count(columns), "rows": .count(rows),
      "steps": .count(steps), "summary": .string(summary),
    ]
  }
}
