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
    let used = try Setup(invocation).configuration.settings["theme"]?.text
    let choice = used.map { ThemeChoice($0) } ?? .auto
    let words = invocation.words
    let rows = ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map {
      row($0, isUsed: choice.names.contains($0), words)
    }
    let titles = words.commandLine
    try invocation.show(rows, [words.name, titles.themeIsFor, titles.isUsed, titles.from])
  }

  private func row(_ name: String, isUsed: Bool, _ words: Words) -> AnswerRow {
    let folders = StandardPaths.themeFolders
    let appearance =
      ThemeLibrary.load(named: name, depth: .mono, searchFolders: folders).0.appearance
    let mistakes = ThemeLibrary.check(named: name, searchFolders: folders).count
    let file = ThemeLibrary.file(named: name, searchFolders: folders)
    return AnswerRow(
      cells: [
        name, words.settings.appearance(isLight: appearance == .light), isUsed ? words.yes : "",
        (file ?? words.commandLine.builtIn)
          + (mistakes == 0 ? "" : " " + words.commandLine.themeHasMistakes(name)),
      ],
      json: [
        "name": .string(name), "appearance": .string(appearance.rawValue),
        "isUsed": .bool(isUsed), "mistakes": .count(mistakes), "file": .text(file),
      ])
  }
}
