import Canvas
import ScreenKit
import TextLayout
package import WalletAPI
import WalletModel
package import Words

/// Metadata of a virtual card that the person's editor opens (F13).
package struct MetadataEdit: Sendable, Equatable {
  let card: VirtualCard
  let opened: OpenedVirtualCard
  let name: String
  /// What the editor opens: the metadata, or what was written at the last try.
  package let text: [UInt8]
}

/// Metadata are written in the person's own editor. When it has ended, their mistakes are reported,
/// and it can be opened again.
enum MetadataEditing {
  static func refusal(_ state: State) -> String? {
    if let refusal = VirtualCardCommands.changeRefusal(state) { return refusal }
    switch state.virtual.focusedResult {
    case .success: return nil
    case .partial(_, let cause): return state.words.virtualCards.cannotRead(cause)
    case nil: return state.words.virtualCards.readingVirtual
    }
  }

  static func begin(_ state: inout State) -> [Effect] {
    guard let card = state.virtual.focused, let opened = state.virtual.focusedResult?.opened else {
      return []
    }
    return [
      .edit(
        MetadataEdit(
          card: card, opened: opened, name: opened.alias ?? "··\(card.lastFour)",
          text: Array((opened.metadata ?? "").utf8)))
    ]
  }

  /// - Parameter result: The text of the file; nil: it has not changed.
  static func ended(
    _ edit: MetadataEdit, _ result: Result<[UInt8]?, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard state.gate == .open else { return [] }
    let isAnotherTry = (state.top(Dialog.self)?.purpose as? MetadataForm)?.edit == edit
    switch result {
    case .failure(let error):
      if isAnotherTry, var dialog = state.top(Dialog.self) {
        dialog.isBusy = false
        dialog.failure = error
        state.replaceTop(dialog)
      } else {
        state.show(error)
      }
      return []
    case .success(let written):
      if isAnotherTry { state.pop() }
      let text = written ?? edit.text
      guard text != Array((edit.opened.metadata ?? "").utf8) else {
        state.show(.info, state.words.virtualForms.metadataSame)
        return []
      }
      return MetadataForm.open(
        MetadataEdit(card: edit.card, opened: edit.opened, name: edit.name, text: text), &state)
    }
  }
}

/// Sends metadata, or says what is wrong with them. Either way the text is kept until it was sent.
struct MetadataForm: FormPurpose {
  let edit: MetadataEdit
  /// Whether the text can be sent.
  let isSound: Bool

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func wait(_ form: Form) -> FormWait { isSound ? .answer : .notCancellable }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard isSound else { return .effect(.edit(edit)) }
    return .intent(
      VirtualCardChange(
        card: edit.card, opened: edit.opened, name: edit.name,
        update: VirtualCardUpdate(
          metadata: edit.text.isEmpty
            ? .null : .value(String(decoding: edit.text, as: UTF8.self))),
        version: edit.card.version))
  }

  /// Opens it, and sends the text at once if nothing is wrong with it.
  static func open(_ edit: MetadataEdit, _ state: inout State) -> [Effect] {
    let words = state.words
    let problem = MetadataMistake.of(edit.text)?.lines(in: edit.text, words)
    let form = MetadataForm(edit: edit, isSound: problem == nil)
    let effects = Dialog(
      form, title: words.virtualForms.metadataTitle(edit.name),
      lines: problem.map { $0 + [words.virtualForms.metadataKept] }
        ?? [words.virtualForms.metadataAreSent],
      submitLabel: problem == nil ? words.virtualForms.saveChanges : words.virtualForms.editAgain,
      cancelLabel: words.start.discard, fields: []
    ).open(&state)
    guard problem == nil, let dialog = state.top(Dialog.self) else { return effects }
    return effects + dialog.key(Key(.enter), &state)
  }
}

extension MetadataMistake {
  /// What is wrong, and the line where it is.
  package func lines(in text: [UInt8], _ words: Words) -> [String] {
    let what =
      switch self {
      case .notText(let line, let column): words.virtualForms.notUTF8(line: line, column: column)
      case .notJSON(let line, let column): words.virtualForms.notJSON(line: line, column: column)
      case .tooLong: words.virtualForms.metadataTooLong(words.number(VirtualCard.longestMetadata))
      }
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard let line, lines.indices.contains(line - 1) else { return [what] }
    let wrong = Text.truncate(
      Text.clean(String(decoding: lines[line - 1], as: UTF8.self)), to: 60)
    return [what] + (wrong.isEmpty ? [] : [wrong])
  }
}
