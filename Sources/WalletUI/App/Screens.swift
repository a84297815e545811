import Canvas
package import Words

/// All screens. To add one, write a type that conforms to `AppScreen` in its own folder, and add it
/// here. The header, the keys, the help and the documents are made from this list.
package enum Screens {
  static let all: [any AppScreen.Type] = [
    CardsScreen.self, VirtualCardsScreen.self, SavedScreen.self, PaymentsScreen.self,
    ActivityScreen.self, PaymentPage.self,
  ]

  /// By number. A wallet opens with the first one.
  package static let tabs = all.flatMap { $0.tabs }.sorted { $0.number < $1.number }

  static func screen(of place: Command.Place) -> (any AppScreen.Type)? {
    all.first { $0.place == place }
  }
}

/// A number that opens a screen, with its texts for header and help.
package struct Tab: Sendable, Equatable {
  package let number: Int
  /// Opens the screen. Its key is the number.
  package let command: Command
  package let title: @Sendable (Words) -> String
  let screen: @Sendable () -> any AppScreen

  init(
    _ number: Int, _ id: Command.ID, _ text: @escaping @Sendable (Words) -> CommandText,
    title: @escaping @Sendable (Words) -> String,
    disabled: @escaping @Sendable (State) -> String? = { _ in nil },
    screen: @escaping @Sendable () -> any AppScreen
  ) {
    self.number = number
    self.title = title
    self.screen = screen
    command = Command(
      id, text, keys: [.character(Unicode.Scalar(UInt8(0x30 + number)))], place: .moving,
      disabled: disabled
    ) { screen().enter(&$0) }
  }

  package static func == (a: Tab, b: Tab) -> Bool { a.number == b.number }
}
