import Canvas
import Themes

/// docs/themes.md: the themes with a picture of each, and how to write a theme.
enum ThemesReference {
  static var text: String {
    """
    <!-- Made by `walletui manual themes.md`; not written by hand. -->
    # Themes

    `T` on the screen (or `:theme`) lists the themes. The selected theme is shown at once.
    Enter uses it until walletui ends, and Esc goes back to the previous one. To keep a theme, add a
    line to the configuration (`walletui paths` says where it is):

        theme: nord                               # this theme
        theme: auto                               # dark or light, like the terminal (default)
        theme: {dark: nord, light: rose-pine-dawn} # the same with two other themes

    `--theme nord` and `--theme dark=nord,light=rose-pine-dawn` do the same once. walletui asks the
    terminal for its background (OSC 11). Without an answer it assumes a dark one.

    | | |
    |---|---|
    | `walletui theme list` | all themes, also your own |
    | `walletui theme show NAME` | its roles and card faces, with colours on a terminal |
    | `walletui theme check [NAME\\|FILE]` | mistakes, and texts that are hard to read, as file:line:column |

    walletui uses all colours of the terminal (24 bit if COLORTERM says so, 256, 16, none), at most
    those of `--colours DEPTH`. With `NO_COLOR` or `--color never` it uses bold, underlined, reversed
    and dim text, which shows the same. `--color always` overrides `NO_COLOR`.

    \(ThemeLibrary.builtinNames.map(picture).joined())## Writing one

    `NAME.yaml` in `~/.config/walletui/themes` (or below `$XDG_CONFIG_HOME`) replaces the built-in
    theme of that name. A complete theme can be this short:

        name: mine
        inherits: nord
        palette:
          rose: "#ebbcba"
        roles:
          accent: rose
          danger: {fg: rose, attrs: [bold]}

    A mistake is reported with file, line and column, on the screen in the messages (`!`), and the
    entry is ignored. `walletui theme check mine` reports all mistakes, and texts whose contrast with
    their background is below 4.5:1 (3:1 for commands that are not possible).

    \(table("key", Manual.themeKeys.map { ("`\($0.0.inTable)`", $0.1) }))
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
    "| \(title) | |\n|---|---|\n" + rows.map { "| \($0) | \($1.inTable) |\n" }.joined()
  }
}
