import ScreenKit
import WalletAPI
import WalletModel
import Words

extension Intent {
  func send(_ state: inout State) -> [Effect] { AnyIntent(self).send(&state) }

  /// The answer of a change was lost that the book of changes does not record: its form closes, so that
  /// nothing is ready to repeat it, and what it may have changed is read again.
  func mayHaveHappened(
    _ text: String, detail: String? = nil, news: WalletEvent, _ state: inout State
  ) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.show(.warning, text, detail: detail, seconds: 10)
    return Screens.all.flatMap { $0.event(news, &state) }
  }

  /// Sends what follows an intent that was carried out. The form of that one stays.
  func send(after before: some Intent, _ state: inout State) -> [Effect] {
    Dialog.wait(after: AnyIntent(before), for: AnyIntent(self), &state)
    return send(&state)
  }

  /// A change of a card was made. Closes the overlay that asked for it, and shows the card's new
  /// version.
  func made(_ card: Card, _ state: inout State) {
    Dialog.close(of: AnyIntent(self), &state)
    CardReading.update(card, &state)
    state.cards.details.update(card)
  }

  /// The same, and says so.
  ///
  /// - Parameter back: What takes the change back, which the message offers; nil: nothing does.
  func made(
    _ card: Card, _ text: String, undo back: (some Intent)?, _ state: inout State
  ) -> [Effect] {
    made(card, &state)
    Undo.offer(back.map { Undo($0, of: card) }, text, &state)
    return []
  }

  /// The same for a payment.
  func made(
    _ payment: Transaction, _ text: String, detail: String? = nil, undo back: (some Intent)?,
    _ state: inout State
  ) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    PaymentPage.update(payment, &state)
    Undo.offer(back.map { Undo($0) }, text, detail: detail, &state)
    return []
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

  func finish(_ result: Result<AnswerHandler, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(base.progress(state.words))
    if case .failure(let error) = result {
      // Before anything that would send it again with a new key.
      if error.mayHaveHappened, let effects = base.handleLostAnswer(&state) {
        close(&state)
        return effects
      }
      if error.code == .scaRequired, let event = error.scaEvent, state.gate == .open {
        base.rollBack(&state)
        return ScaFlow.ask(for: self, event, &state)
      }
      if error.needsSignIn, state.wallet.asksPassword, state.gate == .open {
        base.rollBack(&state)
        ScaFlow.pop(&state)
        return SignInAgain.ask(error, self, &state)
      }
    }
    switch result {
    case .success(let handler):
      // An answer after the lock must not restore what the lock erased.
      guard state.gate == .open else {
        end()
        return []
      }
      let effects = handler.run(&state)
      close(&state)
      return effects
    case .failure(let error):
      defer { end() }
      return fail(error, &state)
    }
  }

  /// It has ended without a refusal: nothing waits for it any more.
  private func close(_ state: inout State) {
    state.removeOverlays { ($0 as? ScaFlow)?.intent == self }
    end()
  }

  private func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    base.rollBack(&state)
    let id = base.cardID
    if error.code == .cancelled {
      giveUp(&state)
    } else if error.code == .versionConflict, let id, let seen = state.cards.list.row(id) {
      // The card has changed. Its new version is shown once it has been read.
      state.cards.conflicts[id] = seen
      state.cards.details.invalidate(id)
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
    state.show(.info, state.words.cards.givenUp(base.title(state.words)))
    Dialog.giveUp(self, &state)
  }
}
