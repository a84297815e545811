import CardEntry
import ScreenKit
import Secrets
package import WalletAPI
package import WalletModel
import WalletService
package import Words

/// Registers a card that is to be saved (E19). The bank may ask first; then it is verified and saved.
package struct SavingCard: Intent, SendsOperation {
  package let request: SavedCardRequest
  /// When it was asked for.
  let id: UInt64

  package static func == (a: SavingCard, b: SavingCard) -> Bool { a.id == b.id }

  package func wipe() { request.card.wipe() }
  package func title(_ words: Words) -> String { words.savedCards.savingCard }

  package var operation: RegisterSavedCard { RegisterSavedCard(request) }

  package func succeed(_ registration: CardRegistration, _ state: inout State) -> [Effect] {
    if registration.needsRedirect {
      return BankInquiry(subject: .saving(registration)).send(after: self, &state)
    }
    Dialog.close(of: AnyIntent(self), &state)
    return [.read(FinishSavingQuery(id: registration.id))]
  }

  /// Nothing is saved without the last step (E02).
  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.show(.warning, state.words.savedCards.cardNotSaved)
    return []
  }
}

/// Saves a card whose owner was authenticated; anything else is rolled back (E02).
struct FinishSavingQuery: Query {
  let id: String
  /// Whether it is saved at all.
  var isWanted = true

  func request(_ service: WalletService) async throws(WalletError) -> CardRegistration {
    let registration = try await service.send(GetCardRegistration(id))
    if registration.isProcessable, isWanted { return try await service.send(ProcessSavedCard(id)) }
    guard registration.state == .initialized else { return registration }
    return try await service.send(RollBackSavedCard(id))
  }

  func answered(_ result: Result<CardRegistration, WalletError>, _ state: inout State) -> [Effect] {
    let words = state.words
    switch result {
    case .success(let registration) where registration.state == .tokenized:
      let name = "··\((registration.maskedNumber ?? "").suffix(4))"
      state.show(.success, words.savedCards.cardSaved(name))
    case .success(let registration):
      state.show(
        .warning, words.savedCards.cardNotSaved,
        detail: registration.errorCode.map(words.payments.codeNumber) ?? "", seconds: 8)
    case .failure(let error): state.show(error)
    }
    return WebPayments.readSaved(&state)
  }
}

/// A card that is saved beside a payment (E36). It has no secret: the number was sent.
struct AlsoSaving: Sendable {
  let payment: String
  let registration: CardRegistration

  /// Goes on with saving when the payment was made. A card that was refused is not saved.
  static func goOn(after handle: PaymentHandle, _ state: inout State) -> [Effect] {
    guard let saving = state.paying.web.alsoSaving, saving.payment == handle.id else { return [] }
    let registration = saving.registration
    let wasMade = handle.status == .payable || handle.status == .completed
    if handle.status == .initiated { return [] }
    state.paying.web.alsoSaving = nil
    return wasMade && registration.needsRedirect
      ? [.read(SavingQuestionQuery(registration: registration))]
      : [.read(FinishSavingQuery(id: registration.id, isWanted: wasMade))]
  }
}

/// Registers the card of a payment that was sent, and goes on with the payment after any answer.
struct AlsoRegistering: Intent {
  typealias Answer = Result<CardRegistration, WalletError>
  let payment: PaymentHandle
  let request: SavedCardRequest

  static func == (a: AlsoRegistering, b: AlsoRegistering) -> Bool { a.payment.id == b.payment.id }

  func wipe() { request.card.wipe() }
  func title(_ words: Words) -> String { words.savedCards.savingCard }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await service.send(RegisterSavedCard(request))
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .success(let registration):
      state.paying.web.alsoSaving = AlsoSaving(payment: payment.id, registration: registration)
    case .failure(let error):
      state.show(
        .warning, state.words.savedCards.cardNotSaved,
        detail: state.words.errors.text(error.message), seconds: 8)
    }
    return NewPayment.goOn(with: payment, after: self, &state)
  }

  /// Nothing is saved without the last step (E02).
  func handleLostAnswer(_ state: inout State) -> [Effect]? {
    succeed(.failure(WalletError(.netLost)), &state)
  }
}

/// What the bank asks before a card is saved beside a payment.
struct SavingQuestionQuery: Query, SendsOperation {
  let registration: CardRegistration

  var operation: GetAuthentication { GetAuthentication(registration.id) }

  func answered(_ result: Result<CardAuthentication, WalletError>, _ state: inout State)
    -> [Effect]
  {
    guard case .success(let asked) = result, asked.question != nil else {
      return [.read(FinishSavingQuery(id: registration.id))]
    }
    return PaymentQuestion.open(asked, .saving(registration), &state)
  }
}

/// Removes a saved card (E28).
package struct RemovingSaved: Intent, SendsOperation {
  let card: SavedCard
  package func title(_ words: Words) -> String { words.savedCards.removingCard }
  package var operation: RemoveSavedCard { RemoveSavedCard(card.id) }
  package func succeed(_ card: SavedCard, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    let name = "\(state.words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)"
    state.show(.success, state.words.savedCards.savedRemoved(name))
    return WebPayments.readSaved(&state)
  }
}

extension RemovingSaved {
  /// Asks about the card in focus.
  static func ask(_ state: inout State) -> [Effect] {
    guard let card = state.paying.web.saved.focused else { return [] }
    let words = state.words
    let name = "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)"
    return RemovingSaved(card: card).ask(
      words.savedCards.removeTitle(name), [words.savedCards.removeLine],
      words.savedCards.removeHint, &state)
  }
}

/// Pays with a saved card (E14): the CVV is asked unless the shop charges it by itself.
struct SavedPaymentForm: FormPurpose {
  let card: SavedCard

  var wipesOnFailure: Bool { true }

  func refresh(_ form: inout Form, _ state: State) {
    PaymentUse.refresh(&form, state)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    var errors = PaymentUse.errors(form, state)
    if let cvv = form.secret("cvv"), cvv.count < cvv.limit {
      errors.insert(
        FieldError("cvv", .field(.digitsCount, "\(cvv.limit)")), at: 0)
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    let cvv = form.secret("cvv")?.secret.copy()
    return PaymentUse.submit(.saved(card.id, cvv: cvv), form, &state)
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    PaymentUse.sum(form, state).map { PaymentUse.button($0.money, state) }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let card = state.paying.web.saved.focused else { return [] }
    let words = state.words
    let name = "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)"
    let digits = CardEntryRules.cvvLengths(card.brand).lowerBound
    let cvv: [FormField] =
      card.use == .easy ? [.digits("cvv", words.cardEntry.label(.cvv), digits)] : []
    return Dialog(
      SavedPaymentForm(card: card), title: words.shop.payWith(name),
      lines: [words.payments.payFormLine],
      submitLabel: PaymentUse.button(nil, state), cancelLabel: words.backHint,
      fields: cvv + PaymentUse.fields(state)
    ).open(&state) + WebPayments.readMethods(state)
  }
}
