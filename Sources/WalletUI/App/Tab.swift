package import Words

/// A screen of the wallet, by the number that goes there. A case more is a screen more, with a
/// command in the registry and what `base()` of the frame draws for it.
package enum Tab: Int, Sendable, CaseIterable {
  case cards = 1
  /// The same list, with virtual cards only.
  case virtual = 2
  /// Over the screen that one comes from.
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
}

extension State {
  /// The screen that one sees.
  var shownTab: Tab { activityIndex == nil ? tab : .activity }

  mutating func show(_ tab: Tab) -> [Effect] {
    if tab == .activity { return openActivity() }
    if case .activity = overlays.last { pop() }
    self.tab = tab
    pane = .list
    details.scroll = 0
    list.showOnlyVirtual(tab == .virtual)
    return []
  }
}
