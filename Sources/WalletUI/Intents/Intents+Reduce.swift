import WalletAPI
import WalletModel
import Words

extension Intent {
  func send(_ state: inout State) -> [Effect] { AnyIntent(self).send(&state) }

  /// A change of a card was made. Closes the overlay that asked for it, and shows the card's new
  /// version.
  func made(_ card: Card, _ state: inout State) {
    ScaFlow.pop(&state)
    Dialog.close(of: AnyIntent(self), &state)
    state.alerts.isTold(card.id)
    CardReading.update(card, &state)
    state.details.update(card)
  }
}

extension AnyIntent {
  func send(_ state: inout State) -> [Effect] {
    state.concealReveal()
    return start(nil, &state)
  }

  func start(_ sca: ScaReference?, _ state: inout State) -> [Effect] {
    base.begin(&state)
    state.startWork(base.progress(state.words))
    return [.perform(self, sca)]
  }

  func finish(_ result: Result<Completion, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(base.progress(state.words))
    if case .failure(let error) = result {
      // Before anything that would send it again with a new key.
      if error.mayHaveHappened, let effects = base.handleLostAnswer(&state) {
        end()
        return effects
      }
      if error.code == .scaRequired, let event = error.scaEvent {
        base.rollBack(&state)
        return ScaFlow.ask(for: self, event, &state)
      }
      if error.needsSignIn {
        base.rollBack(&state)
        ScaFlow.pop(&state)
        return SignInAgain.ask(error, self, &state)
      }
    }
    defer { end() }
    switch result {
    case .success(let completion): return completion.run(&state)
    case .failure(let error): return fail(error, &state)
    }
  }

  private func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    base.rollBack(&state)
    let id = base.cardID
    if error.code == .cancelled {
      giveUp(&state)
    } else if error.code == .versionConflict, let id, let seen = state.list.row(id) {
      // The card has changed. Its new version is shown once it has been read.
      state.conflicts[id] = seen
      state.details.invalidate(id)
      ScaFlow.pop(&state)
      Dialog.close(of: self, &state)
    } else if !ScaFlow.fail(self, error, &state) && !Dialog.fail(self, error, &state) {
      state.show(error)
    }
    return base.readAgain(state)
  }

  /// The intent was cancelled: nothing was sent, or it changed nothing.
  private func giveUp(_ state: inout State) {
    ScaFlow.pop(&state)
    state.toasts.show(.info, state.words.givenUp(base.title(state.words)), clock: state.clock)
    Dialog.giveUp(self, &state)
  }
}
