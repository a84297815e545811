extension Words {
  /// Behind the program's name in the terminal's title: how many cards there are.
  package func cards(_ number: Int) -> String {
    say(
      "\(number) \(plural(number, "card", "cards"))",
      "\(number) \(plural(number, "Karte", "Karten"))")
  }
}
