/// A demo's texts for its viewers.
extension Words {
  package var isYours: String {
    say(
      "It's your turn: ? shows the keys, q quits",
      "Sie sind dran: ? zeigt die Tasten, q beendet")
  }
}
