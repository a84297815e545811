import Words

extension State {
  /// For the terminal's title, which others may see: of the cards no more than how many there are.
  package var title: String {
    guard case .open = gate, list.isKnown else { return "walletui" }
    return "walletui \(settings.ascii ? "-" : "—") \(words.cards(list.total))"
  }
}
