import ScreenKit
import Secrets
import ThreeDSecure
package import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// Turns a card into a payment handle (D18). The bank may ask first.
package struct NewPayment: Intent {
  package let request: PaymentHandleRequest
  /// Whether a typed card is saved, too (E36).
  let saves: Bool
  private let id: UInt64

  /// - Parameter time: Distinguishes two payments of the same amount.
  init(_ request: PaymentHandleRequest, saves: Bool = false, at time: UInt64) {
    self.request = request
    self.saves = saves
    id = time
  }

  package static func == (a: NewPayment, b: NewPayment) -> Bool { a.id == b.id }

  package func title(_ words: Words) -> String { words.payments.preparingPayment }

  /// It has the only copies of number and CVV.
  package func wipe() { request.card.wipe() }

  /// One request: what follows is an intent of its own. A user who signs in or agrees before that
  /// must not pay twice.
  package func request(_ service: WalletService) async throws(WalletError) -> PaymentHandle {
    try await service.createPaymentHandle(request)
  }

  /// The card is registered while its number is at hand. It is saved once the payment was made.
  package func succeed(_ handle: PaymentHandle, _ state: inout State) -> [Effect] {
    state.paying.web.handles.select(0)
    let effects = WebPayments.readHandles(&state)
    if saves, handle.status != .failed,
      let copy = SavedCardRequest(copying: request.card, currency: request.options.currency)
    {
      let registering = AlsoRegistering(payment: handle, request: copy)
      return effects + registering.send(after: self, &state)
    }
    return effects + Self.goOn(with: handle, after: self, &state)
  }

  /// The bank asks, above the form that sent `intent`, or it is decided.
  static func goOn(
    with handle: PaymentHandle, after intent: some Intent, _ state: inout State
  ) -> [Effect] {
    state.activity.alerts.isOwn(handle, state.clock)
    if handle.needsRedirect {
      return BankInquiry(subject: .payment(handle)).send(after: intent, &state)
    }
    Dialog.close(of: AnyIntent(intent), &state)
    PaymentOutcome.show(handle, &state)
    return AlsoSaving.goOn(after: handle, &state)
  }

  /// The list says whether it was made.
  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.show(
      .warning, state.words.shop.mayHavePaid,
      detail: state.words.shop.lookBeforePaying(state.keyLabel(for: Tab.webPayments.command.id)),
      seconds: 10)
    return WebPayments.readHandles(&state)
  }
}

/// What is said of a payment that was made, charged or refused.
enum PaymentOutcome {
  static func show(_ handle: PaymentHandle, _ state: inout State) {
    let words = state.words
    let amount = words.money(handle.money)
    switch handle.status {
    case .payable:
      state.show(.success, words.payments.ready(amount), detail: handle.merchantName)
    case .completed:
      state.show(.success, words.payments.charged(amount, handle.merchantName))
    case .processing:
      state.show(.info, words.payments.inWork, detail: handle.merchantName)
    case .failed, .expired:
      state.activity.alerts.forget(handle)
      state.show(
        .warning, words.payments.failure(handle.errorCode),
        detail: words.payments.nothingPaid(handle.errorCode), seconds: 8)
    case .initiated: break
    }
  }
}

/// What the bank's question leads to.
enum QuestionSubject: Sendable, Equatable {
  case payment(PaymentHandle)
  case saving(CardRegistration)
  /// A card that is to pay for virtual cards.
  case funding(ProvisionalFundingSource)

  var id: String {
    switch self {
    case .payment(let handle): handle.id
    case .saving(let registration): registration.id
    case .funding(let source): source.id
    }
  }

  /// What the question says that it is for.
  fileprivate func title(_ asked: CardAuthentication, _ words: Words) -> String {
    switch self {
    case .payment: asked.merchant
    case .saving: words.savedCards.saveTitle
    case .funding: words.virtualForms.addCardTitle
    }
  }
}

/// Answers the bank's question about a payment or about a card that is saved.
struct PaymentQuestion: QuestionAnswering {
  let asked: CardAuthentication
  let subject: QuestionSubject

