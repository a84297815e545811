import Canvas
import ScreenKit
import Secrets
import Themes

/// Changes the state for an action, and returns the effects for the outside world.
///
/// A pure function with one exception: secrets that were typed or shown are in locked memory behind
/// handles, and are changed and wiped there.
package func reduce(_ state: inout State, _ action: Action) -> [Effect] {
  let shown = state.secrets.reveal.map { ($0.content, RevealContext(state)) }
  let effects = state.handle(action) + Alerts.tell(&state)
  if let (content, before) = shown, state.secrets.reveal?.content == content,
    RevealContext(state) != before
  {
    state.concealReveal()
  }
  if state.program.exit != nil || state.program.suspendRequested { state.concealAll() }
  if !state.takesCommands { state.input.prefix = nil }
  for screen in Screens.all { screen.adapt(&state) }
  return state.program.kiosk == nil ? effects : effects.filter { !$0.isForbiddenInKiosk }
}

extension State {
  fileprivate mutating func handle(_ action: Action) -> [Effect] {
    switch action {
    case .input(let event): return input(event) + KeepAlive.ask(&self)
    case .tick(let clock): return tick(clock)
    case .settle:
      return gate == .open ? Screens.all.flatMap { $0.settle(&self) } : []
    case .conceal:
      concealAll()
      return []
    case .event(let event): return WalletEventHandler.handle(event, &self)
    case .themes(let items): return ThemePicker.show(items, &self)
    case .configured(let request, let result):
      return ConfigurationState.answered(request, result, &self)
    case .themeProblems(let texts):
      for text in texts.reversed() { show(.warning, text, seconds: 10) }
      return []
    // An answer after the wallet was locked must not restore what the lock erased.
    case .answered(let handler, let error):
      if let error, let effects = Gate.replaced(error, &self) { return effects }
      return gate == .open ? handler.run(&self) : []
    case .performed(let intent, let result):
      if case .failure(let error) = result, let effects = Gate.replaced(error, &self) {
        intent.end()
        return effects
      }
      return intent.finish(result, &self)
    case .unanswered(let intent, let error, let changes):
      return LostAnswers.add(intent, error, changes, &self)
    case .copied(let field, let attempt): return Copying.copied(field, attempt, &self)
    case .copyCleared(let end): return Copying.copyCleared(end, &self)
    case .scanned(let result): return CardScanning.ended(result, &self)
    case .keyFile(let result): return DeviceKeyForms.answered(result, &self)
    case .edited(let edit, let result, let clock):
      // A user who has left the editor is present: the time in it does not lock the wallet.
      self.clock = clock
      recordActivity()
      return MetadataEditing.ended(edit, result, &self)
    case .signedInAgain(let error): return SignInAgain.answered(error, &self)
    case .opened(let info, let error): return Gate.opened(info, error, &self)
    }
  }

  /// Whether an action changes nothing visible.
  package func isInvisible(_ action: Action) -> Bool {
    switch action {
    case .answered(let handler, _): handler.isInvisible(self)
    case .settle: true
    default: false  // A needless frame does no harm, a missing one does.
    }
  }

  // MARK: Input

  private mutating func input(_ event: InputEvent) -> [Effect] {
    switch event {
    case .resize(let new):
      view.size = new
      return []
    case .focus(let gained):
      input.hasFocus = gained
      if !gained {
        concealReveal()
        input.prefix = nil
      }
      return []
    case .choice(let index):
      recordActivity()
      return LineMode.choose(index, &self)
    case .words(let text):
      recordActivity()
      return LineMode.run(text, &self)
    case .background(let color):
      program.theme.appearance = color.isLight ? .light : .dark
      return []
    case .resumed:
      recordActivity()
      input.prefix = nil
      concealAll()
      return []
    case .key(let key):
      recordActivity()
      if gate == .open { FirstHints.advance(&self) }
      return isTooSmall ? tooSmallKey(key) : self.key(key)
    case .paste(let secret):
      recordActivity()
      input.prefix = nil
      defer { secret.wipe() }
      return isTooSmall ? [] : paste(secret)
    case .mouse(let mouse):
      recordActivity()
      defer { input.prefix = nil }
      return isTooSmall || !input.wantsMouse ? [] : MouseInput.handle(mouse, &self)
    }
  }

  /// Every key, paste and mouse event counts as activity. Events of the backend do not.
  private mutating func recordActivity() { input.idle.lastActivity = clock.now }

  private mutating func tooSmallKey(_ key: Key) -> [Effect] {
    if let command = globalCommand(key), command.id == "wallet.lock" { return run(command) }
    if input.keymap.command(for: key)?.id == "quit" { quit() }
    return []
  }

  /// Overlays get keys first, then the screen, then commands.
  mutating func key(_ key: Key) -> [Effect] {
    if key == .control("c"), program.kiosk == nil {
      if !(view.overlays.last?.base.interrupt(&self) ?? false) { quit() }
      return []
    }
    if clock.now < view.ignoreKeysUntil, key.modifiers.isSubset(of: .shift) { return [] }
    if let command = globalCommand(key) { return run(command) }
    switch gate {
    case .start(let start): return start.key(key, &self)
    case .passphrase(let gate): return gate.key(key, &self)
    case .open: break
    }
    if let top = view.overlays.last { return top.base.key(key, &self) }
    return shown.ownKey(key, &self) ?? commandKey(key)
  }

  /// The command that a key with Ctrl or Alt runs everywhere, even while text is typed.
  private func globalCommand(_ key: Key) -> Command? {
    guard input.prefix == nil, !key.modifiers.isEmpty, let command = input.keymap.command(for: key)
    else {
      return nil
    }
    switch command.id {
    case "suspend": return command
    // No wallet is open, so there is nothing to lock.
    case "wallet.lock": return gate == .open ? command : nil
    default: return nil
    }
  }

  private mutating func paste(_ secret: Secret) -> [Effect] {
    switch gate {
    case .passphrase(var gate):
      if !gate.isBusy { gate.paste(secret) }
      self.gate = .passphrase(gate)
      return []
    case .start where view.overlays.isEmpty: return []
    case .start, .open: break
    }
    if let top = view.overlays.last { return top.base.paste(secret, &self) }
    return shown.paste(secret, &self)
  }

  // MARK: Concealing

  package mutating func concealReveal() {
    secrets.reveal?.wipe()
    secrets.reveal = nil
  }

  /// Overwrites visible and half-typed secrets: before a suspension, a signal or the end.
  package mutating func concealAll() {
    concealReveal()
    concealOverlays()
    if case .passphrase(var gate) = gate {
      gate.input.wipe()
      self.gate = .passphrase(gate)
    }
  }
}
