import ScreenKit
import WalletAPI
package import WalletModel
import WalletService
import Words

/// Locks, unlocks or cancels a card.
struct StatusChange: Intent {
  let id: CardID
  let action: CardAction
  /// The version of the card that the user saw; nil: it was not in the list.
  let version: Int?
  /// Whether it can be undone. An undo cannot: it restores what was before.
  let isUndoable: Bool

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.codes.verb(of: action) }
  func progress(_ words: Words) -> String { words.cards.progress(of: action) }

  func request(_ service: WalletService) async throws(WalletError) -> Card {
    let change: SetCardStatus
    switch action {
    case .lock: change = .lock(id, takesBack: !isUndoable)
    case .unlock: change = .unlock(id, takesBack: !isUndoable)
    case .cancel: change = .cancel(id)
    // No other action changes the status.
    case .activate, .showDetails, .showPin, .setPin, .other:
      throw WalletError(.actionRefused)
    }
    return try await service.send(change, expectedVersion: version)
  }

  /// Shows the expected status, marked as pending. A cancellation is shown only when it is done.
  func begin(_ state: inout State) {
    guard let row = state.cards.list.row(id) else { return }
    state.cards.pending[id] = PendingChange(action: action, before: row.status)
    guard !action.isFinal else { return }
    let expected = expectedStatus(state)
    CardReading.set(expected, of: id, &state)
  }

  /// A card that was locked before its activation returns to DIGITAL.
  private func expectedStatus(_ state: State) -> CardStatus {
    if action == .lock { return .locked }
    guard let card = state.cards.details.card(id) else { return .active }
    return card.cardType == .physical && card.activationDate == nil ? .digital : .active
  }

  /// Shows the previous status again.
  func rollBack(_ state: inout State) {
    if let change = state.cards.pending.removeValue(forKey: id) {
      CardReading.set(change.before, of: id, &state)
    }
  }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    // Also a card that was unlocked for a time and now is for good was not locked.
    let wasLocked = state.cards.pending[card.id].map { $0.before == .locked } ?? (action == .unlock)
    state.cards.pending[card.id] = nil
    let back = isUndoable && !action.isFinal ? Self.undo(of: card, wasLocked: wasLocked) : nil
    return made(card, Self.text(action, card, state), undo: back, &state)
  }

  /// Takes back that a card was locked or unlocked.
  static func undo(of card: Card, wasLocked: Bool) -> StatusChange {
    StatusChange(
      id: card.id, action: wasLocked ? .lock : .unlock, version: card.version, isUndoable: false)
  }

  /// What was done; of a card that is unlocked for a time, until when it is.
  static func text(_ action: CardAction, _ card: Card, _ state: State) -> String {
    let name = state.words.cardForms.title(card)
    return card.unlockedUntil.map {
      state.words.cardForms.isUnlocked(name, CardFacts(state: state).moment($0))
    } ?? state.words.cards.done(action, name)
  }
}

/// A change that was sent and not yet answered.
package struct PendingChange: Hashable, Sendable {
  package var action: CardAction
  /// The previous status, for the roll-back.
  package var before: CardStatus
}

extension StatusChange {
  /// Shown at once, then confirmed or rolled back.
  static func send(_ action: CardAction, _ state: inout State) -> [Effect] {
    guard let row = state.shown.card(state) else { return [] }
    return StatusChange(id: row.id, action: action, version: row.version, isUndoable: true)
      .send(&state)
  }
}

/// Asks for the last four digits before a card is cancelled permanently.
struct CancelForm: FormPurpose {
  let id: CardID

  func action(_ words: Words) -> CardFormAction? {
    CardFormAction(card: id, action: .cancel, title: words.cards.cancelCard.title)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    form.text("lastFour") == state.cards.list.row(id)?.lastFour
      ? [] : [FieldError("lastFour", .verbatim(state.words.cardForms.typeLastFour))]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(
      StatusChange(
        id: id, action: .cancel, version: state.cards.list.row(id)?.version, isUndoable: false))
  }
}

extension CancelForm {
  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    var dialog = Dialog(
      CancelForm(id: row.id), title: words.cardForms.cancelTitle(row.title),
      lines: [words.cardForms.endsForGood, words.cardForms.typeToConfirm(row.lastFour)],
      submitLabel: words.cardForms.cancelCardHint, cancelLabel: words.keep,
      fields: [.text("lastFour", words.cardForms.lastFour, hint: "····", limit: 4, of: .digits)])
    dialog.isDangerous = true
    return dialog.open(&state)
  }
}
