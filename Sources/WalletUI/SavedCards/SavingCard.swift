import CardEntry
import Secrets
import ThreeDSecure
package import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// Registers a card that is to be saved (E19). The bank may ask first; then it is verified and saved.
package struct SavingCard: Intent {
  package let request: SavedCardRequest
  private let id: UInt64

  init(_ request: SavedCardRequest, at time: UInt64) {
    self.request = request
    id = time
  }

  package static func == (a: SavingCard, b: SavingCard) -> Bool { a.id == b.id }

  package struct Answer: Sendable {
    let registration: CardRegistration
    /// nil: the bank asks nothing.
    let question: CardAuthentication?
  }

  package func title(_ words: Words) -> String { words.savingCard }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> Answer
  {
    defer { request.card.wipe() }
    let registration = try await service.payments.register(request)
    guard registration.needsRedirect else {
      return Answer(registration: registration, question: nil)
    }
    let question = try await service.payments.authentication(registration.id)
    return Answer(registration: registration, question: question)
  }

  package func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    if let question = answer.question {
      return PaymentQuestion.open(question, .saving(answer.registration), &state)
    }
    return [.read(FinishSavingQuery(id: answer.registration.id))]
  }

  /// Nothing is saved without the last step (E02).
  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.toasts.show(.warning, state.words.cardNotSaved, clock: state.clock)
    return []
  }
}

/// Saves a card whose owner was authenticated; anything else is rolled back (E02).
struct FinishSavingQuery: Query {
  let id: String

  func request(_ service: WalletService) async throws(WalletError) -> CardRegistration {
    let registration = try await service.payments.registration(id)
    if registration.isProcessable { return try await service.payments.process(id) }
    guard registration.state == .initialized else { return registration }
    return try await service.payments.rollBack(id)
  }

  func answered(_ result: Result<CardRegistration, WalletError>, _ state: inout State) -> [Effect] {
    let words = state.words
    switch result {
    case .success(let registration) where registration.state == .tokenized:
      let name = "··\((registration.maskedNumber ?? "").suffix(4))"
      state.toasts.show(.success, words.cardSaved(name), clock: state.clock)
    case .success(let registration):
      state.toasts.show(
        .warning, words.cardNotSaved, detail: registration.errorCode.map(words.codeNumber) ?? "",
        clock: state.clock, seconds: 8)
    case .failure(let error): state.show(error)
    }
    return WebPayments.readSaved(&state)
  }
}

/// The further fields of a card that is saved.
struct SavingUse: CardUse {
  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission? {
    guard case .entered(let card) = card else { return nil }
    let use: SavedCardUse = form.selected("use") == 1 ? .recurring : .easy
    let currency = state.web.methods.first?.currency ?? Currency("EUR")
    return .intent(
      SavingCard(SavedCardRequest(card, use, currency: currency), at: state.clock.now))
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    return CardForm(use: SavingUse(), ownCards: []).dialog(
      state, title: words.saveTitle, lines: [words.saveLine], rules: CardEntryRules(.saving()),
      cardFields: [.number, .expiry, .cvv],
      further: [
        FormField("use", words.useLabel, .choice(options: words.useChoices, selected: 0))
      ],
      submitLabel: words.saveHint
    ).open(&state)
  }
}

/// Removes a saved card (E28).
package struct RemovingSaved: Intent {
  let card: SavedCard
  package func title(_ words: Words) -> String { words.removingCard }
  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> SavedCard
  { try await service.payments.remove(card.id) }
  package func succeed(_ card: SavedCard, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    let name = "\(state.words.schemeName(card.scheme)) ··\(card.lastFour)"
    state.toasts.show(.success, state.words.savedRemoved(name), clock: state.clock)
    return WebPayments.readSaved(&state)
  }
}

struct RemoveSavedForm: FormPurpose {
  let card: SavedCard

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(RemovingSaved(card: card))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let card = state.web.saved.focused else { return [] }
    let words = state.words
    let name = "\(words.schemeName(card.scheme)) ··\(card.lastFour)"
    var dialog = Dialog(
      RemoveSavedForm(card: card), title: words.removeTitle(name), lines: [words.removeLine],
      submitLabel: words.removeHint, cancelLabel: words.keep, fields: [])
    dialog.isDangerous = true
    return dialog.open(&state)
  }
}

/// Pays with a saved card (E14): the CVV is asked unless the shop charges it by itself.
struct SavedPaymentForm: FormPurpose {
  let card: SavedCard

  var wipesOnFailure: Bool { true }

  func refresh(_ form: inout Form, _ state: State) {
    form.setChoice("merchantId", options: PaymentUse.labels(state))
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
    PaymentUse.sum(form, state).map { state.words.pay($0.money) }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let card = state.web.saved.focused else { return [] }
    let words = state.words
    let name = "\(words.schemeName(card.scheme)) ··\(card.lastFour)"
    let digits = CardEntryRules.cvvLengths(card.brand).lowerBound
    let cvv: [FormField] = card.use == .easy ? [.digits("cvv", words.label(.cvv), digits)] : []
    return Dialog(
      SavedPaymentForm(card: card), title: words.payWith(name), lines: [words.payFormLine],
      submitLabel: words.pay, cancelLabel: words.backHint,
      fields: cvv + PaymentUse.fields(state)
    ).open(&state) + WebPayments.readMethods(state)
  }
}
