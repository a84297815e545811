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

  func run(_ invocation: Invocation) async throws(WalletError) {
    let choice = try used(invocation)
    let rows = ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map {
      ThemeRow($0, isUsed: choice.names.contains($0))
    }
    let words = invocation.words
    let columns: [TableColumn<ThemeRow>] = [
      .init(words.name) { $0.name },
      .init(words.commandLine.themeIsFor) {
        words.settings.appearance(isLight: $0.appearance == "light")
      },
      .init(words.commandLine.isUsed) { $0.isUsed ? words.yes : "" },
      .init(words.commandLine.from) { row in
        let mistakes = row.mistakes == 0 ? "" : " " + words.commandLine.themeHasMistakes(row.name)
        return (row.file ?? words.commandLine.builtIn) + mistakes
      },
    ]
    try invocation.show(rows: rows, columns)
  }

  /// The theme of the configuration.
  private func used(_ invocation: Invocation) throws(WalletError) -> ThemeChoice {
    let text = try Setup(invocation).configuration.settings["theme"]?.text
    return text.map { ThemeChoice($0) } ?? .auto
  }
}

private struct ThemeRow: AnswerRow {
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
