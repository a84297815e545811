import Canvas
import Secrets
import WalletModel
import Words

extension State {
  // MARK: First start

  // MARK: Passphrase

  var openingWork: String { wallet.asksPassword ? words.signingIn : words.openingVault }

  fileprivate mutating func reopen() -> [Effect] {
    gate = .open
    connection = .up
    idle = IdleState(lastActivity: clock.now, lastShown: clock.now)
    return start()
  }

  mutating func opened(_ info: WalletInfo, _ error: WalletError?) -> [Effect] {
    endWork(openingWork)
    if let error { return failedToOpen(error) }
    closeOverlays()
    if case .passphrase(var passphrase) = gate { passphrase.input.wipe() }
    wallet = info
    defer { if let why = info.whyReadOnly { show(why) } }
    return reopen()
  }

  private mutating func failedToOpen(_ error: WalletError) -> [Effect] {
    switch gate {
    case .passphrase(var passphrase):
      passphrase.isBusy = false
      passphrase.failure = error
      if error.refusesPassword {
        passphrase.input.wipe()
        passphrase.input = SecretInput()
      }
      gate = .passphrase(passphrase)
    case .start(var start):
      start.isBusy = false
      if var dialog = top(Dialog.self) {
        dialog.isBusy = false
        dialog.failure = error
        replaceTop(dialog)
      } else {
        start.failure = error
      }
      gate = .start(start)
    case .open: show(error)
    }
    return []
  }

  // MARK: Locking

  /// Forgets everything that was read and asks for the passphrase.
  mutating func lockWallet(_ reason: PassphraseState.Reason) -> [Effect] {
    concealAll()
    closeOverlays()
    list.removeAll()
    details = DetailsState()
    pending = [:]
    unanswered = Unanswered()
    conflicts = [:]
    undo = nil
    profile = nil
    programs = []
    shop = ShopState()
    ignoreKeysUntil = 0
    phone = PhoneState()
    toasts = ToastState()
    work = []
    pane = .list
    screens = State.firstScreens
    gate = .passphrase(
      PassphraseState(path: wallet.path ?? "", name: wallet.name, reason: reason))
    let taken: [Effect] = copyOut == nil ? [] : [.takeCopyBack]
    copyOut = nil
    return taken + (wallet.isDemo ? [] : [.closeVault])
  }
}

/// Keys while no wallet is open.
enum GateKeys {
  static func start(_ key: Key, _ start: StartState, _ state: inout State) -> [Effect] {
    if let top = state.overlays.last { return top.base.key(key, &state) }
    if start.isBusy { return [] }
    var start = start
    let choices = StartState.Choice.allCases
    let command = state.keymap.command(for: key)?.id
    switch key.code {
    case .down, .tab,
      _ where command == "move.down":
      start.choice = choices[(start.choice.rawValue + 1) % choices.count]
    case .up, .backtab,
      _ where command == "move.up":
      start.choice = choices[(start.choice.rawValue + choices.count - 1) % choices.count]
    case .enter: return choose(start.choice, &start, &state)
    case _ where command == "quit":
      state.quit()
      return []
    case .character(let value):
      if let choice = StartState.Choice(rawValue: Int(value) - 0x31) {
        return choose(choice, &start, &state)
      }
    default: break
    }
    state.gate = .start(start)
    return []
  }

  private static func choose(
    _ choice: StartState.Choice, _ start: inout StartState, _ state: inout State
  ) -> [Effect] {
    start.choice = choice
    start.failure = nil
    state.gate = .start(start)
    switch choice {
    case .demo:
      start.isBusy = true
      state.gate = .start(start)
      return [.openDemo]
    case .create: return state.push(state.newVaultDialog(start.defaultPath))
    case .open: return state.push(state.openVaultDialog(start.defaultPath))
    case .quit:
      state.quit()
      return []
    }
  }

  static func passphrase(_ key: Key, _ gate: PassphraseState, _ state: inout State) -> [Effect] {
    var gate = gate
    if gate.isBusy {
      guard key.code == .escape else { return [] }
      gate.isBusy = false
      state.gate = .passphrase(gate)
      state.endWork(state.openingWork)
      return [.cancel(.opening)]
    }
    switch key.code {
    case .escape:
      gate.input.wipe()
      gate.failure = nil
    case .tab, .backtab, .up, .down: if gate.user != nil { gate.isTypingUser.toggle() }
    case .enter:
      guard !state.wallet.isDemo else { return state.reopen() }
      if gate.isTypingUser {
        gate.isTypingUser = gate.user?.text.isEmpty ?? false
        state.gate = .passphrase(gate)
        return []
      }
      return unlock(gate, &state)
    case _ where gate.isTypingUser: _ = gate.user?.handle(key)
    default:
      // A demo has no passphrase; q leaves, as nothing is being typed.
      if state.wallet.isDemo {
        if state.keymap.command(for: key)?.id == "quit" { state.quit() }
        return []
      }
      _ = gate.input.handle(key)
    }
    state.gate = .passphrase(gate)
    return []
  }

  private static func unlock(_ gate: PassphraseState, _ state: inout State) -> [Effect] {
    guard gate.input.count > 0 else { return [] }
    var gate = gate
    gate.isBusy = true
    gate.failure = nil
    state.gate = .passphrase(gate)
    state.startWork(state.openingWork)
    let secret = gate.input.secret.copy()
    return state.wallet.asksPassword
      ? [.signIn(user: state.wallet.user ?? gate.user?.text ?? "", password: secret)]
      : [.openVault(path: gate.path, passphrase: secret)]
  }
}
