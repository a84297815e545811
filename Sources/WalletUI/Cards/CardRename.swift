import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Gives a card the user's own name.
struct CardRename: Intent, SendsOperation {
  let id: CardID
  /// Empty: the card is shown with the name of its programme.
  let alias: String
  /// The previous name, for undo; nil: this is an undo itself.
  let before: String?
  /// The version of the card that the user saw.
  let version: Int?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cards.renameCard.title }

  var operation: RenameCard { RenameCard(id, alias: alias) }
  var expectedVersion: Int? { version }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(
      card, state.words.cards.wasRenamed(state.words.cardForms.title(card)),
      undo: before.map { CardRename(id: id, alias: $0, before: nil, version: card.version) },
      &state)
  }
}

struct RenameForm: FormPurpose {
  let row: CardRow

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    CardUpdateRequest.alias(form.text("alias") ?? "").fieldErrors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(
      CardRename(
        id: row.id, alias: form.text("alias") ?? "", before: row.alias(state.words),
        version: state.cards.list.row(row.id)?.version))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    let alias = row.alias(words)
    var name = FormField.text(
      "alias", words.name, hint: words.cardForms.programme(row.programName).short, alias, limit: 24)
    name.isProposed = true
    return Dialog(
      RenameForm(row: row), title: words.cardForms.rename(row.title), lines: [],
      submitLabel: words.cardForms.renameHint, cancelLabel: words.backHint, fields: [name]
    ).open(&state)
  }
}

extension CardRow {
  /// The name that the user gave the card; empty: none.
  fileprivate func alias(_ words: Words) -> String {
    title == words.cardForms.programme(programName).short ? "" : title
  }
}
