package import Secrets

/// One key press, as the terminal reported it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character, with Shift already applied: `A`, `?`, `ö`. Space is a character.
    case character(UInt32)
    case enter, tab, backtab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ scalar: Unicode.Scalar, _ modifiers: Modifiers = []) -> Key {
    Key(.character(scalar.value), modifiers)
  }

  /// `^L` and so on. A control key is reported with the lower-case letter.
  package static func control(_ scalar: Unicode.Scalar) -> Key { character(scalar, .control) }
}

/// An event that the terminal sends to the application.
package enum InputEvent: Sendable, Equatable {
  case key(Key)
  /// Bracketed paste in locked memory, as raw UTF-8 of at most 4 KiB; the rest is dropped. It is
  /// never a command, only text for the field with the focus.
  case paste(Secret)
  case mouse(Mouse)
  case resize(Size)
  /// The terminal's window got or lost the focus (mode 1004).
  case focus(Bool)
  /// The process was continued after a suspension. Secrets were concealed, and everything must be
  /// drawn again.
  case resumed
  /// The number of an item of the list, the menu or the field with the focus. The first item is 0.
  case choice(Int)
  /// A command by its id or the beginning of its title, typed as words.
  case words(String)
  /// The terminal's background colour, as it reported it (OSC 11).
  case background(RGB)
}

/// A mouse event in cell coordinates (SGR mode 1006).
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable { case press, release, wheelUp, wheelDown }
  package var action: Action
  package var point: Point

  package init(_ action: Action, at point: Point) {
    self.action = action
    self.point = point
  }
}

/// The kind of input that the current place accepts in line mode.
package enum LineInput: Sendable, Equatable {
  /// Names of keys, numbers of choices, and names of commands.
  case keys
  /// A field with this label.
  case text(String)
  /// A text that filters a list. A number chooses an item.
  case search(String)
  /// Digits that are not echoed. Anything else is handled as in `keys`.
  case code(String)
  /// Text that is not echoed.
  case secret(String)
  /// One of several options by its number. The last value is the one that is selected now, from 0.
  case options(String, [String], Int)
}
