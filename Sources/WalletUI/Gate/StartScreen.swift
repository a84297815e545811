import Canvas
import Secrets
import WalletModel
import Words

extension StartState {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if let top = state.overlays.last { return top.base.key(key, &state) }
    if isBusy { return [] }
    var start = self
    let choices = StartState.Choice.allCases
    let command = state.keymap.command(for: key)?.id
    switch key.code {
    case .down, .tab,
      _ where command == "move.down":
      start.choice = choices[(start.choice.rawValue + 1) % choices.count]
    case .up, .backtab,
      _ where command == "move.up":
      start.choice = choices[(start.choice.rawValue + choices.count - 1) % choices.count]
    case .enter: return choose(choice, &state)
    case _ where command == "quit":
      state.quit()
      return []
    case _ where command == "theme": return ThemePicker.open(&state)
    case .character(0x67):  // g: the other language, for who cannot read this one
      state.settings.words = state.words.inOtherLanguage
      return []
    case .character(let value):
      if let choice = StartState.Choice(rawValue: Int(value) - 0x31) {
        return choose(choice, &state)
      }
      return [.bell]
    default: return [.bell]
    }
    state.gate = .start(start)
    return []
  }

  private func choose(_ choice: Choice, _ state: inout State) -> [Effect] {
    var start = self
    start.choice = choice
    start.failure = nil
    state.gate = .start(start)
    switch choice {
    case .demo:
      start.isBusy = true
      state.gate = .start(start)
      return [.openDemo]
    case .create: return NewVaultForm.dialog(start.defaultPath, state).open(&state)
    case .connect: return ConnectForm.dialog(state).open(&state)
    case .open: return OpenVaultForm.dialog(start.defaultPath, state).open(&state)
    }
  }
}

/// Signs in to a server that no profile names.
struct ConnectForm: FormPurpose {
  var wait: FormWait { .opening }
  var wipesOnFailure: Bool { true }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let needed = FieldError.init(_:_:)
    var errors: [FieldError] = []
    for id in ["server", "user"] where form.text(id) == nil {
      errors.append(needed(id, .verbatim(state.words.isNeeded)))
    }
    if form.secret("password")?.count == 0 {
      errors.append(needed("password", .verbatim(state.words.isNeeded)))
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let server = form.text("server"), let user = form.text("user"),
      let password = form.secret("password")
    else { return nil }
    state.startWork(Gate.openingWork(state))
    return .effect(.connect(server: server, user: user, password: password.secret.copy()))
  }

  static func dialog(_ state: State) -> Dialog {
    let words = state.words
    return Dialog(
      ConnectForm(), title: words.connectToServer, lines: [words.connectLine],
      submitLabel: words.connect, cancelLabel: words.backHint,
      fields: [
        .text("server", words.server, hint: words.serverExample, limit: 400),
        .text("user", words.loginName, limit: 120),
        FormField("password", words.password, .secret(SecretInput())),
      ])
  }
}
