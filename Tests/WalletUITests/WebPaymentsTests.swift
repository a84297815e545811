import Canvas
import Languages
import ScreenKit
import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// The screens Payments and Saved.
@Suite struct WebPaymentsTests {
  static let sizes = Fixture.sizes

  static func handle(
    _ id: String, _ status: PaymentHandleStatus, redirect: Bool = false, code: Int? = nil
  ) -> PaymentHandle {
    PaymentHandle(
      id: id, merchantRefNum: "Order \(id)", money: Money(2490, Currency("EUR")),
      transactionType: .payment, status: status, needsRedirect: redirect,
      createdAt: Fixture.now.adding(seconds: -60),
      card: PaymentHandleCard(
        bin: "400000", lastDigits: "1109", brand: .visa, expiry: CardExpiry(month: 9, year: 2029),
        holderName: "Ana Petrova"), merchantID: "zalando", merchantName: "Zalando",
      errorCode: code)
  }

  static func question(
    attempt: Int = 1, isOwnCard: Bool = false, type: ChallengeType = .oneTimeCode
  )
    -> CardAuthentication
  {
    CardAuthentication(
      id: "1048", status: .pending, merchant: "Zalando", money: Money(2490, Currency("EUR")),
      maskedCard: "400000******1109", brand: .visa,
      question: ChallengeQuestion(
        type: Word(type), target: "+359 ••• ••• 412", attempt: attempt,
        attemptsLeft: 4 - attempt, endsAt: Fixture.now.adding(seconds: 240),
        isOwnCard: isOwnCard), createdAt: Fixture.now)
  }

  static let over = CardAuthentication(
    id: "1048", status: .completed, merchant: "Zalando", money: Money(2490, Currency("EUR")),
    maskedCard: "400000******1109", brand: .visa, result: .succeeded, createdAt: Fixture.now)

  static let saved = SavedCard(
    id: "s", maskedNumber: "400000******1109", scheme: .visa,
    expiry: CardExpiry(month: 9, year: 2029), use: .recurring, recurringExpiry: "20290930",
    recurringFrequency: 28, savedAt: Fixture.now)

  static let merchant = Merchant(
    id: "zalando", name: "Zalando", mcc: "5964", city: "Berlin", postalCode: "1", country: "DE",
    currency: Currency("EUR"), createdAt: Fixture.now, updatedAt: Fixture.now)

  /// The screen of payments with these handles, and what the forms need.
  private func opened(
    _ handles: [PaymentHandle] = [handle("1048", .payable)], _ size: Size = Size(120, 40)
  ) -> State {
    var state = Fixture.state(size)
    state.press(.character("4"))
    state.answer(HandlesQuery(), PaymentHandlePage(handles))
    state.answerShop()
    return state
  }

