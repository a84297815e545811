import ScreenKit
package import WalletModel
package import WalletService
package import Words

/// Locks all cards that can be locked and pauses the virtual ones, or takes that back. It goes on in
/// parts, so that the screen shows how far it is and takes keys.
package struct CardsChange: Intent {
  /// Cards in a part.
  static let part = 100
  /// Refused cards that the message names.
  private static let named = 3

  /// The next page of virtual cards, which are read page by page while they are paused.
  package enum VirtualPage: Hashable, Sendable {
    case first
    case after(String)
  }

  /// `.lock` or `.unlock`.
  package let action: CardAction
  /// This part and the following ones.
  package let waiting: [CardTarget]
  /// The part after `waiting`; nil: there are no further virtual cards.
  package let virtual: VirtualPage?
  /// What the parts before have changed, with the versions after it.
  package private(set) var done: [CardTarget] = []
  /// What was not changed, with its reason: `Travel: not activated yet`.
  package private(set) var refused: [String]
  /// Whether it can be undone. An undo cannot.
  package let isUndoable: Bool

  package init(
    _ action: CardAction, _ cards: [CardTarget], virtual: VirtualPage? = nil,
    refused: [String] = [], isUndoable: Bool
  ) {
    self.action = action
    waiting = cards
    self.virtual = virtual
    self.refused = refused
    self.isUndoable = isUndoable
  }

  private var now: ArraySlice<CardTarget> { waiting.prefix(Self.part) }

  package func title(_ words: Words) -> String { words.cardForms.lockAllCards.title }
  private var isAtVirtual: Bool { waiting.isEmpty && virtual != nil }
  private var doneVirtual: Int { done.count(where: \.isVirtual) }

  package func progress(_ words: Words) -> String {
    isAtVirtual
      ? words.cardForms.virtualProgress(of: action, doneVirtual)
      : words.cardForms.progress(of: action, done.count, of: done.count + waiting.count)
  }

  package func request(_ service: WalletService) async throws(WalletError) -> CardsOutcome {
    let outcome: CardsOutcome
    if isAtVirtual {
      var token: String?
      if case .after(let next) = virtual { token = next }
      outcome = await service.cards.changeVirtual(action, after: token)
    } else {
      outcome = await service.cards.change(Array(now), action)
    }
    // The same part is sent again after the code or the sign-in.
    if let error = outcome.stopped, error.asksUser, outcome.isEmpty { throw error }
    return outcome
  }

  package func begin(_ state: inout State) {
    for target in now {
      guard let row = state.cards.list.row(target.id), state.cards.pending[row.id] == nil else {
        continue
      }
      state.cards.pending[row.id] = PendingChange(action: action, before: row.status)
    }
  }

  package func rollBack(_ state: inout State) {
    for target in now { state.cards.pending[target.id] = nil }
  }

  package func succeed(_ outcome: CardsOutcome, _ state: inout State) -> [Effect] {
    rollBack(&state)
    Dialog.close(of: AnyIntent(self), &state)
    for card in outcome.changed {
      CardReading.update(card, &state)
      state.cards.details.update(card)
    }
    if state.virtual.list.isKnown { VirtualCards.merge(outcome.changedVirtual, &state) }
    let page = isAtVirtual ? outcome.nextToken.map { VirtualPage.after($0) } : virtual
    var next = CardsChange(
      action, outcome.rest + waiting.dropFirst(Self.part), virtual: page, refused: refused,
      isUndoable: isUndoable)
    next.done =
      done + outcome.changed.map { CardTarget($0.id, version: $0.version) }
      + outcome.changedVirtual.map { CardTarget($0, version: $0.version) }
    let words = state.words
    next.refused += outcome.refused.map {
      words.cardForms.notDone(Self.name($0.id, state), words.errors.message($0.error))
    }
    if isAtVirtual, let error = outcome.stopped, outcome.refused.isEmpty {
      next.refused.append(
        words.cardForms.notDone(words.cardForms.unreadVirtual, words.errors.message(error)))
    }
    if outcome.stopped == nil, !next.waiting.isEmpty || next.virtual != nil {
      if !state.settings.isLinear { state.show(.info, next.progress(state.words), isKept: false) }
      return next.send(&state)
    }
    next.finish(&state)
    // Their answers may be on the way.
    let ids = outcome.refused.map(\.id).filter { state.cards.list.row($0) != nil }
    state.backend.unanswered.told.formUnion(ids)
    return CardRefresh.refresh(ids, &state)
  }

  private static func name(_ id: CardID, _ state: State) -> String {
    if let row = state.cards.list.row(id) { return row.title }
    let virtual = state.virtual.list.row(id.rawValue)
    return virtual.map { VirtualText(state: state).name($0) } ?? id.rawValue
  }

  /// The first refused cards, and how many there are besides.
  private func named(_ words: Words) -> [String] {
    let more = refused.count - Self.named
    return refused.prefix(Self.named) + (more > 0 ? [words.cardForms.moreRefused(more)] : [])
  }

  private func finish(_ state: inout State) {
    let words = state.words
    if isUndoable {
      state.view.undo = done.isEmpty ? nil : Undo(CardsChange(.unlock, done, isUndoable: false))
    }
    var details = named(words)
    if !waiting.isEmpty { details.append(words.cardForms.notTried(waiting.count)) }
    if virtual != nil { details.append(words.cardForms.virtualNotTried) }
    state.show(
      details.isEmpty ? .success : .warning,
      words.cardForms.done(action, done.count - doneVirtual, virtual: doneVirtual),
      detail: details.isEmpty ? nil : details.joined(separator: " · "),
      offer: isUndoable ? Undo.offer(state) : nil,
      seconds: details.isEmpty ? ToastState.seconds : 2 * ToastState.seconds)
  }
}

