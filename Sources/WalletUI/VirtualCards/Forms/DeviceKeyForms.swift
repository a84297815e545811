import ScreenKit
package import Secrets
import WalletModel
import WalletService
import Words

/// What is done with a file of device keys (F08). The screen reads and writes no files itself.
package enum KeyFileRequest: Sendable, Equatable {
  /// - overwrites: Whether a file of that name may be replaced.
  case export(path: String, passphrase: Secret, overwrites: Bool)
  case restore(path: String, passphrase: Secret)
}

package enum KeyFileAnswer: Sendable, Equatable {
  /// How many keys the file has.
  case exported(Int)
  /// How many keys are new on this device.
  case restored(Int)
  /// There is such a file, and nothing was written.
  case exists
}

/// The keys of this device: exports and imports them.
struct DeviceKeyPicker: PickerOverlay {
  /// nil: not read yet.
  var keys: [String]?
  var picker = Picker()

  private static let export = "export"
  private static let restore = "import"

  func list(_ state: State) -> PickerList {
    let words = state.words
    let known = keys ?? []
    let newest = known.last
    let actions = [
      PickerList.Row(
        id: Self.restore, title: words.virtualForms.importKeys.title,
        text: words.virtualForms.importKeys.doc),
      PickerList.Row(
        id: Self.export, title: words.virtualForms.exportKeys,
        refusal: keys?.isEmpty == true ? words.virtualForms.noKeysYet : nil,
        text: words.virtualForms.exportKeysText),
    ]
    let rows = known.map { id in
      PickerList.Row(
        id: id, title: id, note: id == newest ? words.virtualForms.newestKey : "",
        text: words.virtualForms.keyText)
    }
    return picker.list(
      [
        PickerList.Group(title: words.virtualForms.keyFileGroup, rows: actions),
        PickerList.Group(title: words.virtualForms.keysOfDevice, rows: rows),
      ], words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    switch row.id {
    case Self.export: return ExportKeysForm.open(&state)
    case Self.restore: return ImportKeysForm.open(&state)
    default: return state.push(self) + [.bell]
    }
  }

  func title(_ state: State) -> String { state.words.virtualForms.keysCommand.title }
}

struct DeviceKeysQuery: PlainQuery {
  func request(_ service: WalletService) async throws(WalletError) -> [String] {
    try await service.virtualCards.keys()
  }

  func succeed(_ keys: [String], _ state: inout State) -> [Effect] {
    state.top(DeviceKeyPicker.self)?.change(&state) { $0.keys = keys } ?? []
  }
}

/// Writes the keys of this device into a file under a passphrase.
struct ExportKeysForm: FormPurpose {
  private static let file = "file"
  private static let passphrase = "passphrase"
  private static let again = "again"
  private static let replace = "replace"
  /// The path about which was asked whether its file may be replaced; never shown.
  private static let asked = "asked"

  func wait(_ form: Form) -> FormWait { .notCancellable }
  var wipesOnFailure: Bool { true }

  func refresh(_ form: inout Form, _ state: State) {
    form.setVisible(Self.asked, false)
    form.setVisible(Self.replace, mayAsk(form))
    form.setNote(
      Self.passphrase,
      form.secret(Self.passphrase).flatMap { NewVaultForm.note($0, state.words) })
  }

  /// Whether the file that is to be written was found there.
  private func mayAsk(_ form: Form) -> Bool {
    form.path(Self.asked) != nil && form.path(Self.asked) == form.path(Self.file)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    var errors: [FieldError] = []
    if form.path(Self.file) == nil {
      errors.append(FieldError(Self.file, .verbatim(words.isNeeded)))
    } else if mayAsk(form), !form.isOn(Self.replace) {
      errors.append(FieldError(Self.replace, .verbatim(words.virtualForms.fileIsThere)))
    }
    return errors + form.newPassphraseErrors(words)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.path(Self.file), let passphrase = form.secret(Self.passphrase) else {
      return nil
    }
    state.startWork(state.words.virtualForms.sealingKeys)
    return .effect(
      .keyFile(
        .export(
          path: path, passphrase: passphrase.secret.copy(),
          overwrites: mayAsk(form) && form.isOn(Self.replace))))
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    return Dialog(
      ExportKeysForm(), title: words.virtualForms.exportKeys,
      lines: [words.virtualForms.exportKeysText],
      submitLabel: words.virtualForms.exportHint, cancelLabel: words.backHint,
      fields: [
        .text(file, words.vault.file, words.virtualForms.keyFileName, limit: 400),
        FormField(replace, words.virtualForms.replaceFile, .toggle(false)),
        FormField(
          passphrase, words.start.passphrase, hint: words.vault.eightCharacters,
          .secret(SecretInput())),
        FormField(again, words.start.repeatPassphrase, .secret(SecretInput())),
        .text(asked, "", limit: 400),
      ]
    ).open(&state)
  }

  /// There is such a file: asks whether it may be replaced.
  fileprivate static func ask(_ dialog: inout Dialog, _ state: State) {
    dialog.form.setValue(
      asked, .text(TextInput(dialog.form.path(file) ?? "", limit: 400)))
    dialog.refresh(state)
    dialog.form.setError(replace, .verbatim(state.words.virtualForms.fileIsThere))
    dialog.form.begin(at: replace)
  }
}

/// Adds the keys in a file to those of this device.
struct ImportKeysForm: FormPurpose {
  func wait(_ form: Form) -> FormWait { .notCancellable }
  var wipesOnFailure: Bool { true }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    var errors: [FieldError] = []
    if form.path("file") == nil {
      errors.append(FieldError("file", .verbatim(state.words.isNeeded)))
    }
    if form.secret("passphrase")?.count == 0 {
      errors.append(FieldError("passphrase", .verbatim(state.words.isNeeded)))
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let path = form.path("file"), let passphrase = form.secret("passphrase") else {
      return nil
    }
    state.startWork(state.words.virtualForms.sealingKeys)
    return .effect(.keyFile(.restore(path: path, passphrase: passphrase.secret.copy())))
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    return Dialog(
      ImportKeysForm(), title: words.virtualForms.importKeys.title,
      lines: [words.virtualForms.importKeysLine],
      submitLabel: words.virtualForms.importHint, cancelLabel: words.backHint,
      fields: [
        .text("file", words.vault.file, words.virtualForms.keyFileName, limit: 400),
        FormField("passphrase", words.start.passphrase, .secret(SecretInput())),
      ]
    ).open(&state)
  }
}

/// The answer to what was done with a file of keys.
enum DeviceKeyForms {
  static func answered(
    _ result: Result<KeyFileAnswer, WalletError>, _ state: inout State
  ) -> [Effect] {
    let words = state.words
    state.endWork(words.virtualForms.sealingKeys)
    guard state.gate == .open, var dialog = state.top(Dialog.self), dialog.isBusy else { return [] }
    dialog.isBusy = false
    switch result {
    case .failure(let error):
      dialog.failure = error
      dialog.form.wipe()
      state.replaceTop(dialog)
    case .success(.exists):
      ExportKeysForm.ask(&dialog, state)
      state.replaceTop(dialog)
    case .success(.exported(let count)):
      let path = dialog.form.path("file") ?? ""
      state.pop()
      state.show(.success, words.virtualForms.keysExported(count), detail: path)
    case .success(.restored(let count)):
      state.pop()
      state.show(count > 0 ? .success : .info, words.virtualForms.keysImported(count))
      return VirtualCards.keysChanged(&state)
    }
    return []
  }
}
