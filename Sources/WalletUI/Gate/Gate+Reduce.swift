import Canvas
import ScreenKit
import Secrets
import WalletModel
import Words

extension Gate {
  static func openingWork(_ state: State) -> String {
    state.wallet.asksPassword ? state.words.start.signingIn : state.words.start.openingVault
  }

  static func opened(_ info: WalletInfo, _ error: WalletError?, _ state: inout State) -> [Effect] {
    state.endWork(openingWork(state))
    if let error { return failedToOpen(error, &state) }
    state.closeOverlays()
    if case .passphrase(var passphrase) = state.gate { passphrase.input.wipe() }
    if case .start = state.gate { state.view.firstHint = 0 }
    state.wallet = info
    defer { if let why = info.whyReadOnly { state.show(why) } }
    return reopen(&state)
  }

  fileprivate static func reopen(_ state: inout State) -> [Effect] {
    state.gate = .open
    (state.backend.connection, state.backend.newsAreLate) = (.up, false)
    state.input.idle = IdleState(lastActivity: state.clock.now, lastShown: state.clock.now)
    let effects = state.start()
    guard let draft = state.view.draft else { return effects }
    state.view.draft = nil
    // A server may have been signed in to by somebody else.
    guard draft.wallet == state.wallet.name else { return effects }
    state.show(.info, state.words.start.typedIsBack)
    return effects + state.push(draft.dialog)
  }

  private static func failedToOpen(_ error: WalletError, _ state: inout State) -> [Effect] {
    switch state.gate {
    case .passphrase(var passphrase):
      passphrase.isBusy = false
      passphrase.failure = error
      if error.refusesPassword {
        passphrase.input.wipe()
        passphrase.input = SecretInput()
      }
      state.gate = .passphrase(passphrase)
    case .start(var start):
      start.isBusy = false
      if var dialog = state.top(Dialog.self) {
        dialog.isBusy = false
        dialog.failure = error
        state.replaceTop(dialog)
      } else {
        start.failure = error
      }
      state.gate = .start(start)
    case .open: state.show(error)
    }
    return []
  }

  /// Forgets everything that was read and asks for the passphrase. The parts that stay are listed,
  /// so that a new feature cannot be left out of it.
  static func lock(_ reason: PassphraseState.Cause, _ state: inout State) -> [Effect] {
    let draft = Dialog.draft(state)
    let seen = CardReading.seen(state)
    state.concealAll()
    state.closeOverlays()
    let old = state
    state = State(
      wallet: old.wallet, size: old.view.size,
      gate: .passphrase(
        PassphraseState(path: old.wallet.path ?? "", name: old.wallet.name, reason: reason)),
      clock: old.clock, settings: old.settings)
    state.view.draft = draft.map { Draft(dialog: $0, wallet: old.wallet.name) }
    state.cards.seen = seen
    state.backend.connection = old.backend.connection
    state.backend.damage = old.backend.damage
    state.input = old.input
    state.program = old.program
    let taken: [Effect] = old.secrets.clipboardCopy == nil ? [] : [.clearCopy]
    return taken + (old.wallet.isDemo ? [] : [.closeVault])
  }
}

extension Gate {
  /// Another file has taken the place of the vault: it is locked, and the passphrase opens that
  /// file. nil: the error is another one.
  static func replaced(_ error: WalletError, _ state: inout State) -> [Effect]? {
    guard error.code == .vaultReplaced, state.wallet.path != nil, state.gate == .open else {
      return nil
    }
    let effects = lock(.asked, &state)
    guard case .passphrase(var passphrase) = state.gate else { return effects }
    passphrase.failure = error
    state.gate = .passphrase(passphrase)
    return effects
  }
}

extension PassphraseState {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    var gate = self
    if gate.isBusy {
      guard key.code == .escape else { return [] }
      gate.isBusy = false
      state.gate = .passphrase(gate)
      state.endWork(Gate.openingWork(state))
      return [.cancel(.opening)]
    }
    switch key.code {
    case .escape:
      gate.input.wipe()
      gate.failure = nil
    case .tab, .backtab, .up, .down: if gate.user != nil { gate.isTypingUser.toggle() }
    case .enter:
      guard !state.wallet.isDemo else { return Gate.reopen(&state) }
      if gate.isTypingUser {
        gate.isTypingUser = gate.user?.text.isEmpty ?? false
        state.gate = .passphrase(gate)
        return []
      }
      return gate.unlock(&state)
    case _ where gate.isTypingUser: _ = gate.user?.handle(key)
    default:
      // A demo has no passphrase. No text is typed, so q quits.
      if state.wallet.isDemo {
        if state.input.keymap.command(for: key)?.id == "quit" { state.quit() }
        return []
      }
      _ = gate.input.handle(key)
    }
    state.gate = .passphrase(gate)
    return []
  }

  private func unlock(_ state: inout State) -> [Effect] {
    guard input.count > 0 else { return [] }
    var gate = self
    gate.isBusy = true
    gate.failure = nil
    state.gate = .passphrase(gate)
    state.startWork(Gate.openingWork(state))
    let secret = gate.input.secret.copy()
    return state.wallet.asksPassword
      ? [.signIn(user: state.wallet.user ?? gate.user?.text ?? "", password: secret)]
      : [.openVault(path: gate.path, passphrase: secret)]
  }
}
