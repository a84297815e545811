import Canvas
import Secrets
import WalletModel
import Words

extension Dialog: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] { state.dialogKey(key, self) }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var dialog = self
    dialog.form.paste(secret)
    return state.dialogChanged(dialog)
  }

  func click(field: Int, _ state: inout State) -> [Effect] {
    guard !isBusy else { return [] }
    var dialog = self
    _ = dialog.form.click(field)
    return state.dialogChanged(dialog)
  }

  func lineInput(_ state: State) -> LineInput {
    isBusy ? .keys : form.lineInput(state.words)
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    var dialog = self
    dialog.form.choose(index)
    return state.dialogChanged(dialog)
  }

  func draw(in frame: Frame) { frame.dialog(self) }

  /// By the code that its change needs: the form would stick out below it.
  func isReplaced(by next: any Overlay) -> Bool { next is ScaFlow }

  func wipe() {
    var form = form
    form.wipe()
  }

  /// What is no secret stays.
  func concealed() -> Dialog? {
    var dialog = self
    dialog.form.wipe()
    return dialog
  }

  mutating func release() { isBusy = false }

  /// A form that could not be sent while nobody was there can be now, and says nothing else.
  mutating func connectionRestored() {
    if failure?.code.isUnreachable == true { failure = nil }
  }

  var keepsSecret: Bool { form.holdsSecret && !isBusy }
}

extension State {
  fileprivate mutating func dialogKey(_ key: Key, _ dialog: Dialog) -> [Effect] {
    if key.code == .escape {
      guard dialog.isBusy else {
        pop()
        return []
      }
      return cancelDialog(dialog)
    }
    if dialog.isBusy { return [] }
    var dialog = dialog
    switch dialog.form.handle(key) {
    case .submit:
      replaceTop(dialog)
      return submit(dialog)
    case .changed, .moved: return dialogChanged(dialog)
    case .ignored:
      // ^S submits from any field, as Enter does on the last.
      return key == .control("s") ? submit(dialog) : []
    }
  }

  /// Gives up what the dialog waits for; the dialog stays, with what was typed.
  private mutating func cancelDialog(_ dialog: Dialog) -> [Effect] {
    switch dialog.purpose.wait {
    case .cannotBeGivenUp: return []
    case .opening:
      var dialog = dialog
      dialog.isBusy = false
      replaceTop(dialog)
      endWork(openingWork)
      return [.cancel(.opening)]
    case .answer: return [.cancel(.intents)]
    }
  }

  /// Validates as one types: each field speaks once it was touched.
  fileprivate mutating func dialogChanged(_ dialog: Dialog) -> [Effect] {
    var dialog = dialog
    dialog.failure = nil
    dialog.refresh(self)
    _ = dialog.form.show(dialog.purpose.errors(dialog.form, self), all: false)
    replaceTop(dialog)
    return []
  }

  /// What the top form offers was read, or has changed.
  mutating func refreshDialog() {
    guard var dialog = top(Dialog.self) else { return }
    dialog.refresh(self)
    replaceTop(dialog)
  }

  private mutating func submit(_ dialog: Dialog) -> [Effect] {
    var dialog = dialog
    let errors = dialog.purpose.errors(dialog.form, self)
    let withoutField = dialog.form.show(errors, all: true)
    if !errors.isEmpty {
      dialog.form.focusFirstError()
      dialog.failure =
        withoutField.isEmpty
        ? nil : WalletError(.fieldErrors, fieldErrors: withoutField.map { FieldError($0, $1) })
      replaceTop(dialog)
      return []
    }
    if let unreachable, dialog.purpose.wait == .answer {
      dialog.failure = WalletError(
        .netOffline, words.nothingWasSent, details: [unreachable], advice: words.tryWhenItIsBack)
      replaceTop(dialog)
      return []
    }
    dialog.isBusy = true
    replaceTop(dialog)
    switch dialog.purpose.submit(dialog.form, &self) {
    case .intent(let intent):
      dialog.sent = AnyIntent(intent)
      replaceTop(dialog)
      return send(AnyIntent(intent))
    case .effect(let effect): return [effect]
    case nil: return []
    }
  }

  // MARK: Answers

  /// Closes the dialog that asked for an intent: it was done.
  mutating func closeDialog(of intent: AnyIntent) {
    overlays.removeAll {
      guard let dialog = $0.base as? Dialog, dialog.sent == intent else { return false }
      dialog.wipe()
      return true
    }
  }

  /// Shows a failure in the dialog that asked; false when there is none.
  mutating func failDialog(_ intent: AnyIntent, _ error: WalletError) -> Bool {
    guard var dialog = top(Dialog.self), dialog.sent == intent else { return false }
    dialog.isBusy = false
    let withoutField = dialog.form.show(error.fieldErrors.map { ($0.field, $0.error) }, all: true)
    dialog.failure = error.fieldErrors.isEmpty || !withoutField.isEmpty ? error : nil
    if dialog.purpose.wipesOnFailure { dialog.form.wipe() }
    replaceTop(dialog)
    return true
  }
}
