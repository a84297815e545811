import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Ends a card, and makes a new one in its place.
struct CardReplace: Intent, SendsOperation {
  let id: CardID
  let reason: ReplacementReason
  /// The version of the card that the user saw.
  let version: Int?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cardForms.replaceCard.title }
  func progress(_ words: Words) -> String { words.cardForms.replacing }

  var operation: ReplaceCard { ReplaceCard(id, reason) }
  var expectedVersion: Int? { version }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    Undo.offer(
      nil, state.words.cardForms.wasReplaced(state.words.cardForms.title(card), by: card.lastFour),
      &state)
    // The answer has only the new card; the old one is read again.
    state.backend.unanswered.told.insert(id)
    state.cards.list.wanted = card.id
    state.cards.details.invalidate(id)
    return CardRefresh.refresh([id], &state)
      + CardReading.read(from: state.cards.list.rows.count, CardReading.furtherPages, &state)
  }

  static let command = Command(
    "card.replace", \.cardForms.replaceCard, keys: [.character("R")], place: .cards,
    disabled: { refusal($0) }, isFinal: true, run: { CardReplaceForm.open(&$0) })

  private static func refusal(_ state: State) -> String? {
    if let reason = CardRefusals.refusalOfChange(state) { return reason }
    guard let row = state.cards.list.focused, ReplacementReason.possible(for: row.status).isEmpty
    else {
      return nil
    }
    return state.words.cards.refusal(.hasStatus(row.status))
  }
}

struct CardReplaceForm: FormPurpose {
  let row: CardRow
  let reasons: [ReplacementReason]

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(
      CardReplace(
        id: row.id, reason: reasons[form.selected("reason")],
        version: state.cards.list.row(row.id)?.version))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    let reasons = ReplacementReason.possible(for: row.status)
    let names = reasons.map { words.cardForms.name(of: $0) }
    var dialog = Dialog(
      CardReplaceForm(row: row, reasons: reasons), title: words.cardForms.replaceTitle(row.title),
      lines: [words.cardForms.replaceLine], submitLabel: words.cardForms.replaceHint,
      cancelLabel: words.keep,
      fields: [FormField("reason", words.cardForms.itIs, .choice(options: names, selected: 0))])
    dialog.isDangerous = true
    return dialog.open(&state)
  }
}
