import Arguments
import FrontEnd
import Glibc
import WalletAPI
import WalletModel
import Words

struct PathsCommand: WalletCommand {
  let path = "paths"
  let summary = "List the files and folders that walletui uses."
  let answer: String? = "a list of `name`, `path` and `exists`"
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    let setup = try Setup(invocation)
    let vault = invocation.text("vault") ?? StandardPaths.vault
    let rows = [
      PathRow("configuration", setup.file), PathRow("themes", StandardPaths.themes),
      PathRow("vault", vault), PathRow("commits", StandardPaths.commits),
      PathRow("changes", StandardPaths.changes), PathRow("device", StandardPaths.device),
      PathRow("log", invocation.text("log")),
    ].compactMap { $0 }
    let words = invocation.words
    let columns: [TableColumn<PathRow>] = [
      .init(words.what) { $0.name },
      .init(words.path) { $0.path },
      .init(words.there) { $0.exists ? words.yes : words.no },
    ]
    try invocation.show(rows: rows, columns)
  }
}

private struct PathRow: AnswerRow {
  let name: String
  let path: String
  let exists: Bool

  init?(_ name: String, _ path: String?) {
    guard let path else { return nil }
    self.name = name
    self.path = path
    exists = access(path, F_OK) == 0
  }

  var json: JSON {
    ["name": .string(name), "path": .string(path), "exists": .bool(exists)]
  }
}
