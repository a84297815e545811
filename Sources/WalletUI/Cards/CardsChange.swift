package import WalletModel
package import WalletService
package import Words

/// Locks all cards that can be locked, or takes that back. It goes on in parts, so that the screen
/// shows how far it is and takes keys.
package struct CardsChange: Intent {
  /// Cards in a part.
  static let part = 100
  /// Refused cards that the message names.
  private static let named = 3

  /// `.lock` or `.unlock`.
  package let action: CardAction
  /// This part and the following ones.
  package let waiting: [CardTarget]
  /// What the parts before have changed, with the versions after it.
  package private(set) var done: [CardTarget] = []
  /// What was not changed, with its reason: `Travel: not activated yet`.
  package private(set) var refused: [String]
  /// Whether it can be undone. An undo cannot.
  package let isUndoable: Bool

  package init(
    _ action: CardAction, _ cards: [CardTarget], refused: [String] = [], isUndoable: Bool
  ) {
    self.action = action
    waiting = cards
    self.refused = refused
    self.isUndoable = isUndoable
  }

  private var now: ArraySlice<CardTarget> { waiting.prefix(Self.part) }

  package func title(_ words: Words) -> String { words.lockAllCards.title }
  package func progress(_ words: Words) -> String {
    words.progress(of: action, done.count, of: done.count + waiting.count)
  }

  package func request(_ service: WalletService) async throws(WalletError) -> CardsOutcome {
    let outcome = await service.cards.change(Array(now), action)
    // The same part is sent again after the code or the sign-in.
    if let error = outcome.stopped, error.asksUser, outcome.changed.isEmpty { throw error }
    return outcome
  }

  package func begin(_ state: inout State) {
    for target in now {
      guard let row = state.list.row(target.id), state.pending[row.id] == nil else { continue }
      state.pending[row.id] = PendingChange(action: action, before: row.status)
    }
  }

  package func rollBack(_ state: inout State) {
    for target in now { state.pending[target.id] = nil }
  }

  package func succeed(_ outcome: CardsOutcome, _ state: inout State) -> [Effect] {
    rollBack(&state)
    Dialog.close(of: AnyIntent(self), &state)
    for card in outcome.changed {
      CardReading.update(card, &state)
      state.details.update(card)
    }
    var next = CardsChange(
      action, outcome.rest + waiting.dropFirst(Self.part), refused: refused,
      isUndoable: isUndoable)
    next.done = done + outcome.changed.map { CardTarget($0.id, version: $0.version) }
    next.refused += outcome.refused.map { refusal in
      let name = state.list.row(refusal.id)?.title ?? refusal.id.rawValue
      return state.words.notDone(name, state.words.message(refusal.error))
    }
    if outcome.stopped == nil, !next.waiting.isEmpty {
      if !state.settings.isLinear {
        state.toasts.show(
          .info, next.progress(state.words), clock: state.clock, isKept: false)
      }
      return next.send(&state)
    }
    next.finish(&state)
    // Their answers may be on the way.
    state.unanswered.told.formUnion(outcome.refused.map(\.id))
    return CardRefresh.refresh(outcome.refused.map(\.id), &state)
  }

  /// The first refused cards, and how many there are besides.
  private func named(_ words: Words) -> [String] {
    let more = refused.count - Self.named
    return refused.prefix(Self.named) + (more > 0 ? [words.moreRefused(more)] : [])
  }

  private func finish(_ state: inout State) {
    let words = state.words
    if isUndoable {
      state.undo = done.isEmpty ? nil : Undo(CardsChange(.unlock, done, isUndoable: false))
    }
    var details = named(words)
    if !waiting.isEmpty { details.append(words.notTried(waiting.count)) }
    state.toasts.show(
      refused.isEmpty && waiting.isEmpty ? .success : .warning, words.done(action, done.count),
      detail: details.isEmpty ? nil : details.joined(separator: " · "),
      offer: isUndoable ? Undo.offer(state) : nil, clock: state.clock,
      seconds: details.isEmpty ? ToastState.seconds : 2 * ToastState.seconds)
  }
}

extension CardsChange {
  /// Why cards cannot be locked together now; nil: they can.
  static func refusal(_ state: State) -> String? {
    if let unreachable = state.unreachable { return unreachable }
    if state.list.isLoading { return state.words.readingCards }
    return state.list.rows.contains { isLockable($0) } ? nil : state.words.nothingToLock
  }

  private static func isLockable(_ row: CardRow) -> Bool {
    !row.isDamaged && row.quickRefusal(of: .lock) == nil
  }

  /// Asks first: it names how many cards are locked, and those that cannot be.
  static func ask(_ state: inout State) -> [Effect] {
    let words = state.words
    var targets: [CardTarget] = []
    var refused: [String] = []
    for row in state.list.rows {
      if isLockable(row) {
        targets.append(CardTarget(row.id))
      } else if row.isDamaged {
        refused.append(words.notDone(row.title, words.itsRecordIsDamaged))
      } else if row.status.mayPayLater, let refusal = row.quickRefusal(of: .lock) {
        refused.append(words.notDone(row.title, words.refusal(refusal)))
      }
    }
    let change = CardsChange(.lock, targets, refused: refused, isUndoable: true)
    return Dialog(
      ConfirmationForm(change), title: words.lockAllTitle(targets.count),
      lines: [words.lockAllLine]
        + (refused.isEmpty ? [] : [words.cannotLock(refused.count)] + change.named(words)),
      submitLabel: words.lockCard.hint ?? "", cancelLabel: words.keep, fields: []
    ).open(&state)
  }
}
