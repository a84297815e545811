internal import Canvas
import ScreenKit
package import Themes

/// Which theme the screen is painted with.
package struct ThemeState: Sendable, Equatable {
  /// The person's choice; for this session, once it was made on screen.
  package var choice = ThemeChoice.auto
  /// The terminal's ground, once it was reported; nearly all that report none are dark.
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

/// The list of themes: the selected one is shown at once.
package struct ThemePicker: Sendable, Equatable {
  /// What Esc goes back to.
  let before: ThemeChoice
  /// Empty until they have been read; `auto` is always the first.
  var items: [ThemeItem] = []
  var picker = Picker()
  /// Keys that came before the themes: nobody who types fast loses one.
  var early: [Key] = []
}
