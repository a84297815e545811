import Canvas
import Secrets
import WalletModel
import Words

extension State {
  // MARK: First start

  mutating func startKey(_ key: Key, _ start: StartState) -> [Effect] {
    if case .dialog(let dialog) = overlays.last { return dialogKey(key, dialog) }
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
    case .create:
      var dialog = newVaultDialog(start.defaultPath)
      refresh(&dialog)
      return push(.dialog(dialog))
    case .open: return push(.dialog(openVaultDialog(start.defaultPath)))
    case .quit:
      quit()
      return []
    }
  }

  private func newVaultDialog(_ path: String) -> Dialog {
    Dialog(
      .newVault, title: words.newVault,
      lines: [words.oneEncryptedFile],
      submitLabel: words.create, cancelLabel: words.backHint,
      fields: [
        .text("path", words.file, path, limit: 400),
        FormField(
          "passphrase", words.passphrase, hint: words.eightCharacters, .secret(SecretInput())),
        FormField("again", words.again, .secret(SecretInput())),
        FormField("sample", words.sampleCards, .toggle(true)),
        .text("name", words.yourName, hint: words.asOnCards, limit: 24),
        .text("mobile", words.mobile, hint: "+359 888123456", limit: 24),
        .text("email", words.email, hint: "name@example.com", limit: 255),
      ])
  }

  private func openVaultDialog(_ path: String) -> Dialog {
    Dialog(
      .openVault, title: words.openVault, lines: [], submitLabel: words.open,
      cancelLabel: words.backHint,
      fields: [
        .text("path", words.file, path, limit: 400),
        FormField("passphrase", words.passphrase, .secret(SecretInput())),
      ])
  }

  /// Characters that a passphrase has at least (NIST 800-63B).
  private static let passphraseMinimum = 8

  func vaultErrors(_ dialog: Dialog) -> [(field: String, error: String)] {
    let form = dialog.form
    if form.text("path") == nil { return [("path", words.isNeeded)] }
    guard let passphrase = form.secret("passphrase") else { return [] }
    if passphrase.count == 0 { return [("passphrase", words.isNeeded)] }
    guard dialog.kind == .newVault, let again = form.secret("again") else { return [] }
    if passphrase.count < State.passphraseMinimum {
      return [("passphrase", words.atLeast(State.passphraseMinimum))]
    }
    guard passphrase.secret.matches(again.secret) else {
      return [("again", words.notTheSame)]
    }
    return form.isOn("sample") ? [] : owner(form).fieldErrors.map { ($0.field, $0.error) }
  }

  private func owner(_ form: Form) -> CustomerDetails {
    CustomerDetails(
      name: form.text("name") ?? "", mobile: form.text("mobile") ?? "",
      email: form.text("email") ?? "")
  }

  mutating func submitVault(_ dialog: Dialog) -> [Effect] {
    let form = dialog.form
    guard let path = form.text("path"), let passphrase = form.secret("passphrase") else {
      return []
    }
    startWork(openingWork)
    return dialog.kind == .newVault
      ? [
        .createVault(
          path: path, passphrase: passphrase.secret.copy(),
          owner: form.isOn("sample") ? nil : owner(form))
      ]
      : [.openVault(path: path, passphrase: passphrase.secret.copy())]
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
    for overlay in overlays { overlay.wipe() }
    overlays = []
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
      if case .dialog(var dialog) = overlays.last {
        dialog.isBusy = false
        dialog.failure = error
        replaceTop(.dialog(dialog))
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
    if case .themes(let picker) = overlays.last { theme.choice = picker.before }
    for overlay in overlays { overlay.wipe() }
    overlays = []
    list.removeAll()
    details = DetailsState()
    pending = [:]
    unanswered = Unanswered()
    conflicts = [:]
    undo = nil
    hasNoShop = false
    profile = nil
    programs = []
    merchants = []
    lastPayment = nil
    deafUntil = 0
    phone = PhoneState()
    toasts = ToastState()
    work = []
    pane = .list
    tab = .cards
    gate = .passphrase(
      PassphraseState(path: wallet.path ?? "", name: wallet.name, reason: reason))
    let taken: [Effect] = copyOut == nil ? [] : [.takeCopyBack]
    copyOut = nil
    return taken + (wallet.isDemo ? [] : [.closeVault])
  }
}
