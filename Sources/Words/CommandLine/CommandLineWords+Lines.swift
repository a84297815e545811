/// The wallet line by line, without a screen (`--accessible`).
extension CommandLineWords {
  package var lineGreeting: String {
    say(
      "walletui, line by line. Type a key, a number or a command's name, then press Enter. "
        + "? lists the commands, a dot goes back, an empty line repeats.",
      "walletui, Zeile für Zeile. Tippen Sie eine Taste, eine Nummer oder den Namen eines Befehls, "
        + "dann Enter. ? nennt die Befehle, ein Punkt geht zurück, eine leere Zeile liest noch "
        + "einmal vor.")
  }

  package var isSelected: String { say("selected", "ausgewählt") }

  /// What prints secrets.
  package var showWord: String { say("show", "zeigen") }

  package var secretsAreThere: String {
    say(
      "Secret digits are ready but not printed. Anything printed stays in the terminal's "
        + "scrollback, where walletui can't erase it. Type show to print them anyway.",
      "Geheime Ziffern liegen bereit und sind nicht ausgegeben. Ausgegebenes bleibt im Verlauf "
        + "des Terminals, wo walletui es nicht löschen kann. Tippen Sie zeigen, um sie trotzdem "
        + "auszugeben.")
  }

  package var secretsAreGone: String {
    say("The secret digits are hidden again.", "Die geheimen Ziffern sind wieder verdeckt.")
  }

  package var secretsWerePrinted: String {
    say(
      "The secret digits are hidden again, but what was printed is still in the scrollback.",
      "Die geheimen Ziffern sind wieder verdeckt, aber Ausgegebenes steht noch im Verlauf.")
  }

  package var searchOrNumber: String { say("Search, or number", "Suche oder Nummer") }
  package var code: String { say("Code", "Code") }
  package var filter: String { say("Filter", "Filter") }

  package func noCommand(_ text: String) -> String {
    say("Nothing here is called “\(text)”", "„\(text)“ gibt es hier nicht")
  }

  package var seeCommands: String {
    say("? lists the commands", "? zeigt die Befehle")
  }

  package func severalCommands(_ text: String) -> String {
    say("“\(text)” fits several commands", "„\(text)“ passt zu mehreren Befehlen")
  }
}
