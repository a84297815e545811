package import Secrets

/// One key press, as the terminal reported it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character, shifted already: `A`, `?`, `ö`. Space is a character.
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

  /// `^L` and the like: control is reported with the lower-case letter.
  package static func control(_ scalar: Unicode.Scalar) -> Key { character(scalar, .control) }
}

/// What reaches the application from the terminal.
package enum InputEvent: Sendable, Equatable {
  case key(Key)
  /// Bracketed paste, in locked memory, at most 4 KiB (more is cut); raw UTF-8 bytes. Never a
  /// command, only text for the field that has the focus.
  case paste(Secret)
  case mouse(Mouse)
  case resize(Size)
  /// The terminal's window got or lost the focus (mode 1004).
  case focus(Bool)
  /// Back from a suspension: everything was concealed, all must be drawn again.
  case resumed
  /// Of a list, a menu or the field with the focus, this one, from 0: typed as a number.
  case choice(Int)
  /// A command by its id or the beginning of its title: typed as words.
  case words(String)
  /// The terminal's own background, as it answered (OSC 11).
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

/// What the place at hand takes where input comes line by line.
package enum LineInput: Sendable, Equatable {
  /// Keys by their names, numbers of choices, names of commands.
  case keys
  /// A field with this label.
  case text(String)
  /// What narrows a list down; a number chooses.
  case search(String)
  /// Digits that nobody is to see; anything else is for `keys`.
  case code(String)
  /// What nobody is to see.
  case secret(String)
  /// One of several, by its number; the one that is chosen now, from 0.
  case options(String, [String], Int)
}
