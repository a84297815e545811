/// Header, footer, list, menus: what is always there.
package struct ScreenWords: FeatureWords {
  package let words: Words

  // MARK: Header

  package var cards: String { say("Cards", "Karten") }
  package var demoWallet: String { say("demo wallet", "Demo-Wallet") }
  package var local: String { say("local", "lokal") }

  /// Short where there is little room.
  package func fileIsDamaged(isShort: Bool) -> String {
    isShort
      ? say("file damaged", "Datei defekt") : say("the file is damaged", "die Datei ist beschädigt")
  }

  package func memoryNotLocked(isShort: Bool) -> String {
    isShort
      ? say("memory open", "Speicher offen") : say("memory not locked", "Speicher nicht gesperrt")
  }

  package func locksIn(_ seconds: Int, isShort: Bool) -> String {
    let time = say("locks in \(seconds) s", "schließt in \(seconds) s")
    return isShort ? time : time + say(" · press any key", " · Taste drücken")
  }

  package func offline(since time: String, key: String) -> String {
    say(
      "offline since \(time) · \(key) retries", "offline seit \(time) · \(key) versucht es neu")
  }

  /// The server sends no news by itself. `key`: nil where there is little room.
  package func newsLate(key: String?) -> String {
    say("news late", "Neues verspätet") + (key.map { " · " + readsAgain(key: $0) } ?? "")
  }

  /// Where there is little room.
  package func offlineShort(since time: String) -> String { "offline \(time)" }

  package func signedOut(key: String) -> String {
    say("signed out · \(key) signs in", "abgemeldet · \(key) meldet an")
  }

  package var signedOutShort: String { say("signed out", "abgemeldet") }

  // MARK: A screen that is too small

  package func needs(_ width: Int, _ height: Int) -> String {
    say("walletui needs \(width)×\(height)", "walletui braucht \(width)×\(height)")
  }

  package func thisIs(_ width: Int, _ height: Int) -> String {
    say("this is \(width)×\(height)", "das sind \(width)×\(height)")
  }

  package func quits(key: String) -> String { say("\(key) quits", "\(key) beendet") }

  // MARK: The list

  package func noCardMatches(_ query: String) -> String {
    say(
      "No card matches “\(query)”. Esc shows all.",
      "Keine Karte passt zu „\(query)“. Esc zeigt alle.")
  }

  package var readingCards: String { say("Reading cards", "Karten werden gelesen") }

  package func notLoadedYet(key: String) -> String {
    say("Not loaded yet. ", "Noch nicht geladen. ") + readsAgain(key: key) + "."
  }

  package func noCards(key: String) -> String {
    say("No cards yet. \(key) orders one.", "Noch keine Karten. \(key) bestellt eine.")
  }

  package var readingGivenUp: String { say("Reading stopped", "Lesen abgebrochen") }
  package func readsAgain(key: String) -> String { say("\(key) reads again", "\(key) liest neu") }

  // MARK: Menus

  package var keys: String { say("Keys", "Tasten") }
  package var typeToSearch: String { say("type to search", "tippen, um zu suchen") }
  package var nothingMatches: String { say("Nothing matches.", "Nichts passt.") }
  package var nothingHappened: String { say("Nothing yet.", "Noch nichts.") }

  // MARK: Phone

  package var simulated: String { say("SIMULATED phone", "SIMULIERTES Handy") }
  package var noMessages: String { say("no messages", "keine Nachrichten") }
  package var typeItForMe: String { say("type it for me", "für mich eintippen") }

  // MARK: Stages of something that takes several steps

  package var stageDone: String { say("Done", "Erledigt") }
  package var stageNow: String { say("Now", "Jetzt") }
  package var stageFailed: String { say("Failed", "Gescheitert") }
  package var stageLater: String { say("To come", "Folgt") }
  package var stepNext: String { say("next", "danach") }
  /// `0.4 s`.
  package func secondsTaken(_ tenths: UInt64) -> String { "\(words.tenths(tenths)) s" }

  // MARK: The terminal's title

  /// Behind the program's name in the terminal's title: how many cards there are.
  package func cards(_ number: Int) -> String {
    say(
      "\(number) \(plural(number, "card", "cards"))",
      "\(number) \(plural(number, "Karte", "Karten"))")
  }

  // MARK: A demo

  package var isYours: String {
    say(
      "It's your turn: ? shows the keys, q quits",
      "Sie sind dran: ? zeigt die Tasten, q beendet")
  }

  // MARK: Keys and the mouse

  package var virtual: String { say("Virtual", "Virtuell") }

  /// What Esc does with the first keys of several.
  package var leave: String { say("leave", "verlassen") }

  package var mouseIsOn: String { say("Mouse on", "Maus an") }

  package var mouseIsOff: String { say("Mouse off", "Maus aus") }

  /// After it was switched on: how it is switched off.
  package func mouseAgain(_ key: String) -> String {
    say(
      "\(key) turns it off", "\(key) schaltet sie aus")
  }

  package var mouseSelects: String {
    say("select text with it in your terminal", "Ihr Terminal markiert Text mit ihr")
  }
}
