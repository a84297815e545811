/// What a card's token can do in a phone (C16). A phone that has not reported that it has the card
/// (C05) has a token without a state.
package enum TokenState: WireEnum {
  /// It can pay.
  case active
  /// It cannot pay now: its card cannot, or the owner has frozen it.
  case suspended
  /// It cannot pay: its card has ended, or the owner has removed it.
  case deleted
  indirect case other(String)

  package static let allCases: [TokenState] = [.active, .suspended, .deleted]

  package var rawValue: String {
    switch self {
    case .active: "ACTIVE"
    case .suspended: "SUSPENDED"
    case .deleted: "DELETED"
    case .other(let word): word
    }
  }
}

/// What a card's owner does with a token.
package enum TokenAction: WireEnum {
  case freeze
  /// Ends a freeze, or takes a removal back.
  case resume
  case remove
  /// An unknown word as the client sent it; empty: it sent none.
  indirect case other(String)

  package static let allCases: [TokenAction] = [.freeze, .resume, .remove]

  package var rawValue: String {
    switch self {
    case .freeze: "FREEZE"
    case .resume: "RESUME"
    case .remove: "REMOVE"
    case .other(let word): word
    }
  }
}

/// Why something is not possible with a token.
package enum TokenRefusal: Hashable, Sendable {
  /// The phone has not reported that it has the card.
  case notCompleted
  case frozenAlready
  /// It is neither frozen nor removed.
  case notFrozen
  /// The owner has removed it.
  case removed
  /// Its card has ended.
  case ended
  case unknownAction

  /// As the issuer says it.
  package var reason: Reason {
    switch self {
    case .notCompleted: .card(.tokenNotCompleted)
    case .frozenAlready: .card(.tokenIsFrozen)
    case .notFrozen: .card(.tokenNotFrozen)
    case .removed: .card(.tokenIsRemoved)
    case .ended: .card(.tokenHasEnded)
    case .unknownAction: .card(.unknownAction)
    }
  }
}

extension TokenState {
  /// For how long a removal can be taken back, in seconds. Until then the token is listed.
  package static let removalSeconds: Int64 = 600
}

extension CardStatus {
  /// Whether the tokens of a card with this status are active, unless the owner has frozen them.
  fileprivate var hasActiveTokens: Bool { self == .active || self == .digital }
  /// Whether a card with this status has ended for good, and its tokens with it.
  package var endsTokens: Bool { self == .cancelled || self == .rejected }
}

extension MobileWalletTokenization {
  /// Its state on a card with this status. Only what phone and owner did is stored with a token.
  /// The rest follows from the card, so no change of a card can forget its tokens.
  package func state(on card: CardStatus) -> TokenState? {
    if removedAt != nil || card.endsTokens { return .deleted }
    guard status == .completed else { return nil }
    return isFrozen || !card.hasActiveTokens ? .suspended : .active
  }

  /// Why an action is not possible with it on a card with this status; nil: it is possible. A token
  /// of a locked card can be frozen: it stays so when the card is unlocked.
  package func refusal(of action: TokenAction, on card: CardStatus) -> TokenRefusal? {
    if card.endsTokens { return .ended }
    switch action {
    case .freeze:
      return removedAt != nil
        ? .removed : status != .completed ? .notCompleted : isFrozen ? .frozenAlready : nil
    case .resume: return removedAt == nil && !isFrozen ? .notFrozen : nil
    case .remove: return removedAt == nil ? nil : .removed
    case .other: return .unknownAction
    }
  }

  /// What takes an action back that was done to it as it is here; nil: nothing does.
  package func opposite(of action: TokenAction) -> TokenAction? {
    switch action {
    case .freeze, .remove: .resume
    // To remove it once more would begin its time anew.
    case .resume: removedAt == nil ? .freeze : nil
    case .other: nil
    }
  }

  /// The last digits of the device number, with which its reference ends; nil: it ends otherwise.
  package var numberEnd: String? {
    let end = dpanRef.suffix(4)
    return end.utf8.count == 4 && end.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? String(end) : nil
  }
}

extension Card {
  /// What a token of the card can do: as its issuer says, but no more than the card can.
  package func state(of token: MobileWalletTokenization) -> TokenState? {
    let own = token.state(on: status)
    // The issuer may have reasons that are not known here.
    return own == .active ? token.state ?? own : own
  }

  /// The card with the status that is expected of it.
  package func with(_ status: CardStatus) -> Card {
    var card = self
    card.status = status
    return card
  }

  /// nil: the card has no such token.
  package func token(_ dpanRef: String) -> MobileWalletTokenization? {
    tokenizations?.first { $0.dpanRef == dpanRef }
  }
}