  private func openedSaved(_ cards: [SavedCard] = [saved], _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size)
    state.press(.character("3"))
    state.answer(SavedCardsQuery(), cards)
    return state
  }

  // MARK: Drawing

  @Test(arguments: Language.allCases, sizes)
  func everyStateHasItsWord(_ language: Language, _ size: Size) {
    let handles = [
      Self.handle("1", .payable), Self.handle("2", .initiated, redirect: true),
      Self.handle("3", .failed, code: 3022),
    ]
    for (index, handle) in handles.enumerated() {
      var state = opened([handle], size)
      state.settings.words = Words(language)
      let text = state.text.joined(separator: "\n")
      let words = Words(language)
      #expect(text.contains("Order \(index + 1)"), "\(size)")
      #expect(text.contains(words.money(handle.money)))
      #expect(
        text.contains(words.payments.handleState(handle.status, redirect: handle.needsRedirect)))
    }
  }

  @Test(arguments: sizes) func aFailureSaysWhy(_ size: Size) {
    let state = opened([Self.handle("1", .failed, code: 3022)], size)
    let text = state.text.joined(separator: "\n")
    #expect(size.height < 15 && size.width < 60 || text.contains("Not enough money"), "\(text)")
  }

  @Test func todayHasASumForEachCurrency() {
    var dollars = Self.handle("2", .failed, code: 3022)
    dollars.money = Money(10_00, Currency("USD"))
    let state = opened([Self.handle("1", .failed, code: 3022), dollars])
    #expect(state.shows("€24.90 · $10.00 in"))
  }

  @Test func aServerWithoutPaymentsSaysSo() {
    var state = Fixture.state(Size(120, 40))
    state.press(.character("4"))
    state.fail(HandlesQuery(), .notFound)
    #expect(state.text.joined().contains("This server has no payments"))
    #expect(state.command("payment.new")?.disabled(state) == state.words.payments.noPaymentService)
    // Control: with another failure it can be tried again.
    state.fail(HandlesQuery(), .internalError)
    #expect(state.command("payment.new")?.disabled(state) == nil)
  }

  @Test(arguments: sizes) func aSavedCardHasItsFacts(_ size: Size) {
    var state = openedSaved([Self.saved], size)
    #expect(state.text.joined().contains("Visa ··1109"))
    if size.width < 100 { state.press(Key(.enter)) }
    let text = state.text.joined(separator: "\n")
    #expect(text.contains("400000******1109") && text.contains("2029-09-30"), "\(text)")
  }

  /// Only open payments in sight wake the program, once a second.
  @Test func timeLeftIsCountedDownOnlyWhereItIsSeen() {
    var state = opened([Self.handle("1", .payable)])
    let deadlines = WebPayments.deadlines(state)
    #expect(deadlines.count == 1 && deadlines[0] <= state.clock.after(seconds: 1))
    #expect(WebPayments.deadlines(opened([Self.handle("1", .completed)])).isEmpty)
    state.press(.character("1"))
    #expect(WebPayments.deadlines(state).isEmpty)
  }

  // MARK: Paying

  private func pay(_ state: inout State) throws -> NewPayment {
    state.press(.character("w"))
    state.typeFields("4000000000001109", "0929", "123", "Ana Petrova")
    return try #require(state.press(.control("s")).intent(NewPayment.self))
  }

  /// The payment was taken, and the bank asks.
  private func ask(_ intent: NewPayment, _ state: inout State) throws {
    let effects = state.done(intent, Self.handle("1048", .initiated, redirect: true))
    state.done(try #require(effects.intent(BankInquiry.self)), Self.question())
  }

  @Test func aTypedCardPaysAfterACode() throws {
    var state = opened([])
    let intent = try pay(&state)
    let card = try #require(intent.request.card.entered)
    #expect(card.number?.matches(secret("4000000000001109")) == true)
    #expect(intent.request.options.amount == 2490 && intent.request.merchantID == "zalando")
    try ask(intent, &state)
    #expect(state.top(BankQuestion.self)?.id == "1048" && state.top(Dialog.self) == nil)

    // Wrong: the next answer is the second.
    let first = try #require(state.submit("000000").query(AnswerQuery.self))
    #expect(first.attempt == 1)
    state.answer(first, Self.question(attempt: 2))
    #expect(state.text.joined().contains("2 tries left"))
    let second = try #require(state.submit("123456").query(AnswerQuery.self))
    #expect(second.attempt == 2)
    let effects = state.answer(second, Self.over)
    #expect(state.view.overlays.isEmpty)
    let finished = try #require(effects.query(FinishedPaymentQuery.self))
    state.answer(finished, Self.handle("1048", .payable))
    #expect(state.toasts.current?.text == "€24.90 is ready for the shop")
  }

  /// A user who is signed out signs in above the question, and answers it then.
  @Test func aSignInIsAskedForAboveTheBanksQuestion() throws {
    var state = opened([])
    state.wallet.asksPassword = true
    let intent = try pay(&state)
    try ask(intent, &state)
    let query = try #require(state.submit("123456").query(AnswerQuery.self))
    state.fail(query, .unauthorized)
    #expect(state.top(SignInAgain.self) != nil)
    state.submit("right")
    _ = reduce(&state, .signedInAgain(nil))
    let question = try #require(state.top(BankQuestion.self))
    #expect(question.step == .asking && question.code.count == 6)
    #expect(state.press(Key(.enter)).contains { $0.query(AnswerQuery.self) != nil })
  }

  /// The page is below the address of the server. Nobody sends the page of a local wallet.
  @Test(arguments: [nil, "https://wallet.example"] as [String?])
  func theAddressOfTheBanksPageIsComplete(_ server: String?) {
    var state = opened([])
    state.wallet.server = server
    var asked = Self.question()
    asked.question?.pagePath = "/threedsecure/v2/challenges/1/x"
    _ = PaymentQuestion.open(asked, .payment(Fixture.handles[1]), &state)
    let address = server.map { $0 + "/threedsecure/v2/challenges/1/x" }
    #expect(state.view.overlays.count == 1 && state.top(BankQuestion.self)?.address == address)
  }

  /// A server names the fields of a request; the form has its own words for them.
  @Test func anErrorOfAServerIsShownAtItsField() throws {
    var state = opened([])
    let intent = try pay(&state)
    let names = ["card.cardNum", "merchantRefNum", "billingDetails.zip", "card.other"]
    let error = WalletError(
      .fieldErrors, fieldErrors: names.map { FieldError($0, .field(.needed)) })
    _ = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    let dialog = try #require(state.top(Dialog.self))
    let wrong = dialog.form.fields.filter { $0.isVisible && $0.error != nil }.map(\.id)
    #expect(Set(wrong) == [CardField.number.rawValue, "merchantRefNum"])
    // What is not in sight is named by its label; what the form does not have stays as it is.
    #expect(
      dialog.failure?.fieldErrors.map(\.field) == [
        state.words.payments.payerPostcode, "card.other",
      ])
    #expect(!screen(state).contains("card.cardNum"))
  }

  @Test func leavingTheQuestionCancelsAtTheBank() throws {
    var state = opened([])
    let intent = try pay(&state)
    try ask(intent, &state)
    let query = try #require(state.press(Key(.escape)).query(AnswerQuery.self))
    #expect(
      query.reply == .cancel && state.view.overlays.count == 1 && state.top(Dialog.self) != nil)
  }

  /// No single key moves money: it asks first.
  @Test func theShopChargesOnlyWhatIsReady() throws {
    var state = opened([Self.handle("1048", .payable), Self.handle("1047", .completed)])
    #expect(state.press(.character("U")).first?.intent == nil)
    #expect(state.top(Dialog.self)?.lines == ["Zalando · €24.90"])
    #expect(state.press(Key(.escape)).first?.intent == nil && state.view.overlays.isEmpty)
    state.press(.character("U"))
    let intent = try #require(state.press(Key(.enter)).intent(PaymentCharge.self))
    #expect(intent.handle.id == "1048")
    state.done(intent, Self.handle("1048", .completed))
    #expect(state.view.overlays.isEmpty && state.toasts.current?.text == "€24.90 paid · Zalando")
    state.press(Key(.down))
    #expect(state.press(.character("U")).first?.intent == nil)
    #expect(
      state.command("payment.charge")?.disabled(state) == state.words.payments.notReadyToCharge)
  }

  /// A second charge is not offered.
  @Test func afterALostAnswerTheListSaysWhetherItWasCharged() throws {
    var state = opened()
    state.press(.character("U"))
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    let lost = Fixture.lost(.netTimeout)
    let effects = reduce(&state, .performed(intent, .failure(lost)))
    #expect(
      state.view.overlays.isEmpty && state.toasts.current?.text == state.words.shop.mayHavePaid)
    #expect(effects.contains { $0.query(HandlesQuery.self) != nil })
  }

  /// Another terminal has begun a payment with a card of this wallet.
  @Test func aPaymentThatWaitsForConsentIsReportedOnce() {
    var state = Fixture.state(Size(120, 40))
    let effects = reduce(&state, .event(.paymentsChanged))
    #expect(effects.contains { $0.query(QuestionsQuery.self) != nil })
    let asked = Self.question(isOwnCard: true, type: .outOfBand)
    state.answer(QuestionsQuery(), [asked])
    #expect(state.toasts.current?.text == "€24.90 at Zalando waits for your consent")
    state.toasts.current = nil
    state.answer(QuestionsQuery(), [asked])
    #expect(state.toasts.current == nil)
    // A question of another bank is not this wallet's to answer.
    state.answer(QuestionsQuery(), [Self.question()])
    #expect(state.toasts.current == nil)
  }

  // MARK: Saved cards

  @Test func aCardIsSavedAfterItsBankHasAsked() throws {
    var state = openedSaved([])
    state.press(.character("S"))
    state.typeFields("5200000000001005", "0929", "123")
    let intent = try #require(state.press(.control("s")).intent(SavingCard.self))
    #expect(intent.request.use == .easy)
    let registration = CardRegistration(
      id: "1048", orderNumber: "n", use: .easy, needsRedirect: true, createdAt: Fixture.now)
    let inquiry = try #require(state.done(intent, registration).intent(BankInquiry.self))
    state.done(inquiry, Self.question())
    let answer = try #require(state.submit("123456").query(AnswerQuery.self))
    let done = state.answer(answer, Self.over)
    let finish = try #require(done.query(FinishSavingQuery.self))
    var saved = registration
    saved.state = .tokenized
    saved.maskedNumber = "520000******1005"
    let read = state.answer(finish, saved)
    #expect(read.contains { $0.query(SavedCardsQuery.self) != nil })
    #expect(state.toasts.current?.text == "··1005 is saved")
  }

  @Test func removingASavedCardIsAskedFirst() throws {
    var state = openedSaved()
    #expect(state.press(.character("D")).first?.intent == nil)
    #expect(state.top(Dialog.self)?.title == "Remove Visa ··1109?")
    let intent = try #require(state.press(Key(.enter)).intent(RemovingSaved.self))
    state.done(intent, Self.saved)
    #expect(state.view.overlays.isEmpty && state.toasts.current?.text == "Visa ··1109 was removed")
  }
}
