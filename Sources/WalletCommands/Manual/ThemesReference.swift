import Canvas
import Themes

/// docs/themes.md: the themes with a picture of each, and how to write a theme.
enum ThemesReference {
  static var text: String {
    """
    <!-- Made by `walletui manual themes.md`; not written by hand. -->
    # Themes

    `T` on screen (or `:theme`) lists the themes and tries the one at which one stands at once;
    Enter uses it until walletui ends, Esc goes back to the one before. What is to stay is a line of
    the configuration (`walletui paths` says where that is):

        theme: nord                               # this one
        theme: auto                               # dark or light, as the terminal is (usual)
        theme: {dark: nord, light: rose-pine-dawn} # the same, with one's own two

    `--theme nord` and `--theme dark=nord,light=rose-pine-dawn` do so once. What the terminal is it is
    asked (OSC 11); one that does not answer at once is taken for dark.

    | | |
    |---|---|
    | `walletui theme list` | the themes that there are, yours among them |
    | `walletui theme show NAME` | its roles and card faces, painted where the output is a terminal |
    | `walletui theme check [NAME\\|FILE]` | mistakes, and texts that are hard to read, as file:line:column |

    Colours: as many as the terminal has (24 bit where COLORTERM says so, 256, 16, none), no more than
    `--colours DEPTH` says. `NO_COLOR` and `--color never` leave bold, underlined, reversed and dim,
    which carry everything that colours do; `--color always` goes before `NO_COLOR`.

    \(ThemeLibrary.builtinNames.map(picture).joined())## Writing one

    `NAME.yaml` in `~/.config/walletui/themes` (or below `$XDG_CONFIG_HOME`) goes before the built-in
    theme of that name. A whole theme may be this short:

        name: mine
        inherits: nord
        palette:
          rose: "#ebbcba"
        roles:
          accent: rose
          danger: {fg: rose, attrs: [bold]}

    A mistake is told with file, line and column, on screen among the messages (`!`), and the rest
    counts. `walletui theme check mine` tells all of them, and where a text has less contrast with what
    it stands on than 4.5:1 (3.5:1 where it is meant to stand back).

    \(table("key", Manual.themeKeys.map { ("`\(cell($0.0))`", $0.1) }))
    \(Manual.themeColours)

    ### Roles

    \(table("role", Role.allCases.map { ("`\($0.rawValue)`", $0.purpose) }))
    """
  }

  private static func picture(_ name: String) -> String {
    let theme = ThemeLibrary.load(named: name, depth: .direct).0
    return """
      ## \(name)

      For \(theme.appearance.rawValue) terminals.

      ![The theme \(name)](pictures/theme-\(name).svg)


      """
  }

  private static func table(_ title: String, _ rows: [(String, String)]) -> String {
    "| \(title) | |\n|---|---|\n" + rows.map { "| \($0) | \(cell($1)) |\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
