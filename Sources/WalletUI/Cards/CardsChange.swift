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

  /// Where the virtual cards go on that are read while they are paused.
  package enum VirtualPage: Hashable, Sendable {
    case first
    case after(String)
  }

  /// `.lock` or `.unlock`.
  package let action: CardAction
  /// This part and the following ones.
  package let waiting: [CardTarget]
  /// After `waiting`; nil: no further virtual cards.
  package var virtual: VirtualPage?
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

  package func title(_ words: Words) -> String { words.lockAllCards.title }
  package func progress(_ words: Words) -> String {
    if waiting.isEmpty { return words.virtualProgress(of: action, done.count(where: \.isVirtual)) }
    return words.progress(of: action, done.count, of: done.count + waiting.count)
  }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> CardsOutcome
  {
    let outcome: CardsOutcome
    if waiting.isEmpty, let virtual {
      var token: String?
      if case .after(let last) = virtual { token = last }
      outcome = await service.cards.changeVirtual(action, after: token)
    } else {
      outcome = await service.cards.change(Array(now), action)
    }
    // The same part is sent again after the sign-in.
    if let error = outcome.stopped, error.needsSignIn, outcome.changed.isEmpty,
      outcome.changedVirtual.isEmpty
    {
      throw error
    }
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
      state.alerts.isTold(card.id)
      CardReading.update(card, &state)
      state.details.update(card)
    }
    VirtualCards.changedTogether(outcome.changedVirtual, &state)
    var next = CardsChange(
      action, outcome.rest + waiting.dropFirst(Self.part), virtual: nextPage(outcome),
      refused: refused, isUndoable: isUndoable)
    next.done =
      done + outcome.changed.map { CardTarget($0.id, version: $0.version) }
      + outcome.changedVirtual.map { CardTarget($0) }
    let words = state.words
    next.refused += outcome.refused.map { refusal in
      words.notDone(Self.name(refusal, state), words.message(refusal.error))
    }
    next.refused +=
      outcome.unread.map { [words.notDone(words.furtherVirtual, words.message($0))] } ?? []
    if outcome.stopped == nil, !next.waiting.isEmpty || next.virtual != nil {
      if !state.settings.isLinear {
        state.toasts.show(
          .info, next.progress(state.words), clock: state.clock, isKept: false)
      }
      return next.send(&state)
    }
    next.finish(isStopped: outcome.stopped != nil, &state)
    // Their answers may be on the way.
    return CardRefresh.refresh(
      outcome.refused.map(\.id).filter { state.list.row($0) != nil }, &state)
  }

  private func nextPage(_ outcome: CardsOutcome) -> VirtualPage? {
    waiting.isEmpty ? outcome.nextToken.map { .after($0) } : virtual
  }

  private static func name(_ refusal: CardsOutcome.Refusal, _ state: State) -> String {
    if let row = state.list.row(refusal.id) { return row.title }
    if let row = state.virtual.list.row(refusal.id.rawValue) {
      return VirtualText(state: state).name(row)
    }
    return refusal.virtual.map { state.words.cardNamed(lastFour: $0.lastFour) }
      ?? refusal.id.rawValue
  }

  /// The first refused cards, and how many there are besides.
  private func named(_ words: Words) -> [String] {
    let more = refused.count - Self.named
    return refused.prefix(Self.named) + (more > 0 ? [words.moreRefused(more)] : [])
  }

  private func finish(isStopped: Bool, _ state: inout State) {
    let words = state.words
    if isUndoable {
      state.undo = done.isEmpty ? nil : Undo(CardsChange(.unlock, done, isUndoable: false))
    }
    var details = named(words)
    if !waiting.isEmpty { details.append(words.notTried(waiting.count)) }
    if isStopped, virtual != nil { details.append(words.virtualNotTried) }
    let virtualCount = done.count(where: \.isVirtual)
    state.toasts.show(
      details.isEmpty ? .success : .warning,
      words.done(action, done.count - virtualCount, virtual: virtualCount),
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
    return state.list.rows.contains { isLockable($0) } || hasVirtual(state)
      ? nil : state.words.nothingToLock
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
    for row in state.list.rows {
      if isLockable(row) {
        targets.append(CardTarget(row.id))
      } else if row.isDamaged {
        refused.append(words.notDone(row.title, words.itsRecordIsDamaged))
      } else if row.status.mayPayLater, let refusal = row.quickRefusal(of: .lock) {
        refused.append(words.notDone(row.title, words.refusal(refusal)))
      }
    }
    let unread = state.list.total - state.list.rows.count
    if unread > 0 { refused.append(words.unreadCards(unread)) }
    let change = CardsChange(
      .lock, targets, virtual: hasVirtual(state) ? .first : nil, refused: refused,
      isUndoable: true)
    return Dialog(
      ConfirmationForm(change),
      title: words.lockAllTitle(targets.count, virtual: hasVirtual(state)),
      lines: [words.lockAllLine]
        + (refused.isEmpty ? [] : [words.cannotLock(refused.count)] + change.named(words)),
      submitLabel: words.lockCard.hint ?? "", cancelLabel: words.keep, fields: []
    ).open(&state)
  }
}
