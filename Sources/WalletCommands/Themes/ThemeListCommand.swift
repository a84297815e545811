import Arguments
import Canvas
import Configuration
import FrontEnd
import Themes
import WalletAPI
import WalletModel
import Words
import Yaml

struct ThemeListCommand: WalletCommand {
  let path = "theme list"
  let summary = "List the themes."
  let answer: String? = """
    a list of `name`, `appearance` (dark, light), `isUsed` and `mistakes` (how many), and `file` \
    unless it is built in
    """
  let notes: [String] = [
    "Your own theme replaces the built-in one of the same name: see walletui-themes(5)."
  ]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let choice = try used(invocation)
    let rows = ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map {
      ThemeRow($0, isUsed: choice.names.contains($0))
    }
    if invocation.wantsJSON {
      try Output.json(.array(rows.map(\.json)))
      return .ok
    }
    let words = invocation.words
    var table = Table([
      .init(title: words.name), .init(title: words.themeIsFor), .init(title: words.isUsed),
      .init(title: words.from),
    ])
    for row in rows {
      let mistakes = row.mistakes == 0 ? "" : " " + words.themeHasMistakes(row.name)
      table.add([
        row.name, words.appearance(isLight: row.appearance == "light"),
        row.isUsed ? words.yes : "", (row.file ?? words.builtIn) + mistakes,
      ])
    }
    try Output.text(table.text)
    return .ok
  }

  /// The theme of the configuration.
  private func used(_ invocation: Invocation) throws(WalletError) -> ThemeChoice {
    let text = try Setup(invocation).configuration.settings["theme"]?.text
    return text.map { ThemeChoice($0) } ?? .auto
  }
}

private struct ThemeRow {
  let name: String
  let appearance: String
  let isUsed: Bool
  let mistakes: Int
  let file: String?

  init(_ name: String, isUsed: Bool) {
    let folders = StandardPaths.themeFolders
    self.name = name
    self.isUsed = isUsed
    appearance =
      ThemeLibrary.load(named: name, depth: .mono, searchFolders: folders).0.appearance.rawValue
    mistakes = ThemeLibrary.check(named: name, searchFolders: folders).count
    file = ThemeLibrary.file(named: name, searchFolders: folders)
  }

  var json: JSON {
    [
      "name": .string(name), "appearance": .string(appearance), "isUsed": .bool(isUsed),
      "mistakes": .count(mistakes), "file": .text(file),
    ]
  }
}
