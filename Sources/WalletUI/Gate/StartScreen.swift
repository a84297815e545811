import Canvas
import ScreenKit
import Secrets
import WalletModel
import Words

extension StartState {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if let top = state.view.overlays.last { return top.base.key(key, &state) }
    if isBusy { return [] }
    var start = self
    let choices = choices
    let command = state.input.keymap.command(for: key)?.id
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
    case .character(0x67):  // g: the other language, for users who cannot read this one
      state.settings.words = state.words.start.inOtherLanguage
      return []
    case .character(let value):
      if let choice = choices.first(where: { $0.rawValue == Int(value) - 0x31 }) {
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
    case .named: return state.push(NamedWalletPicker(wallets: wallets))
    }
  }
}

/// Signs in to a server: one that is typed, or one that the configuration names.
struct ConnectForm: FormPurpose {
  /// nil: the address is typed.
  let wallet: NamedWallet?

  func wait(_ form: Form) -> FormWait { .opening }
  var wipesOnFailure: Bool { true }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let missing = form.fields.filter { field in
      if case .secret(let input) = field.value {
        input.count == 0
      } else {
        form.text(field.id) == nil
      }
    }
    return missing.map { FieldError($0.id, .verbatim(state.words.isNeeded)) }
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let user = form.text("user") ?? wallet?.login, let password = form.secret("password"),
      let server = wallet.map({ .profile($0.name) }) ?? form.text("server").map(ServerName.address)
    else { return nil }
    state.startWork(Gate.openingWork(state))
    return .effect(.connect(to: server, user: user, password: password.secret.copy()))
  }

  static func dialog(_ state: State, _ wallet: NamedWallet? = nil) -> Dialog {
    let words = state.words
    let server = FormField.text(
      "server", words.start.server, hint: words.start.serverExample, limit: 400)
    let user = FormField.text("user", words.start.loginName, limit: 120)
    let password = FormField("password", words.start.password, .secret(SecretInput()))
    return Dialog(
      ConnectForm(wallet: wallet), title: wallet?.name ?? words.start.connectToServer,
      lines: [wallet?.place(words) ?? words.start.connectLine], submitLabel: words.start.connect,
      cancelLabel: words.backHint,
      fields: (wallet == nil ? [server] : []) + (wallet?.login == nil ? [user] : []) + [password])
  }
}
