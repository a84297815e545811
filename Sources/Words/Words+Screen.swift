/// Header, footer, list, menus: what is always there.
extension Words {
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

  // MARK: Hints in a word or two

  package var keep: String { say("keep", "behalten") }
  package var showAll: String { say("show all", "alle zeigen") }
  package var move: String { say("move", "bewegen") }
  package var cancel: String { say("cancel", "abbrechen") }
  package var closeHint: String { say("close", "schließen") }
  package var backHint: String { say("back", "zurück") }
  package var nextHint: String { say("next", "weiter") }
  package var clear: String { say("clear", "leeren") }
  package var choose: String { say("choose", "wählen") }
  package var run: String { say("run", "ausführen") }
  package var quitHint: String { say("quit", "beenden") }
  package var confirm: String { say("confirm", "bestätigen") }
  package var tryAgain: String { say("try again", "neu versuchen") }
  package var signIn: String { say("sign in", "anmelden") }
  package var unlock: String { say("unlock", "öffnen") }

  // MARK: A screen that is too small

  package func needs(_ width: Int, _ height: Int) -> String {
    say("walletui needs \(width)×\(height)", "walletui braucht \(width)×\(height)")
  }

  package func thisIs(_ width: Int, _ height: Int) -> String {
    say("this is \(width)×\(height)", "das sind \(width)×\(height)")
  }

  package func quits(key: String) -> String { say("\(key) quits", "\(key) beendet") }

  // MARK: The list

  /// `3 of 100,000`.
  package func position(_ here: Int, of all: Int) -> String {
    say("\(number(here)) of \(number(all))", "\(number(here)) von \(number(all))")
  }

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

  package var damagedRecord: String { say("Damaged record", "Beschädigter Eintrag") }
  package var damaged: String { say("Damaged", "Defekt") }
  /// In place of what cannot be read.
  package var damagedEntry: String { "(\(damaged.lowercased()))" }

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
}