  static func open(
    _ asked: CardAuthentication, _ subject: QuestionSubject, _ state: inout State
  ) -> [Effect] {
    guard let question = asked.question else { return [] }
    state.paying.web.seenQuestions.insert(asked.id)
    let words = state.words
    let isPayment = if case .payment = subject { true } else { false }
    let matter = BankMatter(
      bank: words.payments.yourBank, programme: words.payments.brandSecure(asked.brand),
      version: DirectoryServer.version, merchant: asked.merchant,
      amount: isPayment ? asked.money : nil,
      title: subject.title(asked, words),
      cardName: words.payments.brandName(asked.brand), lastFour: String(asked.maskedCard.suffix(4)),
      time: asked.createdAt)
    let challenge = Challenge(
      question.type.value ?? .outOfBand, render: question.pagePath == nil ? .native : .html)
    // Without a server there is nobody who would send the page.
    let address = question.pagePath.flatMap { path in
      state.wallet.server.flatMap { Wire.address(ofPage: path, at: $0) }
    }
    let left = question.endsAt.milliseconds - state.clock.wall.milliseconds
    let opened = BankQuestion(
      asked.id, matter, challenge, target: question.target, address: address,
      timeLeft: left, clock: state.clock,
      by: PaymentQuestion(asked: asked, subject: subject)
    ).open(&state)
    guard challenge.asksForCode, state.wallet.showsPhone else { return opened }
    state.phones.simulated.isOpen = true
    return opened + PhoneDrawer.begin(state)
  }

  private func attempt(_ state: State) -> Int {
    let left = state.view.overlays.lazy.compactMap { $0.base as? BankQuestion }
      .first { $0.id == asked.id }?.attemptsLeft
    return Authentication.attemptLimit - (left ?? Authentication.attemptLimit) + 1
  }

  func answer(_ reply: ChallengeReply, _ state: inout State) -> [Effect] {
    if case .confirmation(.confirmed) = reply, asked.question?.type.value == .outOfBand {
      return PaymentConsent(asked: asked, subject: subject).send(&state)
    }
    if case .confirmation(.declined) = reply {
      return [.read(AnswerQuery(question: self, attempt: attempt(state), reply: .cancel))]
    }
    return [.read(AnswerQuery(question: self, attempt: attempt(state), reply: Reply(reply)))]
  }

  /// Back to the form with what was typed (E03), whatever the bank says of what it was asked.
  func cancelled(_ state: inout State) -> [Effect] {
    Dialog.wait(after: inquiry, for: nil, &state)
    return [.read(AnswerQuery(question: self, attempt: attempt(state), reply: .cancel))]
  }

  /// What the form below the question waits for.
  private var inquiry: AnyIntent { AnyIntent(BankInquiry(subject: subject)) }

  func timedOut(_ state: inout State) -> [Effect] { finish(&state) }

  /// Nothing is asked any more.
  func finish(_ state: inout State) -> [Effect] {
    _ = BankQuestion.answered(asked.id, .decided, &state)
    Dialog.close(of: inquiry, &state)
    switch subject {
    case .payment(let handle): return [.read(FinishedPaymentQuery(id: handle.id))]
    case .saving(let registration): return [.read(FinishSavingQuery(id: registration.id))]
    case .funding(let source): return [.read(FinishFundingQuery(id: source.id))]
    }
  }

  /// A reply that can be compared.
  enum Reply: Sendable, Equatable {
    case code(Secret)
    case options([String])
    case ask
    case cancel

    init(_ reply: ChallengeReply) {
      switch reply {
      case .code(let code): self = .code(code)
      case .options(let ids): self = .options(ids)
      case .confirmation: self = .ask
      case .cancel: self = .cancel
      }
    }

    var challenge: ChallengeReply {
      switch self {
      case .code(let code): .code(code)
      case .options(let ids): .options(ids)
      case .ask: .confirmation(.waiting)
      case .cancel: .cancel
      }
    }
  }
}

struct AnswerQuery: Query {
  let question: PaymentQuestion
  let attempt: Int
  let reply: PaymentQuestion.Reply
  var waiting: Waiting? { .codes }

  func request(_ service: WalletService) async throws(WalletError) -> CardAuthentication {
    defer { if case .code(let code) = reply { code.wipe() } }
    return try await service.send(
      AnswerAuthentication(question.asked.id, attempt: attempt, reply.challenge))
  }

