import Secrets
import Themes
import WalletModel
import Words

/// Creates a vault.
struct NewVaultForm: FormPurpose {
  /// Minimum length of a passphrase in characters (NIST 800-63B).
  static let passphraseMinimum = 8

  /// The creation of a vault cannot be interrupted.
  func wait(_ form: Form) -> FormWait { .notCancellable }

  func refresh(_ form: inout Form, _ state: State) {
    for id in ["name", "mobile", "email"] { form.setVisible(id, !form.isOn("sample")) }
    form.setNote(
      "sample",
      form.isOn("sample")
        ? nil
        : FieldNote(
          text: state.words.opensWith(state.words.money(Account.openingBalance)), tenths: nil,
          role: .overlayMuted))
    form.setNote("passphrase", form.secret("passphrase").flatMap { Self.note($0, state.words) })
  }

  /// How good a passphrase is, or how much of it is missing.
  static func note(_ passphrase: SecretInput, _ words: Words) -> FieldNote? {
    guard passphrase.count > 0 else { return nil }
    if passphrase.count < Self.passphraseMinimum {
      return FieldNote(
        text: words.moreCharacters(Self.passphraseMinimum - passphrase.count), tenths: 1,
        role: .warning)
    }
    let strength = PassphraseStrength(passphrase.secret)
    return FieldNote(
      text: words.strength(strength),
      tenths: strength == .weak ? 3 : strength == .fair ? 6 : 10,
      role: strength == .weak ? .warning : .success)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    Self.passphraseErrors(form, state) + (form.isOn("sample") ? [] : owner(form).fieldErrors)
  }

  /// What is wrong with the passphrase for a new vault, and with its path.
  static func passphraseErrors(_ form: Form, _ state: State) -> [FieldError] {
    let missing = form.missingVault(state.words)
    guard missing.isEmpty, let passphrase = form.secret("passphrase"),
      let again = form.secret("again")
    else { return missing }
    var errors: [FieldError] = []
    if passphrase.count < Self.passphraseMinimum {
      errors.append(
        FieldError("passphrase", .verbatim(state.words.atLeast(Self.passphraseMinimum))))
    } else if !passphrase.secret.matches(again.secret) {
      errors.append(FieldError("again", .verbatim(state.words.notTheSame)))
    }
    return errors
  }

  private func owner(_ form: Form) -> CustomerDetails {
    CustomerDetails(
      name: form.text("name") ?? "", mobile: form.text("mobile") ?? "",
      email: form.text("email") ?? "")
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.text("path"), let passphrase = form.secret("passphrase") else {
      return nil
    }
    state.startWork(Gate.openingWork(state))
    return .effect(
      .createVault(
        path: path, passphrase: passphrase.secret.copy(),
        owner: form.isOn("sample") ? nil : owner(form)))
  }
}

/// Opens a vault at another path than the default.
struct OpenVaultForm: FormPurpose {
  /// The issuer account in it whose cards are shown; nil: the vault's own.
  var account: String?

  func wait(_ form: Form) -> FormWait { .opening }

  func errors(_ form: Form, _ state: State) -> [FieldError] { form.missingVault(state.words) }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.text("path"), let passphrase = form.secret("passphrase") else {
      return nil
    }
    state.startWork(Gate.openingWork(state))
    let secret = passphrase.secret.copy()
    guard let account else { return .effect(.openVault(path: path, passphrase: secret)) }
    return .effect(.openAccount(account, in: VaultAccess(path: path, passphrase: secret)))
  }
}

extension Form {
  fileprivate func missingVault(_ words: Words) -> [FieldError] {
    if secret("passphrase")?.count == 0 {
      return [FieldError("passphrase", .verbatim(words.isNeeded))]
    }
    return text("path") == nil ? [FieldError("path", .verbatim(words.isNeeded))] : []
  }
}

extension NewVaultForm {
  static func dialog(_ path: String, _ state: State) -> Dialog {
    let words = state.words
    return Dialog(
      NewVaultForm(), title: words.makeWallet,
      lines: [words.oneEncryptedFile],
      submitLabel: words.makeIt, cancelLabel: words.backHint,
      fields: [
        FormField(
          "passphrase", words.passphrase, hint: words.eightCharacters, .secret(SecretInput())),
        FormField("again", words.repeatPassphrase, .secret(SecretInput())),
        FormField("sample", words.sampleCards, .toggle(true)),
        .text("name", words.yourName, hint: words.asOnCards, limit: 24),
        .text("mobile", words.mobile, hint: "+359 888123456", limit: 24, of: .phone),
        .text("email", words.email, hint: "name@example.com", limit: 255),
        .text("path", words.file, path, limit: 400),
      ])
  }
}

extension OpenVaultForm {
  /// - Parameter isKnown: Whether the path is the right one: the passphrase comes first.
  static func dialog(
    _ path: String, isKnown: Bool = false, account: String? = nil, _ state: State
  ) -> Dialog {
    let words = state.words
    let file = FormField.text("path", words.file, path, limit: 400)
    let passphrase = FormField("passphrase", words.passphrase, .secret(SecretInput()))
    return Dialog(
      OpenVaultForm(account: account), title: account.map(words.cardsOf) ?? words.openVault,
      lines: [], submitLabel: words.open, cancelLabel: words.backHint,
      fields: isKnown ? [passphrase, file] : [file, passphrase])
  }
}
