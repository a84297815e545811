package import Canvas
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
    guard room > 2 else { return 0 }
    return write(
      sign.text(ascii: isASCII), word, x, y, theme.style(role, on: background), room: room)
  }

  /// A sign, a blank and a text, in at most `room` columns. Returns the columns used.
  @discardableResult
  package func write(
    _ sign: String, _ text: String, _ x: Int, _ y: Int, _ style: Style, room: Int
  ) -> Int {
    let start = Text.width(of: sign) + 1
    guard let width = Text.plainWidth(text), start + width <= room else {
      return canvas.write(Text.truncate("\(sign) \(text)", to: room), x, y, style)
    }
    // Most texts are ASCII. Alone they need no table of Unicode.
    canvas.write(sign, x, y, style)
    canvas.line(x + start - 1, y, 1, style, " ")
    return start + canvas.write(text, x + start, y, style)
  }
}
