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
    let paths: [(name: String, path: String?)] = [
      ("configuration", setup.file), ("themes", StandardPaths.themes), ("vault", vault),
      ("commits", StandardPaths.commits), ("changes", StandardPaths.changes),
      ("device", StandardPaths.device), ("log", invocation.text("log")),
    ]
    let words = invocation.words
    let rows = paths.compactMap { name, path -> AnswerRow? in
      guard let path else { return nil }
      let exists = access(path, F_OK) == 0
      return AnswerRow(
        cells: [name, path, exists ? words.yes : words.no],
        json: ["name": .string(name), "path": .string(path), "exists": .bool(exists)])
    }
    try invocation.show(rows, [words.what, words.path, words.there])
  }
}
