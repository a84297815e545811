/// What commands about the shop, phones, themes, keys and scripts answer to people.
extension CommandLineWords {
  // MARK: Whether all is well

  package var isOk: String { say("ok", "ok") }
  package var warning: String { say("warn", "Warnung") }
  package var failure: String { say("fail", "Fehler") }
  package var allIsGood: String { say("No problems found.", "Alles in Ordnung.") }

  package func isGood(_ name: String) -> String {
    say("\(name): no problems found.", "\(name): alles in Ordnung.")
  }

  package func keysAreGood(_ file: String, _ count: Int) -> String {
    say(
      "\(file): no problems found. \(plural(count, "1 command has", "\(count) commands have")) keys of your own.",
      """
      \(file): alles in Ordnung. \
      \(plural(count, "1 Befehl hat", "\(count) Befehle haben")) eigene Tasten.
      """)
  }

  // MARK: Tables

  package var command: String { say("Command", "Befehl") }
  package var keysTitle: String { say("Keys", "Tasten") }
  package var from: String { say("From", "Woher") }
  package var needs: String { say("Needs", "Braucht") }
  package var whatItShows: String { say("What it shows", "Was es zeigt") }
  package var builtIn: String { say("built in", "eingebaut") }
  package var themeIsFor: String { say("For", "Für") }
  package var isUsed: String { say("Used", "Benutzt") }
  package var role: String { say("Role", "Rolle") }
  package var textTitle: String { say("Text", "Text") }
  package var ground: String { say("Ground", "Grund") }
  package var looks: String { say("Looks", "Schnitt") }
  package func faceTitle(_ name: String) -> String { say("face \(name)", "Karte \(name)") }

  package func themeHasMistakes(_ name: String) -> String {
    say(
      "(has mistakes: run `theme check \(name)`)", "(hat Fehler: siehe `theme check \(name)`)")
  }

  // MARK: Scripts

  package func scriptIsGood(_ file: String, _ steps: Int, _ seconds: Int) -> String {
    say(
      "\(file): \(plural(steps, "1 step", "\(steps) steps")) in \(seconds) s, no problems found.",
      """
      \(file): \(plural(steps, "1 Schritt", "\(steps) Schritte")) in \(seconds) s, \
      alles in Ordnung.
      """)
  }

  package var onScreenWas: String { say("on screen was:", "auf dem Bildschirm stand:") }
}
