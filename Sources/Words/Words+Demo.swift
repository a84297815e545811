/// What a demo says to who watches it.
extension Words {
  package var isYours: String {
    say(
      "The wallet is yours: ? shows the keys, q ends",
      "Sie sind dran: ? zeigt die Tasten, q beendet")
  }
}