  func answered(_ result: Result<CardAuthentication, WalletError>, _ state: inout State)
    -> [Effect]
  {
    let id = question.asked.id
    switch result {
    case .failure(let error) where error.code == .authenticationOver:
      return question.finish(&state)
    case .failure(let error):
      if reply == .cancel { return question.finish(&state) }
      BankQuestion.answered(id, .failed(error), &state)
      if error.needsSignIn { return SignInAgain.ask(error, nil, &state) }
    case .success(let now):
      guard let asked = now.question else { return question.finish(&state) }
      BankQuestion.answered(
        id, asked.attempt > attempt ? .wrong(attemptsLeft: asked.attemptsLeft) : .waiting, &state)
    }
    return []
  }
}

/// The owner of a card of this wallet agrees to a payment, with a one-time code.
package struct PaymentConsent: Intent, SendsOperation {
  let asked: CardAuthentication
  let subject: QuestionSubject

  package func title(_ words: Words) -> String { words.payments.confirmingPayment }
  package func reason(_ words: Words) -> String {
    words.payments.confirmPaymentReason(words.money(asked.money), asked.merchant)
  }

  package var operation: ConfirmPayment { ConfirmPayment(asked) }

  package func succeed(_ answer: CardAuthentication, _ state: inout State) -> [Effect] {
    PaymentQuestion(asked: asked, subject: subject).finish(&state)
  }

  package func rollBack(_ state: inout State) {
    BankQuestion.answered(asked.id, .waiting, &state)
  }
}

/// A payment whose question has ended.
struct FinishedPaymentQuery: Query, SendsOperation {
  let id: String
  var operation: GetPaymentHandle { GetPaymentHandle(id) }
  func answered(_ result: Result<PaymentHandle, WalletError>, _ state: inout State) -> [Effect] {
    guard case .success(let handle) = result else { return WebPayments.readHandles(&state) }
    PaymentOutcome.show(handle, &state)
    return WebPayments.readHandles(&state) + AlsoSaving.goOn(after: handle, &state)
  }
}

/// Reads what the bank asks about something that was sent, and must not be sent again. The form
/// into which it was typed waits for it, and then for the end of the question.
struct BankInquiry: Intent, SendsOperation {
  let subject: QuestionSubject

  func title(_ words: Words) -> String {
    switch subject {
    case .payment: words.payments.preparingPayment
    case .saving: words.savedCards.savingCard
    case .funding: words.virtualForms.settingUp
    }
  }

  var operation: GetAuthentication { GetAuthentication(subject.id) }

  func succeed(_ asked: CardAuthentication, _ state: inout State) -> [Effect] {
    asked.question == nil
      ? PaymentQuestion(asked: asked, subject: subject).finish(&state)
      : PaymentQuestion.open(asked, subject, &state)
  }
}

/// The shop charges a payment (D58).
package struct PaymentCharge: Intent {
  let handle: PaymentHandle

  package func title(_ words: Words) -> String { words.payments.inWork }

  package func request(_ service: WalletService) async throws(WalletError) -> PaymentHandle {
    let token = try await service.send(GetPaymentToken(handle.id))
    defer { token.wipe() }
    return try await service.send(UsePaymentHandle(token))
  }

  package func succeed(_ answer: PaymentHandle, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.activity.alerts.isOwn(answer, state.clock)
    if answer.status == .failed {
      state.activity.alerts.isOwnDecline(answer.money, at: answer.merchantName, state.clock)
    }
    PaymentOutcome.show(answer, &state)
    return WebPayments.readHandles(&state)
  }

  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.show(.warning, state.words.shop.mayHavePaid, seconds: 10)
    return WebPayments.readHandles(&state)
  }

  /// Asks about the payment in focus: no single key moves money.
  static func ask(_ state: inout State) -> [Effect] {
    guard let handle = state.paying.web.handles.focused else { return [] }
    let words = state.words
    return PaymentCharge(handle: handle).ask(
      words.payments.chargePayment.title, ["\(handle.merchantName) · \(words.money(handle.money))"],
      words.shop.pay(handle.money), &state)
  }
}
