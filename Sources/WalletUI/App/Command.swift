package import Canvas
import Synchronization
package import Words

/// Something that a user can do. Footer, help, palette and key table are made from the commands.
///
/// It never changes. As an object it is passed on without a copy of its parts.
package final class Command: Sendable {
  package typealias ID = String

  /// Stable, such as `card.lock`.
  package let id: ID
  private let texts: @Sendable (Words) -> CommandText
  /// In the language of the last frame: each frame asks for most texts.
  private let latest = Mutex<(words: Words, text: CommandText)?>(nil)
  /// The built-in keys. `Keymap` has the current ones.
  package let keys: [Key]
  /// The command of another screen whose keys run this one here, unless the configuration gives it
  /// keys of its own: `r` shows the number on each screen with cards. nil: it has only its own keys.
  package let sharesKeysOf: ID?
  package let place: Place
  /// Why it is not possible now; nil: it is possible.
  package let disabled: @Sendable (State) -> String?
  /// Whether what it does cannot be undone.
  package let isFinal: Bool
  let run: @Sendable (inout State) -> [Effect]

  /// Where a command applies: on one screen, or on all.
  package struct Place: Hashable, Sendable {
    /// The name in docs/keys.md.
    package let name: String
    /// Whether commands of this place apply on all screens.
    let isGeneral: Bool

    init(_ name: String, isGeneral: Bool = false) {
      self.name = name
      self.isGeneral = isGeneral
    }

    package static let everywhere = Place("everywhere", isGeneral: true)
    package static let moving = Place("moving", isGeneral: true)
    package static let wallet = Place("wallet", isGeneral: true)

    /// In the order of docs/keys.md.
    package static let all = [everywhere] + Screens.all.map { $0.place } + [moving, wallet]
  }

  init(
    _ id: ID, _ text: @escaping @Sendable (Words) -> CommandText, keys: [Key] = [],
    sharesKeysOf other: ID? = nil, place: Place,
    disabled: @escaping @Sendable (State) -> String? = { _ in nil }, isFinal: Bool = false,
    run: @escaping @Sendable (inout State) -> [Effect]
  ) {
    self.id = id
    texts = text
    self.keys = keys
    sharesKeysOf = other
    self.place = place
    self.disabled = disabled
    self.isFinal = isFinal
    self.run = run
  }

  /// Title, sentence and footer hint.
  package func text(_ words: Words) -> CommandText {
    latest.withLock { latest in
      if let latest, latest.words == words { return latest.text }
      let text = texts(words)
      latest = (words, text)
      return text
    }
  }

  /// Whether it belongs to this screen or to all screens.
  func applies(on screen: any AppScreen.Type) -> Bool {
    place.isGeneral || screen.place == place || screen.shared.contains(id)
  }
}

extension Key {
  /// The label for people: `^L`, `PgUp`, `?`.
  package var label: String {
    let name =
      switch code {
      case .character(0x20): "Space"
      case .character(let value):
        Unicode.Scalar(value).map {
          modifiers.contains(.control) ? String($0).uppercased() : String($0)
        } ?? "?"
      case .enter: "Enter"
      case .tab: "Tab"
      case .backtab: "⇧Tab"
      case .escape: "Esc"
      case .backspace: "Backspace"
      case .delete: "Del"
      case .insert: "Ins"
      case .up: "↑"
      case .down: "↓"
      case .left: "←"
      case .right: "→"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .function(let n): "F\(n)"
      }
    return (modifiers.contains(.control) ? "^" : "") + (modifiers.contains(.alt) ? "M-" : "")
      + name
  }
}
