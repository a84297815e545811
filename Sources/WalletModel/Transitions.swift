extension CardStatus {
  /// Where the customer may take a card from here (A24, and for the statuses that it leaves out
  /// `docs/decisions.md`).
  ///
  /// ISSUED and PENDING, APPLIED: cancelling only, since nothing is usable yet. SUSPENDED and
  /// EXPIRED: cancelling only, since lifting a suspension is customer service's. REJECTED and
  /// CANCELLED are ends. DIGITAL becomes ACTIVE by activation (PIN and chip), not by an update.
  package var customerTargets: Set<CardStatus> {
    switch self {
    case .active: [.locked, .cancelled]
    case .locked: [.active, .cancelled]
    case .digital: [.locked, .cancelled]
    case .issued, .pending, .applied, .suspended, .expired: [.cancelled]
    case .cancelled, .rejected, .unknown: []
    }
  }

  /// Whether activation may be tried (A22).
  package var canActivate: Bool { self == .issued || self == .digital }

  /// Whether the card has a life ahead: details and PIN make sense.
  package var showsSecrets: Bool {
    switch self {
    case .active, .locked, .digital: true
    default: false
    }
  }
}

/// Why an action is not possible now: a few words that follow the action's name (`Lock card: locked
/// already`). Shown to people as they are.
package struct ActionRefusal: Hashable, Sendable {
  package let reason: String
}

extension Card {
  /// nil when the action is possible now; else why not (A14, A22, A24, A31).
  package func refusal(of action: CardAction) -> ActionRefusal? {
    switch action {
    case .lock: statusRefusal(.locked, already: "locked already")
    case .unlock:
      status == .locked
        ? nil : ActionRefusal(reason: "not locked")
    case .cancel: statusRefusal(.cancelled, already: "cancelled already")
    case .activate: activateRefusal
    case .showDetails:
      status.showsSecrets
        ? nil : ActionRefusal(reason: "it is \(status.word)")
    case .showPin: pinRefusal(needsPin: true)
    case .setPin: pinRefusal(needsPin: false)
    case .unknown: ActionRefusal(reason: "unknown action")
    }
  }

  /// Why the card cannot be put into a phone now; nil: it can. Only what pays in shops.
  package var tokenizeRefusal: ActionRefusal? {
    status == .active ? nil : ActionRefusal(reason: "it is \(status.word)")
  }

  /// The actions that are possible now (A08).
  package var possibleActions: [CardAction] {
    CardAction.allCases.filter { $0 != .unknown && refusal(of: $0) == nil }
  }

  private func statusRefusal(_ target: CardStatus, already: String) -> ActionRefusal? {
    if status == target { return ActionRefusal(reason: already) }
    if status.customerTargets.contains(target) { return nil }
    return ActionRefusal(reason: "it is \(status.word)")
  }

  private var activateRefusal: ActionRefusal? {
    if cardType != .physical { return ActionRefusal(reason: "physical cards only") }
    if activationDate != nil { return ActionRefusal(reason: "activated already") }
    if !status.canActivate { return ActionRefusal(reason: "it is \(status.word)") }
    return nil
  }

  private func pinRefusal(needsPin: Bool) -> ActionRefusal? {
    if !status.showsSecrets {
      return ActionRefusal(reason: "it is \(status.word)")
    }
    if !needsPin && status == .locked { return ActionRefusal(reason: "unlock it first") }
    if needsPin && !isPinSet { return ActionRefusal(reason: "it has no PIN yet") }
    return nil
  }
}

extension CardStatus {
  /// The word that people read: `Active`.
  package var title: String {
    switch self {
    case .active: "Active"
    case .pending: "Pending"
    case .cancelled: "Cancelled"
    case .suspended: "Suspended"
    case .applied: "Applied"
    case .digital: "Digital"
    case .rejected: "Rejected"
    case .locked: "Locked"
    case .expired: "Expired"
    case .issued: "Issued"
    case .unknown: "Unknown"
    }
  }

  /// The word inside a sentence: `active`.
  package var word: String { title.lowercased() }
}
