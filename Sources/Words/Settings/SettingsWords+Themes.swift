/// Choosing what is painted with.
extension SettingsWords {
  package var theme: CommandText {
    command(
      ("Theme", "Tries the themes on what is in sight; Enter keeps one, Esc goes back.", nil),
      ("Farben", "Probiert Farben (Themes) aus; Enter nimmt sie, Esc geht zurück.", nil))
  }

  package var themes: String { say("Themes", "Farben") }
  package var useTheme: String { say("keep", "behalten") }

  /// Of a theme: what ground it is for.
  package func appearance(isLight: Bool) -> String {
    isLight ? say("light", "hell") : say("dark", "dunkel")
  }

  package var asTheTerminal: String { say("as the terminal", "wie das Terminal") }

  package func themeForNow(_ name: String) -> String {
    say("Theme: \(name), for this session", "Theme: \(name), bis zum Ende")
  }

  // MARK: Themes in a list

  package var automatic: String { say("Automatic", "Automatisch") }

  package func themes(isLight: Bool) -> String {
    isLight ? say("Light", "Hell") : say("Dark", "Dunkel")
  }

  package func themeText(isLight: Bool) -> String {
    isLight
      ? say("For a light terminal.", "Für ein helles Terminal.")
      : say("For a dark terminal.", "Für ein dunkles Terminal.")
  }

  package var autoThemeText: String {
    say(
      "Dark or light, as your terminal is.", "Dunkel oder hell, wie Ihr Terminal ist.")
  }
}
