import Canvas
import Secrets
import WalletAPI
package import WalletModel
import WalletService
import Words

extension State {
  /// Why an action is not possible with the focused card now; nil: it is.
  package func refusal(of action: CardAction) -> String? {
    guard let row = focusedRow else { return words.noCard }
    if row.isDamaged { return words.itsRecordIsDamaged }
    if let unreachable { return unreachable }
    if pending[row.id] != nil { return words.changeIsOnItsWay }
    if let change = unanswered[row.id], action != .showDetails, action != .showPin {
      return words.pending(
        change.title(words), since: words.minute(change.time, offset: clock.utcOffset))
    }
    guard var card = focusedCard else { return row.quickRefusal(of: action).map(words.refusal) }
    card.status = row.status
    return card.refusal(of: action).map(words.refusal)
  }

  // MARK: Lock and unlock

  /// At once on screen, then settled or rolled back.
  mutating func changeStatus(_ action: CardAction, undoable: Bool = true) -> [Effect] {
    guard let row = focusedRow else { return [] }
    return changeStatus(of: row, action, undoable: undoable)
  }

  mutating func changeStatus(of row: CardRow, _ action: CardAction, undoable: Bool) -> [Effect] {
    concealReveal()
    markPending(row, action)
    startWork(words.progress(of: action))
    return [
      .perform(
        .setStatus(row.id, action, version: row.version, undoable: undoable), nil)
    ]
  }

  /// As if it had been done, marked as on its way. Cancelling is shown when it is done.
  mutating func markPending(_ row: CardRow, _ action: CardAction) {
    pending[row.id] = PendingChange(action: action, before: row.status)
    if action != .cancel { list.setStatus(expectedStatus(of: row, after: action), of: row.id) }
  }

  /// The card is shown as it was.
  mutating func rollBack(_ intent: Intent) {
    if case .setStatus(let id, _, _, _) = intent, let change = pending.removeValue(forKey: id) {
      list.setStatus(change.before, of: id)
    }
  }

  /// A card locked before it was activated goes back to DIGITAL.
  private func expectedStatus(of row: CardRow, after action: CardAction) -> CardStatus {
    switch action {
    case .lock: .locked
    case .cancel: .cancelled
    default:
      if let card = details[row.id]?.card, card.cardType == .physical, card.activationDate == nil {
        .digital
      } else {
        .active
      }
    }
  }

  mutating func undoLast() -> [Effect] {
    guard let undo, let row = list.row(undo.cardID) else { return [] }
    self.undo = nil
    if pending[row.id] != nil || unanswered[row.id] != nil { return [] }
    return changeStatus(of: row, undo.action, undoable: false)
  }

  /// What somebody else changed meanwhile is not taken back as if it were one's own.
  mutating func forgetUndo() {
    guard let undo, let row = list.row(undo.cardID), row.version > undo.version else { return }
    self.undo = nil
    if toasts.current?.detail == undoHint { toasts.current = nil }
  }

  private var undoHint: String { words.undoes(key: press("card.undo")) }

  // MARK: Intents

  /// Starts something with the focused card that needs a code.
  mutating func begin(_ intent: (CardID) -> Intent) -> [Effect] {
    guard let id = focusedID else { return [] }
    return send(intent(id))
  }

  mutating func send(_ intent: Intent) -> [Effect] {
    concealReveal()
    startWork(intent.title(words))
    return [.perform(intent, nil)]
  }

  mutating func finish(_ intent: Intent, _ result: Result<Outcome, WalletError>) -> [Effect] {
    endWork(intent.workLabel(words))
    // Before anything that would send it once more, with a key of its own.
    if case .failure(let error) = result, error.mayHaveHappened, case .pay(let id, _, _) = intent {
      return leaveUnclear(intent, id)
    }
    if case .failure(let error) = result, error.code == .scaRequired, let event = error.scaEvent {
      return askForCode(intent, event)
    }
    if case .failure(let error) = result, error.needsSignIn {
      rollBack(intent)
      popFlow()
      return askToSignIn(error, intent)
    }
    defer { intent.wipe() }
    switch result {
    case .success(let outcome): return succeed(intent, outcome)
    case .failure(let error): return fail(intent, error)
    }
  }

  private mutating func succeed(_ intent: Intent, _ outcome: Outcome) -> [Effect] {
    switch outcome {
    case .card(let card): return changed(intent, card)
    case .details(let view):
      guard let pan = view.pan.secret, let cvv = view.cvv.secret else { return [] }
      show(
        .details(pan: pan, cvv: cvv, expiry: view.expiry, holderName: view.holderName),
        of: intent, seconds: min(view.pan.seconds, settings.detailsSeconds))
    case .pin(let view):
      guard let pin = view.secret else { return [] }
      show(.pin(pin), of: intent, seconds: min(view.seconds, settings.pinSeconds))
    case .receipt(let receipt, let merchant): return paid(intent, receipt, at: merchant)
    case .enrolment(let enrolment):
      popFlow()
      return push(.enrolment(Enrolment(uri: enrolment.uri, secret: enrolment.secret)))
    }
    return []
  }

