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
      (try? ScriptFile.read(name, invocation)).map { row(name, $0) }
    }
    let words = invocation.words
    try invocation.show(
      rows, [words.name, words.commandLine.needs, words.commandLine.whatItShows])
  }

  private func row(_ name: String, _ script: Script) -> AnswerRow {
    let summary = ScriptsReference.summary(name)
    let size = script.size ?? Script.defaultSize
    let (columns, rows) = (size.width, size.height + script.captionRows)
    return AnswerRow(
      cells: [name, "\(columns)x\(rows)", summary],
      json: [
        "name": .string(name), "columns": .count(columns), "rows": .count(rows),
        "steps": .count(script.steps.count), "summary": .string(summary),
      ])
  }
}