extension CardsChange {
  /// Why cards cannot be locked together now; nil: they can.
  static func refusal(_ state: State) -> String? {
    if let unreachable = state.unreachable { return unreachable }
    if state.cards.list.isLoading { return state.words.screen.readingCards }
    return hasVirtual(state) || state.cards.list.rows.contains { isLockable($0) }
      ? nil : state.words.cardForms.nothingToLock
  }

  /// Whether there may be virtual cards: they are read while they are paused, so that nothing waits
  /// for them.
  private static func hasVirtual(_ state: State) -> Bool { !state.virtual.isMissing }

  private static func isLockable(_ row: CardRow) -> Bool {
    !row.isDamaged && row.quickRefusal(of: .lock) == nil
  }

  /// Asks first: it names how many cards are locked, and those that cannot be.
  static func ask(_ state: inout State) -> [Effect] {
    let words = state.words
    var targets: [CardTarget] = []
    var refused: [String] = []
    for row in state.cards.list.rows {
      if isLockable(row) {
        targets.append(CardTarget(row.id))
      } else if row.isDamaged {
        refused.append(words.cardForms.notDone(row.title, words.cards.itsRecordIsDamaged))
      } else if row.status.mayPayLater, let refusal = row.quickRefusal(of: .lock) {
        refused.append(words.cardForms.notDone(row.title, words.cards.refusal(refusal)))
      }
    }
    let hasVirtual = hasVirtual(state)
    let change = CardsChange(
      .lock, targets, virtual: hasVirtual ? .first : nil, refused: refused, isUndoable: true)
    return Dialog(
      ConfirmationForm(change),
      title: words.cardForms.lockAllTitle(targets.count, virtual: hasVirtual),
      lines: [words.cardForms.lockAllLine]
        + (refused.isEmpty
          ? [] : [words.cardForms.cannotLock(refused.count)] + change.named(words)),
      submitLabel: words.cards.lockCard.hint ?? "", cancelLabel: words.keep, fields: []
    ).open(&state)
  }
}
