/// What a demo says to who watches it.
extension Words {
  package var isYours: String {
    say(
      "It's your turn: ? shows the keys, q quits",
      "Sie sind dran: ? zeigt die Tasten, q beendet")
  }
}
