import ScreenKit
import Secrets
import Themes
import WalletModel
import Words

/// Creates a vault.
struct NewVaultForm: FormPurpose {
  /// The creation of a vault cannot be interrupted.
  func wait(_ form: Form) -> FormWait { .notCancellable }

  func refresh(_ form: inout Form, _ state: State) {
    for id in ["name", "mobile", "email"] { form.setVisible(id, !form.isOn("sample")) }
    form.setNote(
      "sample",
      form.isOn("sample")
        ? nil
        : FieldNote(
          text: state.words.start.opensWith(state.words.money(Account.openingBalance)), tenths: nil,
          role: .overlayMuted))
    form.setNote("passphrase", form.secret("passphrase").flatMap { Self.note($0, state.words) })
  }

  /// How good a passphrase is, or how much of it is missing.
  static func note(_ passphrase: SecretInput, _ words: Words) -> FieldNote? {
    guard passphrase.count > 0 else { return nil }
    let missing = PassphraseStrength.leastCharacters - passphrase.count
    if missing > 0 {
      return FieldNote(text: words.start.moreCharacters(missing), tenths: 1, role: .warning)
    }
    let strength = PassphraseStrength(passphrase.secret)
    return FieldNote(
      text: words.start.strength(strength),
      tenths: strength == .weak ? 3 : strength == .fair ? 6 : 10,
      role: strength == .weak ? .warning : .success)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let missing = form.missingVault(state.words)
    guard missing.isEmpty else { return missing }
    return form.newPassphraseErrors(state.words)
      + (form.isOn("sample") ? [] : owner(form).fieldErrors)
  }

  private func owner(_ form: Form) -> CustomerDetails {
    CustomerDetails(
      name: form.text("name") ?? "", mobile: form.text("mobile") ?? "",
      email: form.text("email") ?? "")
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.path("path"), let passphrase = form.secret("passphrase") else {
      return nil
    }
    state.startWork(Gate.openingWork(state))
    return .effect(
      .createVault(
        path: path, passphrase: passphrase.secret.copy(),
        owner: form.isOn("sample") ? nil : owner(form)))
  }
}

extension Form {
  /// Of the fields `passphrase` and `again`.
  func newPassphraseErrors(_ words: Words) -> [FieldError] {
    guard let passphrase = secret("passphrase"), let again = secret("again") else { return [] }
    if !PassphraseStrength.isLongEnough(passphrase.secret) {
      let problem = words.vault.atLeast(PassphraseStrength.leastCharacters)
      return [FieldError("passphrase", .verbatim(problem))]
    }
    return passphrase.secret.matches(again.secret)
      ? [] : [FieldError("again", .verbatim(words.start.notTheSame))]
  }
}

/// Opens a vault at another path than the default.
struct OpenVaultForm: FormPurpose {
  func wait(_ form: Form) -> FormWait { .opening }

  func errors(_ form: Form, _ state: State) -> [FieldError] { form.missingVault(state.words) }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.path("path"), let passphrase = form.secret("passphrase") else {
      return nil
    }
    state.startWork(Gate.openingWork(state))
    return .effect(.openVault(path: path, passphrase: passphrase.secret.copy()))
  }
}

extension Form {
  fileprivate func missingVault(_ words: Words) -> [FieldError] {
    if secret("passphrase")?.count == 0 {
      return [FieldError("passphrase", .verbatim(words.isNeeded))]
    }
    return path("path") == nil ? [FieldError("path", .verbatim(words.isNeeded))] : []
  }
}

extension NewVaultForm {
  static func dialog(_ path: String, _ state: State) -> Dialog {
    let words = state.words
    return Dialog(
      NewVaultForm(), title: words.start.makeWallet,
      lines: [words.vault.oneEncryptedFile],
      submitLabel: words.start.makeIt, cancelLabel: words.backHint,
      fields: [
        FormField(
          "passphrase", words.start.passphrase, hint: words.vault.eightCharacters,
          .secret(SecretInput())),
        FormField("again", words.start.repeatPassphrase, .secret(SecretInput())),
        FormField("sample", words.vault.sampleCards, .toggle(true)),
        .text("name", words.vault.yourName, hint: words.vault.asOnCards, limit: 24),
        .text("mobile", words.mobile, hint: "+359 888123456", limit: 24, of: .phone),
        .text("email", words.vault.email, hint: "name@example.com", limit: 255),
        .text("path", words.vault.file, path, limit: 400),
      ])
  }
}

extension OpenVaultForm {
  /// - Parameter isKnown: Whether the path is the right one: the passphrase comes first.
  static func dialog(_ path: String, isKnown: Bool = false, _ state: State) -> Dialog {
    let words = state.words
    let file = FormField.text("path", words.vault.file, path, limit: 400)
    let passphrase = FormField("passphrase", words.start.passphrase, .secret(SecretInput()))
    return Dialog(
      OpenVaultForm(), title: words.start.openVault, lines: [], submitLabel: words.open,
      cancelLabel: words.backHint,
      fields: isKnown ? [passphrase, file] : [file, passphrase])
  }
}
