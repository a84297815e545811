package import Languages

extension CardStatus {
  /// The statuses to which the customer can change a card (A24; for the other statuses
  /// `docs/decisions/changes-of-status.md`).
  ///
  /// ISSUED, PENDING and APPLIED: only cancelling, since the card cannot be used yet. SUSPENDED and
  /// EXPIRED: only cancelling, since only customer service lifts a suspension. REJECTED and
  /// CANCELLED are final. DIGITAL becomes ACTIVE by activation (PIN and chip), not by an update.
  package var customerTargets: Set<CardStatus> {
    switch self {
    case .active: [.locked, .cancelled]
    case .locked: [.active, .cancelled]
    case .digital: [.locked, .cancelled]
    case .issued, .pending, .applied, .suspended, .expired: [.cancelled]
    case .cancelled, .rejected, .other: []
    }
  }

  /// Whether a card that cannot be locked matters to somebody who locks all: it may pay some day.
  package var mayPayLater: Bool {
    switch self {
    case .locked, .expired, .cancelled, .rejected: false
    case .active, .pending, .suspended, .applied, .digital, .issued, .other: true
    }
  }

  /// Whether the card can be activated (A22).
  package var canActivate: Bool { self == .issued || self == .digital }

  /// Whether the card can still be used, so that it has details and a PIN.
  package var showsSecrets: Bool {
    switch self {
    case .active, .locked, .digital: true
    case .pending, .cancelled, .suspended, .applied, .rejected, .expired, .issued, .other: false
    }
  }
}

/// Why an action is not possible now.
package enum ActionRefusal: Hashable, Sendable {
  /// The card already has the resulting status.
  case already(CardStatus)
  case notLocked
  /// The card has a status from which the action is not possible.
  case hasStatus(CardStatus)
  case physicalOnly, activatedAlready, noPin, unknownAction
  /// The card is locked.
  case lockedNow

  /// As the issuer says it.
  package var reason: Reason {
    switch self {
    case .already(let status): .card(.already, status.rawValue)
    case .notLocked: .card(.notLocked)
    case .hasStatus(let status): .card(.hasStatus, status.rawValue)
    case .physicalOnly: .card(.physicalOnly)
    case .activatedAlready: .card(.activatedAlready)
    case .lockedNow: .card(.unlockFirst)
    case .noPin: .card(.noPin)
    case .unknownAction: .card(.unknownAction)
    }
  }
}

extension Card {
  /// Why an action is not possible now; nil: it is possible (A14, A22, A24, A31).
  ///
  /// - Parameter expected: The status that the card is to have; nil: its own.
  package func refusal(of action: CardAction, in expected: CardStatus? = nil) -> ActionRefusal? {
    let status = expected ?? self.status
    return switch action {
    case .lock: Self.refusal(of: .locked, status)
    // A card that is unlocked for a time can be unlocked for good.
    case .unlock: status == .locked || unlockedUntil != nil ? nil : .notLocked
    case .cancel: Self.refusal(of: .cancelled, status)
    case .activate: activateRefusal(status)
    case .showDetails: status.showsSecrets ? nil : .hasStatus(status)
    case .showPin: pinRefusal(status, needsPin: true)
    case .setPin: pinRefusal(status, needsPin: false)
    case .other: .unknownAction
    }
  }

  /// Why the card cannot be put into a phone now; nil: it can. Only cards that can pay in shops
  /// can.
  package var tokenizeRefusal: ActionRefusal? {
    status == .active ? nil : .hasStatus(status)
  }

  /// The actions that are possible now (A08).
  package var possibleActions: [CardAction] {
    CardAction.allCases.filter { refusal(of: $0) == nil }
  }

  private static func refusal(of target: CardStatus, _ status: CardStatus) -> ActionRefusal? {
    if status == target { return .already(status) }
    if status.customerTargets.contains(target) { return nil }
    return .hasStatus(status)
  }

  private func activateRefusal(_ status: CardStatus) -> ActionRefusal? {
    if cardType != .physical { return .physicalOnly }
    // An earlier activation does not matter for a card that has ended.
    if [.expired, .cancelled, .rejected].contains(status) { return .hasStatus(status) }
    if activationDate != nil { return .activatedAlready }
    if !status.canActivate { return .hasStatus(status) }
    return nil
  }

  private func pinRefusal(_ status: CardStatus, needsPin: Bool) -> ActionRefusal? {
    if !status.showsSecrets { return .hasStatus(status) }
    if !needsPin && status == .locked { return .lockedNow }
    if needsPin && !isPinSet { return .noPin }
    return nil
  }
}

extension CardStatus {
  /// What people call it: `Active`.
  package var name: LocalizedText {
    switch self {
    case .active: LocalizedText("Active", "Aktiv")
    case .pending: LocalizedText("Pending", "Ausstehend")
    case .cancelled: LocalizedText("Cancelled", "Gekündigt")
    case .suspended: LocalizedText("Suspended", "Ausgesetzt")
    case .applied: LocalizedText("Applied", "Beantragt")
    case .digital: LocalizedText("Digital", "Digital")
    case .rejected: LocalizedText("Rejected", "Abgelehnt")
    case .locked: LocalizedText("Locked", "Gesperrt")
    case .expired: LocalizedText("Expired", "Abgelaufen")
    case .issued: LocalizedText("Issued", "Ausgestellt")
    case .other(let word):
      word.isEmpty ? LocalizedText("Unknown", "Unbekannt") : LocalizedText(verbatim: word)
    }
  }

  /// The same in English.
  package var title: String { name.english }

  /// Inside a sentence: `active`.
  package var word: LocalizedText {
    LocalizedText(name.english.lowercased(), name.german.lowercased())
  }
}
