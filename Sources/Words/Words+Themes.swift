/// Choosing what is painted with.
extension Words {
  package var theme: CommandText {
    command(
      ("Theme", "Tries the themes on what is in sight; Enter keeps one, Esc goes back.", nil),
      ("Farben", "Probiert Farben (Themes) aus; Enter nimmt sie, Esc geht zurück.", nil))
  }

  package var themes: String { say("Themes", "Farben") }
  package var useTheme: String { say("keep", "behalten") }
  package var themeBack: String { say("back", "zurück") }

  /// Of a theme: what ground it is for.
  package func appearance(isLight: Bool) -> String {
    isLight ? say("light", "hell") : say("dark", "dunkel")
  }

  package var asTheTerminal: String { say("as the terminal", "wie das Terminal") }

  package func themeForNow(_ name: String) -> String {
    say("Theme: \(name), for this session", "Theme: \(name), bis zum Ende")
  }
}
