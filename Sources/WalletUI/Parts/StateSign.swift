import Canvas
import TextLayout
import Themes
package import WalletModel

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

extension CardStatus {
  /// The sign; colour and word always come with it.
  package var sign: StateSign {
    switch self {
    case .active: .active
    case .locked: .locked
    case .suspended: .suspended
    case .digital: .partial
    case .issued, .pending, .applied: .waiting
    case .cancelled, .expired, .rejected: .ended
    case .other: .other
    }
  }

  /// The sign as text.
  package func glyph(ascii: Bool) -> String { sign.text(ascii: ascii) }

  var role: Role {
    switch self {
    case .active: .statusActive
    case .locked, .suspended: .statusLocked
    case .digital: .statusDigital
    case .issued, .pending, .applied: .statusIssued
    case .cancelled, .expired, .rejected: .statusExpired
    case .other: .statusOther
    }
  }

  /// The card has no life left: shown faint.
  var isOver: Bool { role == .statusExpired }
}

extension TransactionType {
  /// The sign; colour and word always come with it.
  var sign: StateSign {
    switch self {
    case .pending: .waiting
    case .complete: .done
    case .refund: .refund
    case .decline: .ended
    case .other: .other
    }
  }

  /// The sign as text.
  func glyph(ascii: Bool) -> String { sign.text(ascii: ascii) }

  var role: Role {
    switch self {
    case .pending: .warning
    case .complete, .other: .muted
    case .refund: .credit
    case .decline: .danger
    }
  }
}

extension Frame {
  /// A state's sign and word, `● Active`, in at most `room` columns: the word is shortened, never
  /// left out alone.
  @discardableResult
  func state(
    _ sign: StateSign, _ word: String, _ role: Role, _ x: Int, _ y: Int, room: Int = .max,
    on background: Role = .surface
  ) -> Int {
    let text = "\(sign.text(ascii: state.settings.ascii)) \(word)"
    guard room > 2 else { return 0 }
    return canvas.write(Text.truncate(text, to: room), x, y, theme.style(role, on: background))
  }
}
