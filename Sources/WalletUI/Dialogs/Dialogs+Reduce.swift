import Canvas
import Secrets
import WalletModel
import Words

extension Dialog: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if key.code == .escape {
      guard isBusy else {
        state.pop()
        return []
      }
      return giveUp(&state)
    }
    if isBusy { return [] }
    var dialog = self
    switch dialog.form.handle(key) {
    case .submit:
      state.replaceTop(dialog)
      return dialog.submit(&state)
    case .changed, .moved: return dialog.changed(&state)
    case .ignored:
      // ^S submits from any field, as Enter does on the last.
      return key == .control("s") ? submit(&state) : []
    }
  }

  /// Gives up what the dialog waits for; the dialog stays, with what was typed.
  private func giveUp(_ state: inout State) -> [Effect] {
    switch purpose.wait {
    case .cannotBeGivenUp: return []
    case .opening:
      var dialog = self
      dialog.isBusy = false
      state.replaceTop(dialog)
      state.endWork(Gate.openingWork(state))
      return [.cancel(.opening)]
    case .answer: return [.cancel(.intents)]
    }
  }

  /// Validates as one types: each field speaks once it was touched.
  private func changed(_ state: inout State) -> [Effect] {
    var dialog = self
    dialog.failure = nil
    dialog.refresh(state)
    _ = dialog.form.show(dialog.purpose.errors(dialog.form, state), all: false)
    state.replaceTop(dialog)
    return []
  }

  private func submit(_ state: inout State) -> [Effect] {
    var dialog = self
    let errors = dialog.purpose.errors(dialog.form, state)
    let errorsWithoutField = dialog.form.show(errors, all: true)
    if !errors.isEmpty {
      dialog.form.focusFirstError()
      dialog.failure =
        errorsWithoutField.isEmpty
        ? nil : WalletError(.fieldErrors, fieldErrors: errorsWithoutField)
      state.replaceTop(dialog)
      return []
    }
    if let unreachable = state.unreachable, dialog.purpose.wait == .answer {
      dialog.failure = WalletError(
        .netOffline, .verbatim(state.words.nothingWasSent), details: [.verbatim(unreachable)],
        advice: .verbatim(state.words.tryWhenItIsBack))
      state.replaceTop(dialog)
      return []
    }
    dialog.isBusy = true
    state.replaceTop(dialog)
    switch dialog.purpose.submit(dialog.form, &state) {
    case .intent(let intent):
      dialog.sent = AnyIntent(intent)
      state.replaceTop(dialog)
      return AnyIntent(intent).send(&state)
    case .effect(let effect): return [effect]
    case nil: return []
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var dialog = self
    dialog.form.paste(secret)
    return dialog.changed(&state)
  }

  func click(field: Int, _ state: inout State) -> [Effect] {
    guard !isBusy else { return [] }
    var dialog = self
    _ = dialog.form.click(field)
    return dialog.changed(&state)
  }

  func lineInput(_ state: State) -> LineInput {
    isBusy ? .keys : form.lineInput(state.words)
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    var dialog = self
    dialog.form.choose(index)
    return dialog.changed(&state)
  }

  func draw(in frame: Frame) { DialogView(frame: frame).dialog(self) }

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

extension Dialog {
  /// What the top form offers was read, or has changed.
  static func refreshTop(_ state: inout State) {
    guard var dialog = state.top(Dialog.self) else { return }
    dialog.refresh(state)
    state.replaceTop(dialog)
  }

  /// Closes the dialog that asked for an intent: it was done.
  static func close(of intent: AnyIntent, _ state: inout State) {
    state.removeOverlays { ($0 as? Dialog)?.sent == intent }
  }

  /// The dialog that asked for an intent takes keys again: the intent was given up.
  static func giveUp(_ intent: AnyIntent, _ state: inout State) {
    guard var dialog = state.top(Dialog.self), dialog.sent == intent else { return }
    dialog.isBusy = false
    state.replaceTop(dialog)
  }

  /// Shows a failure in the dialog that asked; false when there is none.
  static func fail(_ intent: AnyIntent, _ error: WalletError, _ state: inout State) -> Bool {
    guard var dialog = state.top(Dialog.self), dialog.sent == intent else { return false }
    dialog.isBusy = false
    let errorsWithoutField = dialog.form.show(error.fieldErrors, all: true)
    dialog.failure = error.fieldErrors.isEmpty || !errorsWithoutField.isEmpty ? error : nil
    if dialog.purpose.wipesOnFailure { dialog.form.wipe() }
    state.replaceTop(dialog)
    return true
  }
}
