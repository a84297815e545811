import Arguments
import Canvas
import Configuration
import FrontEnd
import Glibc
import Pictures
import TerminalRuntime
import Themes
import WalletModel
import Words
import Yaml

/// What there is to paint with.
extension Commands {
  static let themes = [themeList, themeShow, themeCheck]

  static let themeName = CommandArgument("THEME", "a theme's name, as `theme list` shows it")
  static let themeOrFile = CommandArgument(
    "THEME|FILE", "a theme's name, or a file NAME.yaml; all themes when it is left out",
    isOptional: true)

  private static let themeList = Subcommand(
    "theme list", "List the themes.",
    answer: """
      a list of `name`, `appearance` (dark, light), `isUsed` and `mistakes` (how many), and `file` \
      unless it is built in
      """,
    notes: ["A theme of your own goes before the built-in one of its name: see walletui-themes(5)."]
  ) { invocation throws(WalletError) in
    let choice = try used(invocation)
    let rows = ThemeLibrary.names(searchFolders: Places.themeFolders).map {
      ThemeRow($0, isUsed: choice.names.contains($0))
    }
    if invocation.wantsJSON {
      try Output.json(rows)
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

  private static let themeShow = Subcommand(
    "theme show", "Show a theme: its roles and the faces of its cards.", arguments: [themeName],
    options: [ColorWhen.option],
    answer: """
      `name`, `appearance`, `roles` and `faces`: by name, what each is painted with (`fg`, `bg`, \
      `attrs`; `from`, `via`, `to`, `text`, `muted`, `chip`), as colours of a theme file
      """,
    notes: ["On a terminal it is painted with as many colours as the terminal has."]
  ) { invocation throws(WalletError) in
    let place = try ThemePlace(invocation.arguments.first ?? "")
    let depth = shownDepth(invocation)
    let full = place.load(depth > .mono ? depth : .direct).0
    if invocation.wantsJSON {
      try Output.json(ThemeAnswer(place.load(.direct).0))
    } else if depth > .mono {
      try Output.styled(AnsiPicture.text(ThemeSample(full, invocation.words).canvas, depth))
    } else {
      try Output.text(ThemeSample.table(full, invocation.words).text)
    }
    return .ok
  }

  private static let themeCheck = Subcommand(
    "theme check", "Check themes for mistakes, and whether their texts can be read.",
    arguments: [themeOrFile],
    answer: "`ok`, and `problems`: a list of `file`, `line`, `column` and `message`",
    notes: [
      """
      A text needs a contrast of 4.5:1 (WCAG 2.2, 1.4.3) on all that it can stand on, and 3.5:1 \
      where it is meant to stand back; with 256 colours, too. With 16 it needs 4:1 as xterm shows \
      them. Colours that are the terminal's own cannot be checked. Each problem is file:line:column, \
      and the exit status is 14 when there is one.
      """
    ]
  ) { invocation throws(WalletError) in
    let places =
      if let word = invocation.arguments.first {
        [try ThemePlace(word)]
      } else {
        try ThemeLibrary.names(searchFolders: Places.themeFolders).map(ThemePlace.init)
      }
    let words = invocation.words
    let problems = places.flatMap(\.problems).inOrder
    if invocation.wantsJSON {
      let rows = problems.map { ProblemRow($0) }
      try Output.json(ThemeCheckAnswer(ok: problems.isEmpty, problems: rows))
    } else if problems.isEmpty {
      try Output.line(
        places.count == 1 ? words.isGood(Text.clean(places[0].name)) : words.allIsGood)
    } else {
      for problem in problems { try Output.line(words.line(problem)) }
    }
    return problems.isEmpty ? .ok : .configuration
  }

  /// What the configuration asks for.
  private static func used(_ invocation: Invocation) throws(WalletError) -> ThemeChoice {
    let text = try Setup(invocation).configuration.settings["theme"]?.text
    return text.map { ThemeChoice($0) } ?? .auto
  }

  /// What standard output can show: mono where it is no terminal, unless colours are asked for.
  private static func shownDepth(_ invocation: Invocation) -> ColorDepth {
    let color = ColorWhen(invocation)
    if color == .never { return .mono }
    if color == .auto && (!Output.isTerminal || ColorWhen.environmentForbids) { return .mono }
    let report = try? Terminal.report(TerminalOptions())
    return color == .always && !Output.isTerminal ? .direct : report?.depth ?? .mono
  }
}

/// A theme by its name, or in a file.
private struct ThemePlace {
  let name: String
  let folders: [String]

  init(_ word: String) throws(WalletError) {
    var folders = Places.themeFolders
    guard word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".yaml") else {
      name = word
      self.folders = folders
      let known = ThemeLibrary.names(searchFolders: folders)
      guard known.contains(word) else {
        var choice = ThemeChoice(word)
        let problems = choice.leaveOutUnknown(file: "", mark: { _ in nil }, searchFolders: folders)
        throw WalletError(
          .usage, details: problems.map(\.message), advice: "See `walletui theme list`.")
      }
      return
    }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last.map(String.init) ?? ""
    guard file.hasSuffix(".yaml"), !file.hasPrefix("."), SmallFile(word) != nil else {
      throw WalletError(
        .usage, details: ["\(Text.clean(word)) cannot be read as a file NAME.yaml"])
    }
    let folder = parts.dropLast().joined(separator: "/")
    folders.insert(parts.count == 1 ? "." : folder.isEmpty ? "/" : folder, at: 0)
    name = String(file.dropLast(5))
    self.folders = folders
  }

  func load(_ depth: ColorDepth) -> (Theme, [Problem]) {
    ThemeLibrary.load(named: name, depth: depth, searchFolders: folders)
  }

  var problems: [Problem] {
    ThemeLibrary.check(named: name, searchFolders: folders)
      + ThemeLibrary.checkContrast(named: name, searchFolders: folders)
  }
}

private struct ThemeRow: Encodable {
  let name: String
  let appearance: String
  let isUsed: Bool
  let mistakes: Int
  let file: String?

  init(_ name: String, isUsed: Bool) {
    let folders = Places.themeFolders
    self.name = name
    self.isUsed = isUsed
    appearance =
      ThemeLibrary.load(named: name, depth: .mono, searchFolders: folders).0.appearance.rawValue
    mistakes = ThemeLibrary.check(named: name, searchFolders: folders).count
    file = ThemeLibrary.file(named: name, searchFolders: folders)
  }
}

private struct ThemeCheckAnswer: Encodable {
  let ok: Bool
  let problems: [ProblemRow]
}
