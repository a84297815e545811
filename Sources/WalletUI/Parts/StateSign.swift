package import ScreenKit
import Themes
package import WalletModel

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