  /// Puts a secret in sight, unless one has gone elsewhere meanwhile: then it is wiped unseen.
  private mutating func show(_ content: Reveal.Content, of intent: Intent, seconds: Int) {
    concealReveal()
    let wasWaitedFor = popFlow()
    guard let id = intent.cardID else { return }
    let reveal = Reveal(
      cardID: id, content: content, deadline: clock.after(seconds: seconds), seconds: seconds)
    guard wasWaitedFor, overlays.isEmpty, focusedID == id, gate == .open, !isGuarded else {
      reveal.wipe()
      return
    }
    self.reveal = reveal
    if layout == .narrow { pane = .details }
    phone.isOpen = false
  }

  private mutating func changed(_ intent: Intent, _ card: Card) -> [Effect] {
    if case .setStatus = intent { pending[card.id] = nil }
    popFlow()
    closeDialog(of: intent)
    list.update(card)
    details.update(card)
    announce(intent, card)
    if case .create = intent {
      list.wanted = card.id
      return read(from: list.rows.count, State.furtherPages) + [.loadPrograms]
    }
    return []
  }

  private mutating func announce(_ intent: Intent, _ card: Card) {
    let name = card.title
    switch intent {
    case .setStatus(let id, let action, _, let undoable):
      let done = words.done(action, name)
      if undoable && action != .cancel {
        undo = Undo(
          cardID: id, action: action == .lock ? .unlock : .lock, version: card.version)
        toasts.show(.success, done, detail: undoHint, clock: clock)
      } else {
        undo = nil
        toasts.show(.success, done, clock: clock)
      }
    case .create:
      // Money that comes from nowhere is called what it is.
      toasts.show(
        .success, words.wasCreated(name),
        detail: wallet.phoneCommand == nil ? nil : words.moneyIsSimulated, clock: clock)
    case .activate: toasts.show(.success, words.isActive(name), clock: clock)
    case .setPin: toasts.show(.success, words.pinChanged(name), clock: clock)
    case .details, .pin, .enrolAuthenticator, .pay: break
    }
  }

  private mutating func fail(_ intent: Intent, _ error: WalletError) -> [Effect] {
    rollBack(intent)
    if error.code == .cancelled {
      giveUp(intent)
    } else if error.code == .versionConflict, let id = intent.cardID, let seen = list.row(id) {
      // What one sees is not so any more: what is, is said once it has been read.
      conflicts[id] = seen
      details.invalidate(id)
      popFlow()
      closeDialog(of: intent)
    } else if !failFlow(intent, error) && !failDialog(intent, error) {
      show(error)
    }
    return intent.cardID.map { [.loadRow($0)] } ?? []
  }

  /// Nothing was sent, or nothing was changed by it.
  private mutating func giveUp(_ intent: Intent) {
    popFlow()
    toasts.show(.info, words.givenUp(intent.title(words)), clock: clock)
    guard case .dialog(var dialog) = overlays.last, dialog.asks(for: intent) else { return }
    dialog.isBusy = false
    replaceTop(.dialog(dialog))
  }

  /// A payment is in no book: whether it was made, only the payments tell. So nothing stands ready to
  /// make it once more, and what there is to see is read again.
  private mutating func leaveUnclear(_ intent: Intent, _ id: CardID) -> [Effect] {
    popFlow()
    closeDialog(of: intent)
    toasts.show(
      .warning, words.mayHavePaid, detail: words.lookBeforePaying(press(Tab.activity.command)),
      clock: clock, seconds: 10)
    details.invalidate(id)
    return [.loadRow(id)] + refreshActivity(.cardsChanged([id]))
  }

  /// R8: both versions, in words.
  mutating func tellConflict(_ seen: CardRow, _ now: Card?) {
    let versions = words.conflict(
      (seen.status, seen.version), now.map { ($0.status, $0.version) })
    toasts.show(
      .warning, words.changedElsewhere(seen.title),
      detail: "\(versions) [\(ErrorCode.versionConflict.rawValue)]",
      clock: clock, seconds: 10)
  }
}

extension SecretView {
  /// Whole seconds that it may be seen.
  fileprivate var seconds: Int { max(1, Int(lifetime.components.seconds)) }
}

extension Intent {
  /// The label of its spinner.
  func workLabel(_ words: Words) -> String {
    if case .setStatus(_, let action, _, _) = self { return words.progress(of: action) }
    return title(words)
  }
}

extension CardRow {
  /// The refusal as far as a row can tell, until the details are there. What only they tell is
  /// left to the bank, which says why if it refuses.
  func quickRefusal(of action: CardAction) -> ActionRefusal? {
    let target: CardStatus? =
      switch action {
      case .lock: .locked
      case .cancel: .cancelled
      case .unlock: status == .locked ? nil : .active
      default: nil
      }
    guard let target else { return nil }
    return status.customerTargets.contains(target) ? nil : .hasStatus(status)
  }
}
