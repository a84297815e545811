import Canvas
import WalletModel
import Words

/// Accounts at card issuers, whose keys are in the open vault.
enum IssuerAccountCommands {
  static let all = [
    Command(
      "issuer.add", \.addIssuer, place: .wallet, disabled: { refusal($0) },
      run: { IssuerForm.dialog(nil, $0).open(&$0) }),
    Command(
      "issuer.open", \.openIssuer, place: .wallet,
      disabled: { refusal($0) ?? ($0.wallet.accounts.isEmpty ? $0.words.noIssuers : nil) },
      run: { $0.push(IssuerAccountPicker()) }),
  ]

  /// Why there is no vault with keys; nil: there is.
  private static func refusal(_ state: State) -> String? {
    state.wallet.path == nil || state.wallet.asksPassword ? state.words.onlyVaultsKeepKeys : nil
  }
}

/// Chooses whose cards of the open vault are shown: those of an account, or the vault's own.
struct IssuerAccountPicker: PickerOverlay {
  var picker = Picker()

  func list(_ state: State) -> PickerList {
    let words = state.words
    let shown = state.wallet.account?.name
    func row(_ id: String, _ title: String, isShown: Bool) -> PickerList.Row {
      PickerList.Row(
        id: id, title: title, refusal: isShown ? words.isShownNow : nil, text: "", code: "")
    }
    let rows =
      state.wallet.accounts.map { row($0, words.cardsOf($0), isShown: $0 == shown) }
      // No account has an empty name.
      + [row("", words.cardsOfVault, isShown: shown == nil)]
    return PickerList(
      PickerList.matching([PickerList.Group(title: "", rows: rows)], picker.input.text),
      impossible: words.notPossibleNow)
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] { pickPossible(key, &state) }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    state.startWork(Gate.openingWork(state))
    return [.openAccount(row.id.isEmpty ? nil : row.id, in: nil)]
  }

  func draw(in frame: Frame) {
    PickerView(
      frame: frame, title: frame.words.openIssuer.title, prompt: "/", verb: frame.words.open
    ).draw(picker, list(frame.state), in: PickerView.box(frame.state))
  }
}
