import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Unlocks a card for a time. The issuer locks it again, whether or not this program runs.
struct UnlockForAWhile: Intent, SendsOperation {
  let id: CardID
  let seconds: Int
  /// The version of the card that the user saw.
  let version: Int?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cardForms.unlockForAWhile.title }

  var operation: UnlockCardFor { UnlockCardFor(id, seconds: seconds) }
  var expectedVersion: Int? { version }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    // Otherwise it was unlocked until an earlier or a later time.
    let wasLocked = state.cards.list.row(id)?.status == .locked
    return made(
      card, StatusChange.text(.unlock, card, state),
      undo: StatusChange.undo(of: card, wasLocked: wasLocked), &state)
  }

  static let command = Command(
    "card.thaw", \.cardForms.unlockForAWhile, keys: [.character("o")], place: .cards,
    disabled: { CardRefusals.refusal(of: .unlock, $0) }, run: { UnlockForAWhileForm.open(&$0) })
}

struct UnlockForAWhileForm: FormPurpose {
  let row: CardRow

  func action(_ words: Words) -> CardFormAction? {
    CardFormAction(card: row.id, action: .unlock, title: words.cardForms.unlockForAWhile.title)
  }

  private func seconds(_ form: Form) -> Int? {
    let minutes = Int(form.text("minutes") ?? "") ?? 0
    let seconds = minutes * 60
    return CardControls.unlockSeconds.contains(seconds) ? seconds : nil
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    if seconds(form) != nil { return [] }
    let range = CardControls.unlockSeconds
    return [
      FieldError(
        "minutes",
        .verbatim(state.words.cardForms.between(range.lowerBound / 60, range.upperBound / 60)))
    ]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    seconds(form).map {
      .intent(
        UnlockForAWhile(id: row.id, seconds: $0, version: state.cards.list.row(row.id)?.version))
    }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    var minutes = FormField.text(
      "minutes", words.cardForms.minutes, hint: "30", "30", limit: 5, of: .digits)
    minutes.isProposed = true
    return Dialog(
      UnlockForAWhileForm(row: row), title: words.cardForms.unlockForAWhileTitle(row.title),
      lines: [words.cardForms.unlockForAWhileLine], submitLabel: words.cards.unlockCard.hint ?? "",
      cancelLabel: words.backHint, fields: [minutes]
    ).open(&state)
  }
}
