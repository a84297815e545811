import Canvas
import ScreenKit
import Secrets
import WalletModel
import Words

extension Dialog: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if let discarding { return answer(key, discarding, &state) }
    if key.code == .escape {
      if isBusy { return giveUp(&state) }
      var dialog = self
      if purpose.goesBack(&dialog.form) { return dialog.changed(&state) }
      if !askToDiscard(.closing, &state) { state.pop() }
      return []
    }
    if isBusy { return [] }
    var dialog = self
    switch dialog.form.handle(key) {
    case .submit:
      state.replaceTop(dialog)
      return dialog.submit(&state)
    case .changed, .moved: return dialog.changed(&state)
    case .ignored:
      // ^S submits from any field, as Enter does in the last one.
      if key == .control("s") { return submit(&state) }
      if let overlay = purpose.opens(key, form, state) { return state.push(overlay) }
      return dialog.purpose.key(key, &dialog.form, state) ? dialog.changed(&state) : []
    }
  }

  /// Asks before what was typed is lost. False: there is nothing to ask about. The digits that confirm
  /// the end of a card are no loss: there Esc is the way out.
  private func askToDiscard(_ discarding: Discarding, _ state: inout State) -> Bool {
    guard form.isTyped, !isDangerous, !isBusy else { return false }
    change(&state) { $0.discarding = discarding }
    return true
  }

  func interrupt(_ state: inout State) -> Bool {
    discarding == nil && askToDiscard(.quitting, &state)
  }

  /// The answer to the question whether what was typed may be lost.
  private func answer(_ key: Key, _ discarding: Discarding, _ state: inout State) -> [Effect] {
    let yes = state.words.yes.unicodeScalars.first?.value
    switch key.code {
    case .enter, .character(0x79), .character(yes ?? 0x79):
      state.pop()
      if discarding == .quitting { state.quit() }
      return []
    case .escape, .character(0x6e): return change(&state) { $0.discarding = nil }
    default: return [.bell]
    }
  }

  /// Gives up what the dialog waits for; the dialog stays, with what was typed.
  private func giveUp(_ state: inout State) -> [Effect] {
    switch purpose.wait(form) {
    case .notCancellable: return []
    case .opening:
      change(&state) { $0.isBusy = false }
      state.endWork(Gate.openingWork(state))
      return [.cancel(.opening)]
    case .scanning:
      change(&state) { $0.isBusy = false }
      state.endWork(state.words.cardEntry.readingPicture)
      return [.cancel(.scanning)]
    case .answer: return [.cancel(.intents)]
    }
  }

  /// Validates while the user types. A field shows its error once it was touched.
  ///
  /// - Parameter change: What the user does.
  func changed(_ state: inout State, _ change: (inout Form) -> Void = { _ in }) -> [Effect] {
    var dialog = self
    change(&dialog.form)
    dialog.failure = nil
    let errors = dialog.refresh(state)
    dialog.form.show(errors, all: false)
    state.replaceTop(dialog)
    return []
  }

  private func submit(_ state: inout State) -> [Effect] {
    var dialog = self
    let errors = dialog.purpose.errors(dialog.form, state)
    dialog.form.show(errors, all: true)
    if !errors.isEmpty {
      let errorsWithoutField = dialog.form.withoutField(errors)
      dialog.form.focusFirstError()
      dialog.failure =
        errorsWithoutField.isEmpty
        ? nil : WalletError(.fieldErrors, fieldErrors: errorsWithoutField)
      state.replaceTop(dialog)
      return []
    }
    if let unreachable = state.unreachable, dialog.purpose.wait(form) == .answer {
      dialog.failure = WalletError(
        .netOffline, .verbatim(state.words.start.nothingWasSent), detail: .verbatim(unreachable),
        advice: .verbatim(state.words.start.tryWhenItIsBack))
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
    if isBusy || discarding != nil { return [] }
    let asKeys = state.settings.isLinear
    return changed(&state) { $0.paste(secret, asKeys: asKeys) }
  }

  func click(field: Int, _ state: inout State) -> [Effect] {
    guard !isBusy, discarding == nil else { return [] }
    return changed(&state) { _ = $0.click(field) }
  }

  func click(field: Int, column: Int, _ state: inout State) -> [Effect] {
    guard !isBusy, discarding == nil else { return [] }
    return changed(&state) { $0.click(field, column: column) }
  }

  func lineInput(_ state: State) -> LineInput {
    isBusy || discarding != nil ? .keys : form.lineInput(state.words)
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    changed(&state) { $0.choose(index) }
  }

  func draw(in frame: Frame) { DialogView(frame: frame).dialog(self) }

  /// The code for its change, the bank's question, a list to choose from, or a form that adds what
  /// is missing in it replaces it, since the form would be visible below it.
  func isReplaced(by next: any Overlay) -> Bool {
    next is ScaFlow || next is BankQuestion || next is any PickerOverlay || next is Dialog
  }

  func wipe() {
    var form = form
    form.wipe()
  }

  /// Keeps what is not secret.
  func concealed() -> Dialog? {
    var dialog = self
    dialog.form.wipe()
    return dialog
  }

  mutating func release() { isBusy = false }

  /// A form that could not be sent while the backend was unreachable can be sent now, so its error
  /// goes.
  mutating func connectionRestored() {
    if failure?.code.isUnreachable == true { failure = nil }
  }

  var keepsSecret: Bool { form.holdsSecret && !isBusy }
}

