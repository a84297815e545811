import TextLayout

/// All escape sequences and control characters that are sent to a terminal in text mode (ECMA-48,
/// and xterm's alternate screen).
package enum TerminalSequence: String, Sendable, CaseIterable {
  case tab = "\t"
  case lineStart = "\r"
  case bell = "\u{7}"
  /// Erases the column before the cursor.
  case eraseLast = "\u{8} \u{8}"
  case eraseLine = "\u{1b}[2K"
  case eraseToLineEnd = "\u{1b}[K"
  case up = "\u{1b}[A"
  case down = "\u{1b}[B"
  case home = "\u{1b}[H"
  case alternateScreen = "\u{1b}[?1049h"
  case mainScreen = "\u{1b}[?1049l"
  case blackOnWhite = "\u{1b}[30;107m"
  case plain = "\u{1b}[0m"

  package static func text(_ sequences: [TerminalSequence]) -> String {
    sequences.map(\.rawValue).joined()
  }
}

/// How a terminal is asked to show a notification.
package enum TerminalNotification: Sendable, CaseIterable {
  /// Of iTerm2, WezTerm, kitty and Ghostty.
  case osc9
  /// Of rxvt-unicode, foot and VTE.
  case osc777
  /// For the others.
  case bell

  /// What the terminal is sent.
  package func sequence(_ text: String) -> String {
    // A semicolon separates the parts of a sequence.
    let text = String(Text.clean(text).map { $0 == ";" ? "," : $0 })
    return switch self {
    case .osc9: "\u{1b}]9;" + text + TerminalSequence.bell.rawValue
    case .osc777: "\u{1b}]777;notify;walletui;" + text + TerminalSequence.bell.rawValue
    case .bell: TerminalSequence.bell.rawValue
    }
  }
}
