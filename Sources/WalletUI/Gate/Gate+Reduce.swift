import Canvas
import Secrets
import WalletModel
import Words

extension State {
  // MARK: First start

  mutating func startKey(_ key: Key, _ start: StartState) -> [Effect] {
    if let top = overlays.last { return top.base.key(key, &self) }
    if start.isBusy { return [] }
    var start = start
    let choices = StartState.Choice.allCases
    let command = keymap.command(for: key)?.id
    switch key.code {
    case .down, .tab,
      _ where command == "move.down":
      start.choice = choices[(start.choice.rawValue + 1) % choices.count]
    case .up, .backtab,
      _ where command == "move.up":
      start.choice = choices[(start.choice.rawValue + choices.count - 1) % choices.count]
    case .enter: return choose(start.choice, &start)
    case _ where command == "quit":
      quit()
      return []
    case .character(let value):
      if let choice = StartState.Choice(rawValue: Int(value) - 0x31) {
        return choose(choice, &start)
      }
    default: break
    }
    gate = .start(start)
    return []
  }

  private mutating func choose(_ choice: StartState.Choice, _ start: inout StartState) -> [Effect] {
    start.choice = choice
    start.failure = nil
    gate = .start(start)
    switch choice {
    case .demo:
      start.isBusy = true
      gate = .start(start)
      return [.openDemo]
    case .create: return push(newVaultDialog(start.defaultPath))
    case .open: return push(openVaultDialog(start.defaultPath))
    case .quit:
      quit()
      return []
    }
  }

  // MARK: Passphrase

  var openingWork: String { wallet.asksPassword ? words.signingIn : words.openingVault }

  mutating func passphraseKey(_ key: Key, _ gate: PassphraseState) -> [Effect] {
    var gate = gate
    if gate.isBusy {
      guard key.code == .escape else { return [] }
      gate.isBusy = false
      self.gate = .passphrase(gate)
      endWork(openingWork)
      return [.cancel(.opening)]
    }
    switch key.code {
    case .escape:
      gate.input.wipe()
      gate.failure = nil
    case .tab, .backtab, .up, .down: if gate.user != nil { gate.isTypingUser.toggle() }
    case .enter:
      guard !wallet.isDemo else { return reopen() }
      if gate.isTypingUser {
        gate.isTypingUser = gate.user?.text.isEmpty ?? false
        self.gate = .passphrase(gate)
        return []
      }
      return unlock(gate)
    case _ where gate.isTypingUser: _ = gate.user?.handle(key)
    default:
      // A demo has no passphrase; q leaves, as nothing is being typed.
      if wallet.isDemo {
        if keymap.command(for: key)?.id == "quit" { quit() }
        return []
      }
      _ = gate.input.handle(key)
    }
    self.gate = .passphrase(gate)
    return []
  }

  private mutating func unlock(_ gate: PassphraseState) -> [Effect] {
    guard gate.input.count > 0 else { return [] }
    var gate = gate
    gate.isBusy = true
    gate.failure = nil
    self.gate = .passphrase(gate)
    startWork(openingWork)
    let secret = gate.input.secret.copy()
    return wallet.asksPassword
      ? [.signIn(user: wallet.user ?? gate.user?.text ?? "", password: secret)]
      : [.openVault(path: gate.path, passphrase: secret)]
  }

  private mutating func reopen() -> [Effect] {
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
