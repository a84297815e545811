import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Sets after how many days without use the issuer locks a card.
struct AutoLock: Intent, SendsOperation {
  let id: CardID
  /// nil: never.
  let days: Int?
  /// The days before, for undo; nil: they are not known, or this is an undo itself.
  let before: Int??
  var isUndo = false
  /// The version of the card that the user saw.
  let version: Int?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cardForms.autoLockCard.title }

  var operation: SetCardControls {
    SetCardControls(id, CardControlsUpdate(autoLockAfter: days, takesBack: isUndo))
  }
  var expectedVersion: Int? { version }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(
      card,
      state.words.cardForms.autoLockIsSet(state.words.cardForms.title(card), card.autoLockDays),
      undo: before.map {
        AutoLock(id: id, days: $0, before: nil, isUndo: true, version: card.version)
      }, &state)
  }

  static let command = Command(
    "card.autoLock", \.cardForms.autoLockCard, keys: [.character("d")], place: .cards,
    disabled: { CardRefusals.refusalOfChange($0) }, run: { AutoLockForm.open(&$0) })
}

struct AutoLockForm: FormPurpose {
  let row: CardRow
  /// nil: it was not read yet.
  let before: Card?

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let text = form.text("days") ?? ""
    let range = CardControls.autoLockDays
    if text.isEmpty || Int(text).map(range.contains) == true { return [] }
    return [
      FieldError(
        "days", .verbatim(state.words.cardForms.between(range.lowerBound, range.upperBound)))
    ]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    let version = state.cards.list.row(row.id)?.version
    // What was read of another version is not what an undo would have to restore.
    let known = before.flatMap { $0.version == version ? $0 : nil }
    return .intent(
      AutoLock(
        id: row.id, days: Int(form.text("days") ?? ""), before: known.map { $0.autoLockDays },
        version: version))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    let before = state.cards.details.card(row.id)
    let set = before?.autoLockDays.map { "\($0)" } ?? ""
    var days = FormField.text(
      "days", words.activity.days, hint: words.cardForms.never, set, limit: 3, of: .digits)
    days.isProposed = true
    return Dialog(
      AutoLockForm(row: row, before: before), title: words.cardForms.autoLockTitle(row.title),
      lines: [words.cardForms.autoLockLine], submitLabel: words.set, cancelLabel: words.backHint,
      fields: [days]
    ).open(&state)
  }
}
