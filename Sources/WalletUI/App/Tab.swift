package import Words

/// A screen of the wallet, by the number that goes there. A case more is a screen more, with a
/// command in the registry and what `base()` of the frame draws for it.
package enum Tab: Int, Sendable, CaseIterable {
  case cards = 1
  /// The same list, with virtual cards only.
  case virtual = 2

  package var command: Command.ID {
    switch self {
    case .cards: "screen.cards"
    case .virtual: "screen.virtual"
    }
  }

  package func title(_ words: Words) -> String {
    switch self {
    case .cards: words.cards
    case .virtual: words.virtual
    }
  }
}

extension State {
  mutating func show(_ tab: Tab) -> [Effect] {
    self.tab = tab
    pane = .list
    details.scroll = 0
    list.showOnlyVirtual(tab == .virtual)
    return []
  }
}