extension Dialog {
  /// The options of the top form were read, or have changed.
  static func refreshTop(_ state: inout State) {
    guard var dialog = state.top(Dialog.self) else { return }
    dialog.refresh(state)
    state.replaceTop(dialog)
  }

  /// The form that is filled now, for when the wallet is open again; its secrets are wiped. nil: there
  /// is none, or what it sent may still be done: sent again, it would pay twice.
  static func draft(_ state: State) -> Dialog? {
    let dialogs = state.view.overlays.compactMap { $0.base as? Dialog }
    guard var dialog = dialogs.last(where: { !$0.isUnderWay }), dialog.form.isTyped else {
      return nil
    }
    dialog.form.forgetSecrets()
    dialog.isBusy = false
    dialog.sent = nil
    dialog.failure = nil
    dialog.discarding = nil
    return dialog
  }

  /// Whether a payment was sent, or the bank asks about it.
  private var isUnderWay: Bool {
    switch sent?.base {
    case is BankInquiry: true
    case is NewPayment, is AlsoRegistering: isBusy
    default: false
    }
  }

  /// Closes the dialog that asked for an intent: it was done.
  static func close(of intent: AnyIntent, _ state: inout State) {
    state.removeOverlays { ($0 as? Dialog)?.sent == intent }
  }

  /// The form that sent an intent waits for the one that follows, which closes it or fails in it.
  ///
  /// - Parameter next: nil: none follows, and the person goes on with what was typed.
  static func wait(after intent: AnyIntent, for next: AnyIntent?, _ state: inout State) {
    changeAll(&state) { dialog in
      guard dialog.sent == intent else { return }
      dialog.sent = next
      dialog.isBusy = next != nil
    }
  }

  /// The dialog that sent the intent takes keys again, since the intent was cancelled.
  static func giveUp(_ intent: AnyIntent, _ state: inout State) {
    guard let dialog = state.top(Dialog.self), dialog.sent == intent else { return }
    dialog.change(&state) { $0.isBusy = false }
  }

  /// Shows an error in the dialog that sent the intent; false: there is no such dialog.
  static func fail(_ intent: AnyIntent, _ error: WalletError, _ state: inout State) -> Bool {
    guard var dialog = state.top(Dialog.self), dialog.sent == intent else { return false }
    dialog.isBusy = false
    var failure = error
    dialog.form.show(error.fieldErrors, all: true)
    failure.fieldErrors = dialog.form.withoutField(error.fieldErrors)
    dialog.failure = error.fieldErrors.isEmpty || !failure.fieldErrors.isEmpty ? failure : nil
    if dialog.purpose.wipesOnFailure { dialog.form.wipeAfterFailure() }
    state.replaceTop(dialog)
    return true
  }
}
