/// Choosing what is painted with.
extension Words {
  package var theme: CommandText {
    command(
      ("Theme", "Tries the themes on what is in sight; Enter uses one, Esc goes back.", nil),
      ("Farben", "Probiert Farben (Themes) aus; Enter nimmt sie, Esc geht zurück.", nil))
  }

  package var themes: String { say("Themes", "Farben") }
  package var useTheme: String { say("use", "nehmen") }
  package var themeBack: String { say("back", "zurück") }

  package func place(_ number: Int, of count: Int) -> String {
    say("\(number) of \(count)", "\(number) von \(count)")
  }

  /// Of a theme: what ground it is for.
  package func appearance(isLight: Bool) -> String {
    isLight ? say("light", "hell") : say("dark", "dunkel")
  }

  package var asTheTerminal: String { say("as the terminal", "wie das Terminal") }

  package func themeForNow(_ name: String) -> String {
    say("Theme: \(name), for this session", "Theme: \(name), bis zum Ende")
  }

  package func toKeepTheme(_ name: String, _ file: String) -> String {
    say(
      "to keep it, write \"theme: \(name)\" into \(file)",
      "zum Behalten \"theme: \(name)\" in \(file) schreiben")
  }
}
