import IssuerConnectors
import Secrets
import WalletModel
import Words

/// Adds an account at a card issuer. From the start screen it makes a vault for the key, or opens
/// the one that is there; from an open vault the key goes into that.
struct IssuerForm: FormPurpose {
  /// Whether a vault is open, which gets the key.
  let isInVault: Bool

  func wait(_ form: Form) -> FormWait { .opening }

  func refresh(_ form: inout Form, _ state: State) {
    // The key of Stripe says itself which it is.
    form.setVisible("sandbox", Self.kind(form) != .stripe)
    form.setNote(
      "passphrase", form.secret("passphrase").flatMap { NewVaultForm.note($0, state.words) })
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let key =
      form.secret("key").map { IssuerKeyForm.isKey($0.secret) } ?? false
      ? [] : [FieldError("key", .verbatim(state.words.keyAsIssued))]
    return key + (isInVault ? [] : NewVaultForm.passphraseErrors(form, state))
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let key = form.secret("key") else { return nil }
    var vault: VaultAccess?
    if !isInVault {
      guard let path = form.text("path"), let passphrase = form.secret("passphrase") else {
        return nil
      }
      vault = VaultAccess(path: path, passphrase: passphrase.secret.copy())
    }
    state.startWork(Gate.openingWork(state))
    let account = NewIssuerAccount(
      issuer: Self.kind(form), key: key.secret.copy(), name: form.text("name"),
      isSandbox: form.isOn("sandbox"), isReadOnly: form.isOn("readOnly"),
      server: form.text("server"))
    return .effect(.addAccount(account, in: vault))
  }

  private static func kind(_ form: Form) -> IssuerKind {
    IssuerKind.allCases[form.selected("issuer")]
  }

  /// - Parameter path: Where the vault for the key is, or will be; nil: it is open.
  static func dialog(_ path: String?, _ state: State) -> Dialog {
    let words = state.words
    var fields = [
      FormField(
        "issuer", words.issuer,
        .choice(options: IssuerKind.allCases.map(\.name), selected: 0)),
      FormField("key", words.issuerKey, hint: words.typedUnseen, .secret(SecretInput())),
      .text("name", words.name, hint: words.issuerNameHint, limit: 24),
      FormField("sandbox", words.sandboxSwitch, .toggle(true)),
      FormField("readOnly", words.readOnlySwitch, .toggle(false)),
    ]
    if let path {
      fields += [
        FormField(
          "passphrase", words.passphrase, hint: words.eightCharacters, .secret(SecretInput())),
        FormField("again", words.repeatPassphrase, .secret(SecretInput())),
        .text("path", words.file, path, limit: 400),
      ]
    }
    fields.append(.text("server", words.server, hint: words.issuersOwnServer, limit: 400))
    return Dialog(
      IssuerForm(isInVault: path == nil), title: words.connectIssuer,
      lines: [words.connectIssuerLine], submitLabel: words.connect,
      cancelLabel: words.backHint, fields: fields)
  }
}
