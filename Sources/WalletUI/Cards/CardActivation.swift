import Canvas
import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

/// Activates a physical card that has arrived.
struct CardActivation: Intent, SendsOperation {
  let id: CardID
  /// Its CVV belongs to the intent.
  let request: CardActivationRequest

  var cardID: CardID? { id }
  func wipe() { request.cvv.wipe() }
  func title(_ words: Words) -> String { words.codes.activate }

  var operation: ActivateCard { ActivateCard(id, request) }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(card, &state)
    state.show(.success, state.words.cards.isActive(state.words.cardForms.title(card)))
    return []
  }
}

struct CardActivationForm: FormPurpose {
  let id: CardID

  func action(_ words: Words) -> CardFormAction? {
    CardFormAction(card: id, action: .activate, title: words.cards.activateCard.title)
  }

  /// Checks only the format. The issuer decides whether the data is right, and counts the tries.
  func errors(_ form: Form, _ state: State) -> [FieldError] {
    guard let cvv = form.secret("cvv")?.secret else { return [] }
    return request(form, cvv).fieldErrors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let cvv = form.secret("cvv")?.secret else { return nil }
    return .intent(CardActivation(id: id, request: request(form, cvv.copy())))
  }

  /// Each try counts, so the digits must be typed again.
  var wipesOnFailure: Bool { true }

  private func request(_ form: Form, _ cvv: Secret) -> CardActivationRequest {
    CardActivationRequest(lastFourDigits: form.text("lastFourDigits") ?? "", cvv: cvv)
  }
}

extension CardActivationForm {
  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    let letter =
      state.wallet.phoneCommand.map(words.codes.letterIsSimulated)
      ?? (state.wallet.showsPhone ? words.codes.onPhoneHere : nil)
    return Dialog(
      CardActivationForm(id: row.id), title: words.cardForms.activate(row.title),
      // A small screen needs its lines for the fields.
      lines: [words.start.enterDetails]
        + (state.view.size.height < 24 ? [] : letter.map { [$0] } ?? []),
      submitLabel: words.cardForms.activateHint, cancelLabel: words.backHint,
      fields: [
        .text(
          "lastFourDigits", words.cardForms.lastFour, hint: words.cardForms.onTheFront, limit: 4,
          of: .digits),
        .digits("cvv", words.cardForms.cvvLabel, hint: words.cardForms.onTheBack, 3),
      ]
    ).open(&state)
  }
}
