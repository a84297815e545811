import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

/// Changes a card's PIN.
struct PinChange: Intent, SendsOperation {
  let id: CardID
  /// The intent owns it.
  let pin: Secret

  var cardID: CardID? { id }
  func wipe() { pin.wipe() }
  func title(_ words: Words) -> String { words.cards.changePin.title }
  func reason(_ words: Words) -> String { words.codes.codeForPinChange }
  func confirmLabel(_ words: Words) -> String { words.codes.changePinHint }

  var operation: SetCardPin { SetCardPin(id, pin: pin) }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(card, &state)
    state.show(.success, state.words.cards.pinChanged(state.words.cardForms.title(card)))
    return []
  }
}

struct PinForm: FormPurpose {
  let id: CardID

  func action(_ words: Words) -> CardFormAction? {
    CardFormAction(card: id, action: .setPin, title: words.cards.changePin.title)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    guard let pin = form.secret("pin"), let again = form.secret("again") else { return [] }
    if let problem = Rules.pin(pin.secret) { return [FieldError("pin", problem)] }
    return pin.secret.matches(again.secret)
      ? [] : [FieldError("again", .verbatim(state.words.start.notTheSame))]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    form.secret("pin").map { .intent(PinChange(id: id, pin: $0.secret.copy())) }
  }
}

extension PinForm {
  /// The title of its command where the card has no PIN yet; nil: it has one.
  static func title(_ state: State) -> String? {
    let isSet = state.cards.list.focused.flatMap {
      state.cards.details.card($0.id) { $0.isPinSet }
    }
    return isSet == false ? state.words.cards.setPin : nil
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    return Dialog(
      PinForm(id: row.id), title: words.cardForms.changePin(of: row.title),
      lines: [words.cardForms.fourDigitsAndCode], submitLabel: words.cardForms.change,
      cancelLabel: words.backHint,
      fields: [
        .digits("pin", words.cardForms.newPin, 4), .digits("again", words.start.repeatPin, 4),
      ]
    ).open(&state)
  }
}
