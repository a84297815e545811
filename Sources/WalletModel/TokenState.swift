package import Languages

/// What a card's token in a phone can do now.
package enum TokenState: String, CaseIterable, Hashable, Sendable {
  /// The phone has not reported that it has the card.
  case initiated = "INITIATED"
  /// It can pay.
  case active = "ACTIVE"
  /// The customer has frozen it.
  case frozen = "FROZEN"
  /// Its card cannot pay now.
  case suspended = "SUSPENDED"
  /// Its card cannot pay ever again.
  case ended = "ENDED"

  /// What a customer may do with a token in this state. A frozen token of a locked card stays frozen
  /// when the card is unlocked, so a suspended one can be frozen.
  package var actions: Set<TokenAction> {
    switch self {
    case .initiated: [.delete]
    case .active, .suspended: [.freeze, .delete]
    case .frozen: [.unfreeze, .delete]
    case .ended: []
    }
  }

  /// What people call it, inside a sentence: `frozen`.
  package var word: LocalizedText {
    switch self {
    case .initiated: LocalizedText("initiated", "begonnen")
    case .active: LocalizedText("active", "aktiv")
    case .frozen: LocalizedText("frozen", "eingefroren")
    case .suspended: LocalizedText("suspended", "ausgesetzt")
    case .ended: LocalizedText("ended", "beendet")
    }
  }
}

/// What a customer does with a token.
package enum TokenAction: WireEnum {
  case freeze
  case unfreeze
  case delete
  /// An unknown word as the client sent it; empty: it sent none.
  indirect case other(String)

  package static let allCases: [TokenAction] = [.freeze, .unfreeze, .delete]

  package var rawValue: String {
    switch self {
    case .freeze: "FREEZE"
    case .unfreeze: "UNFREEZE"
    case .delete: "DELETE"
    case .other(let word): word
    }
  }
}

extension MobileWalletTokenization {
  /// Its state on a card of this status. Only what the customer did is stored with a token; the rest
  /// follows from the card.
  package func state(on card: CardStatus) -> TokenState {
    if [.cancelled, .expired, .rejected].contains(card) { return .ended }
    if status != .completed { return .initiated }
    if isFrozen { return .frozen }
    return card == .active || card == .digital ? .active : .suspended
  }
}
