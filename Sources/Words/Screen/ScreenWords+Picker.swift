/// Choosing from lists, and short news.
extension ScreenWords {
  package var notPossibleNow: String { say("Not possible now", "Jetzt nicht möglich") }
  package var nextGroup: String { say("next group", "nächste Gruppe") }
  package var thisCard: String { say("This card", "Diese Karte") }
  package var movingGroup: String { say("Moving", "Bewegen") }

  package func keyName(_ key: String) -> String { say("key \(key)", "Taste \(key)") }

  package func commandsMatch(_ count: Int, of all: Int) -> String {
    say("\(count) of \(all) commands match", "\(count) von \(all) Befehlen passen")
  }

  /// A part of a sentence as a text of its own.
  package func standingAlone(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  // MARK: Short news

  package func doesNothing(_ key: String) -> String {
    say("\(key) does nothing here", "\(key) bewirkt hier nichts")
  }

  package func showsKeys(_ key: String) -> String {
    say("\(key) shows the keys", "\(key) zeigt die Tasten")
  }

  package var undoOffer: String { say("undo", "rückgängig") }
  package var moreNews: String { say("more", "mehr") }
  package var matchHint: String { say("match", "Treffer") }
}
