internal import Canvas
package import Themes

/// The theme of the screen.
package struct ThemeState: Sendable, Equatable {
  /// The user's choice. A choice on screen is valid for this session.
  package var choice = ThemeChoice.auto
  /// The terminal's background, once it has reported it. Nearly all that do not report it are dark.
  package var appearance = Theme.Appearance.dark

  package init(_ choice: ThemeChoice = .auto) { self.choice = choice }

  package var name: String { choice.name(for: appearance) }
}

/// A theme that can be chosen.
package struct ThemeItem: Sendable, Equatable {
  package let name: String
  package let appearance: Theme.Appearance

  package init(name: String, appearance: Theme.Appearance) {
    self.name = name
    self.appearance = appearance
  }
}

/// The list of themes. The selected one is previewed at once.
package struct ThemePicker: Sendable, Equatable {
  /// The choice that Esc restores.
  let before: ThemeChoice
  /// Empty until they have been read. `auto` is always the first.
  var items: [ThemeItem] = []
  var selected = 0
  /// Keys that came before the themes were read. They are handled afterwards.
  var early: [Key] = []

  /// The choice at the selected position.
  var choice: ThemeChoice {
    selected == 0 ? .auto : ThemeChoice(items[selected - 1].name)
  }
  var count: Int { items.count + 1 }

  mutating func select(_ position: Int) { selected = max(0, min(position, count - 1)) }
}
