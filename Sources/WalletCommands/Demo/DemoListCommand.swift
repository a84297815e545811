import Arguments
import Canvas
import FrontEnd
import ScreenApp
import Script
import WalletAPI
import WalletModel
import Words
import Yaml

struct DemoListCommand: WalletCommand {
  let path = "demo list"
  let summary = "List the built-in scripts."
  let answer: String? = "a list of `name`, `columns`, `rows`, `steps` and `summary`"
  let preparation = Preparation.none

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let rows = ScriptLibrary.names.compactMap { name in
      (try? ScriptFile.read(name, invocation)).map { DemoRow(name, $0) }
    }
    if invocation.wantsJSON {
      try Output.json(.array(rows.map(\.json)))
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
}

private struct DemoRow {
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
