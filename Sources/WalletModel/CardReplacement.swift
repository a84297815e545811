/// Why a card is replaced.
package enum ReplacementReason: String, CaseIterable, WireWord {
  case lost = "LOST"
  case stolen = "STOLEN"
  case damaged = "DAMAGED"
  /// Only of a card that is SUSPENDED.
  case suspended = "SUSPENDED"

  /// The word in commands: `lost`.
  package var word: String { rawValue.lowercased() }

  /// The reason with which the old card ends.
  package var statusReason: StatusReason {
    switch self {
    case .lost: .lost
    case .stolen: .stolen
    case .damaged: .damaged
    case .suspended: .replaced
    }
  }

  /// The reasons for a card with this status; empty: it cannot be replaced.
  package static func possible(for status: CardStatus) -> [ReplacementReason] {
    switch status {
    case .active, .locked, .digital, .issued: [.lost, .stolen, .damaged]
    case .suspended: allCases.reversed()
    case .pending, .cancelled, .applied, .rejected, .expired, .other: []
    }
  }
}

/// Another card of the same customer.
package struct CardReference: Hashable, Sendable {
  package var id: CardID
  package var lastFour: String

  package init(_ id: CardID, lastFour: String) {
    self.id = id
    self.lastFour = lastFour
  }
}
