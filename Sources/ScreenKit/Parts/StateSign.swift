import Canvas
import TextLayout
package import Themes

/// The sign of a state of a card or of a payment. It is always shown with its word.
package enum StateSign: CaseIterable, Sendable {
  /// Active, ready.
  case active
  /// Locked, paused.
  case locked
  case suspended
  /// Digital, needs its key.
  case partial
  /// Issued, pending, being made.
  case waiting
  /// Complete, used.
  case done
  /// Declined, expired, closed.
  case ended
  /// Money came back.
  case refund
  /// A state that this version does not know.
  case other

  package func text(ascii: Bool) -> String {
    switch self {
    case .active: ascii ? "*" : "●"
    case .locked: ascii ? "#" : "■"
    case .suspended: ascii ? "!" : "▲"
    case .partial: ascii ? "o" : "◌"
    case .waiting: ascii ? "~" : "◔"
    case .done: ascii ? "+" : "✓"
    case .ended: ascii ? "x" : "✕"
    case .refund: ascii ? "<" : "‹"
    case .other: "?"
    }
  }
}

extension Surface {
  /// A state's sign and word, `● Active`, in at most `room` columns: the word is shortened, never
  /// left out alone.
  @discardableResult
  package func state(
    _ sign: StateSign, _ word: String, _ role: Role, _ x: Int, _ y: Int, room: Int = .max,
    on background: Role = .surface
  ) -> Int {
    let text = "\(sign.text(ascii: isASCII)) \(word)"
    guard room > 2 else { return 0 }
    return canvas.write(Text.truncate(text, to: room), x, y, theme.style(role, on: background))
  }
}
