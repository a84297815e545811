import WalletAPI
import WalletModel
import Words

extension State {
  mutating func send(_ intent: some Intent) -> [Effect] { send(AnyIntent(intent)) }

  mutating func send(_ intent: AnyIntent) -> [Effect] {
    concealReveal()
    return perform(intent, nil)
  }

  mutating func perform(_ intent: AnyIntent, _ sca: ScaReference?) -> [Effect] {
    intent.base.begin(&self)
    startWork(intent.base.progress(words))
    return [.perform(intent, sca)]
  }

  mutating func finish(_ intent: AnyIntent, _ result: Result<Completion, WalletError>) -> [Effect] {
    endWork(intent.base.progress(words))
    if case .failure(let error) = result {
      // Before anything that would send it once more, with a key of its own.
      if error.mayHaveHappened, let effects = intent.base.leaveUnclear(&self) {
        intent.end()
        return effects
      }
      if error.code == .scaRequired, let event = error.scaEvent {
        intent.base.rollBack(&self)
        return askForCode(intent, event)
      }
      if error.needsSignIn {
        intent.base.rollBack(&self)
        popFlow()
        return askToSignIn(error, intent)
      }
    }
    defer { intent.end() }
    switch result {
    case .success(let completion): return completion.run(&self)
    case .failure(let error): return fail(intent, error)
    }
  }

  /// A change of a card was made: what asked for it closes, and the card is shown as it is now.
  mutating func changed(_ intent: some Intent, _ card: Card) {
    popFlow()
    closeDialog(of: AnyIntent(intent))
    list.update(card)
    details.update(card)
  }

  private mutating func fail(_ intent: AnyIntent, _ error: WalletError) -> [Effect] {
    intent.base.rollBack(&self)
    let id = intent.base.cardID
    if error.code == .cancelled {
      giveUp(intent)
    } else if error.code == .versionConflict, let id, let seen = list.row(id) {
      // What one sees is not so any more: what is, is said once it has been read.
      conflicts[id] = seen
      details.invalidate(id)
      popFlow()
      closeDialog(of: intent)
    } else if !failFlow(intent, error) && !failDialog(intent, error) {
      show(error)
    }
    return id.map { [.read(CardRowQuery($0))] } ?? []
  }

  /// Nothing was sent, or nothing was changed by it.
  private mutating func giveUp(_ intent: AnyIntent) {
    popFlow()
    toasts.show(.info, words.givenUp(intent.base.title(words)), clock: clock)
    guard var dialog = top(Dialog.self), dialog.sent == intent else { return }
    dialog.isBusy = false
    replaceTop(dialog)
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
