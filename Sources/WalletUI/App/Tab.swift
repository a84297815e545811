package import Words

/// A screen of the wallet, by the number that goes there. A case more is a screen more, with a
/// command in the registry and a type that conforms to `AppScreen`.
package enum Tab: Int, Sendable, CaseIterable {
  case cards = 1
  /// The same list, with virtual cards only.
  case virtual = 2
  /// Lies over the screen that one comes from.
  case activity = 5

  package var command: Command.ID {
    switch self {
    case .cards: "screen.cards"
    case .virtual: "screen.virtual"
    case .activity: "screen.activity"
    }
  }

  package func title(_ words: Words) -> String {
    switch self {
    case .cards: words.cards
    case .virtual: words.virtual
    case .activity: words.activity
    }
  }

  func open(_ state: inout State) -> [Effect] {
    switch self {
    case .cards, .virtual: CardsScreen(tab: self).enter(&state)
    case .activity: ActivityState.enter(&state)
    }
  }
}
