import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// The page of a payment: from each screen with payments, with the steps of its shop (G04–G08).
@Suite struct PaymentPageTests {
  private static let sizes = Fixture.sizes.filter { $0.width != 100 }

  /// A payment of €10.00 at the simulated café.
  private static func payment(
    _ type: TransactionType, _ id: String = "p", _ amount: Int64 = 10_00
  ) -> Transaction {
    Transaction(
      id: TransactionID(id), cardID: Fixture.cards[0].id, sequenceID: "p", type: type,
      transactedAt: Fixture.now.adding(seconds: -60),
      billedAmount: Money(amount, Currency("EUR")), description: Fixture.merchant.name,
      declineReason: type == .decline ? .cardLocked : nil)
  }

  /// The page of the first of these payments.
  private static func opened(_ payments: [Transaction], _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size)
    state.paying.shop.merchants = [Fixture.merchant]
    state.showActivity(TransactionPage(payments))
    state.press(Key(.enter))
    return state
  }

  /// After news of the card, the book of payments is read again.
  private static func news(_ payments: [Transaction], _ state: inout State) {
    state.pass(seconds: 3)
    let effects = reduce(&state, .event(.cardsChanged([Fixture.cards[0].id])))
    state.answer(effects, TransactionPage(payments))
  }

  private static func reasons(_ state: State) -> [String?] {
    ShopStep.allCases.map { state.refusal(of: $0.command) }
  }

  private static func sent(_ effects: [Effect]) throws -> ShopChange {
    try #require(effects.intent(ShopChange.self))
  }

  // MARK: The way there and back

  @Test(arguments: sizes) func enterOpensAPaymentAndEscComesBackToItsRow(_ size: Size) throws {
    var state = Activity.opened(size).typing("jj")
    let (before, text) = (state.view.screens, state.text)
    let payment = try #require(state.activityScreen?.list.focused)
    state.press(Key(.enter))
    #expect(state.paymentPage?.payment == payment && state.shown.tab == .activity)
    #expect(state.text[0].contains(payment.description))
    #expect(state.text.last?.contains("Esc back") == true)
    state.press(Key(.escape))
    #expect(state.view.screens == before && state.text == text)
  }

  @Test func theNumberOfItsScreenLeavesIt() {
    var state = Activity.opened()
    state.press(Key(.enter))
    state.type("5")
    #expect(
      state.paymentPage == nil && state.view.screens.count == 2 && state.activityScreen != nil)
    state.press(Key(.enter))
    state.type("1")
    #expect(state.view.screens.count == 1 && state.shown.tab == .cards)
  }

  /// From the table to the payment, to its card, and back the same way.
  @Test func itsCardIsOneKeyAway() throws {
    var state = Fixture.state(focus: 4)
    state.showActivity()
    state.press(Key(.enter))
    let payment = try #require(state.paymentPage?.payment)
    state.type("f")
    #expect(state.view.screens.count == 1 && state.focusedID == payment.cardID)
    // There the payment is opened once more, and its card is what lies below it.
    state.press(Key(.tab), Key(.enter))
    #expect(state.paymentPage != nil && state.view.screens.count == 2)
    state.type("f")
    #expect(state.view.screens.count == 1 && state.focusedID == payment.cardID)
    state.press(Key(.escape), Key(.escape))
    #expect(state.paymentPage?.payment == payment && state.view.screens.count == 3)
    state.press(Key(.escape))
    #expect(state.paymentPage == nil && state.activityScreen?.list.focused == payment)
  }

  @Test func aPaymentOfAVirtualCardIsOpenedOnItsPage() throws {
    var state = Fixture.state()
    state.showVirtual()
    let card = try #require(state.virtual.focused)
    var payments = [Self.payment(.pending), Self.payment(.complete, "q")]
    for index in payments.indices { payments[index].cardID = CardID(card.id) }
    state.answer(VirtualPaymentsQuery(card: card), TransactionPage(payments))
    state.press(Key(.enter))
    #expect(state.shown.payment(state) == nil && state.press(Key(.enter)).isEmpty)
    for _ in 0..<60 where state.shown.payment(state)?.id != payments[1].id {
      state.press(Key(.down))
    }
    state.press(Key(.enter))
    #expect(state.paymentPage?.payment == payments[1])
    #expect(state.shows("··\(card.lastFour)"))
    state.type("f")
    #expect(state.view.screens.count == 1 && state.shown.payment(state) == payments[1])
  }

  // MARK: What it shows

  @Test(arguments: sizes) func everythingIsReachable(_ size: Size) throws {
    var payment = Self.payment(.complete)
    payment.transactedAmount = Money(761, Currency("JPY"))
    payment.detail = [
      ChargeDetail(
        amount: payment.billedAmount, markup: Markup(percent: 2990),
        transactedAt: payment.transactedAt, settledAt: nil, fundingSourceID: "account-1",
        description: "", state: .cleared, continues: true)
    ]
    var state = Self.opened([payment, Self.payment(.refund, "r", 1_23)], size)
    let page = try #require(state.paymentPage)
    var seen = ""
    for _ in 0..<60 {
      seen += screen(state)
      state.press(Key(.down))
    }
    for fact in PaymentSheet(state: state, payment: page.payment).facts {
      #expect(seen.contains(fact.label), "\(fact.label)")
    }
    for step in ShopStep.allCases {
      #expect(seen.contains(step.text(.english).title), "\(step)")
    }
    for text in ["The shop can", "So far", "+€1.23", "You can", "Copy"] {
      #expect(seen.contains(text), "\(text)")
    }
  }

  /// The payments of a purchase lead to each other.
  @Test func aRefundIsOpenedFromItsDebit() {
    var state = Self.opened([Self.payment(.complete), Self.payment(.refund, "r", 1_23)])
    for _ in 0..<30 {
      guard case .payment(let chosen)? = state.paymentPage?.chosen(state), chosen.id.rawValue == "r"
      else {
        state.press(Key(.down))
        continue
      }
      break
    }
    state.press(Key(.enter))
    #expect(state.paymentPage?.payment.id.rawValue == "r" && state.view.screens.count == 3)
    state.press(Key(.escape))
    #expect(state.paymentPage == nil && state.activityScreen?.list.selected == 0)
  }

  @Test func lineModeReadsItAndTakesWords() {
    var state = Self.opened([Self.payment(.pending)], Size(200, 90)).linear
    for text in ["Status", "The shop can", "Reverse", "Refund · not debited yet"] {
      #expect(state.shows(text), "\(text)")
    }
    _ = reduce(&state, .input(.words("reverse")))
    #expect(state.top(Dialog.self)?.title == "Reverse · Café Lumière")
    state.press(Key(.escape))
    // A number chooses, and Enter runs what is chosen.
    _ = reduce(&state, .input(.choice(0)))
    state.press(Key(.enter))
    #expect(state.top(Dialog.self)?.title == "Debit · Café Lumière")
  }

  // MARK: Reasons

  @Test func eachStepSaysWhyItIsNotPossible() {
    func reasons(_ type: TransactionType) -> [String?] {
      Self.reasons(Self.opened([Self.payment(type)]))
    }
    let debited = Array(repeating: "debited already", count: 4) as [String?]
    #expect(reasons(.pending) == [nil, nil, nil, nil, "not debited yet"])
    #expect(reasons(.complete) == debited + [nil])
    #expect(reasons(.refund) == Array(repeating: "this is a refund", count: 5))
    #expect(reasons(.decline) == Array(repeating: "it was declined", count: 5))
    #expect(reasons(.other("NEW")) == Array(repeating: "its status is unknown", count: 5))
    let state = Self.opened([Self.payment(.pending)])
    #expect(state.shows("R Refund · not debited yet"))
  }

  @Test func whatConcernsTheShopIsAReason() {
    var state = Self.opened([Self.payment(.pending)])
    state.paying.shop.merchants[0].name = "Another"
    #expect(Self.reasons(state)[0] == "its shop is not simulated")
    state.paying.shop.isMissing = true
    #expect(Self.reasons(state)[0] == "this server has no simulated shop")
    state = Activity.opened()
    state.submit("jj")
    _ = reduce(&state, offline)
    #expect(Self.reasons(state)[0] == state.unreachable)
    #expect(state.type("d").isEmpty && state.view.overlays.isEmpty)
  }

  /// A server without a shop is not asked about it by a message.
  @Test func aMissingShopIsOnlyAReason() {
    var state = Fixture.state()
    state.showActivity()
    #expect(state.press(Key(.enter)).contains(.read(MerchantsQuery())))
    let none = WalletError(.notFound, .verbatim("This server has no simulated shop"))
    _ = reduce(&state, .answer(MerchantsQuery(), .failure(none)))
    #expect(state.toasts.current == nil && state.paying.shop.isMissing)
  }

  // MARK: Steps

  @Test(arguments: ShopStep.allCases) func noSingleKeyMovesMoney(_ step: ShopStep) throws {
    var state = Self.opened([Self.payment(step == .refund ? .complete : .pending)])
    let key = try #require(state.input.keymap.label(step.command.id))
    #expect(state.type(key).isEmpty)
    #expect(state.top(Dialog.self)?.title == "\(step.text(.english).title) · Café Lumière")
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty && state.paymentPage != nil)
  }

  /// What was reserved is gone then; the page goes on to the debit.
  @Test func aDebitOfAllLeadsToTheDebit() throws {
    var state = Self.opened([Self.payment(.pending)]).typing("d")
    #expect(state.shows("Reserved now: €10.00") && state.shows("Enter debit €10.00"))
    let intent = try Self.sent(state.press(Key(.enter)))
    #expect(intent.step == .debit && intent.amount == ShopAmount(10_00, Currency("EUR")))
    let effects = state.done(intent, Fixture.receipt(id: "debit", amount: 10_00))
    #expect(state.view.overlays.isEmpty && effects.compactMap(\.payments).count == 1)
    #expect(state.toasts.current?.text == "€10.00 debited · Café Lumière")
    #expect(Self.reasons(state)[2] == "a change is on its way", "the old payment takes no step")
    #expect(state.refusal(of: NoteForm.command) == "a change is on its way", "and no note")
    let debit = Self.payment(.complete, "debit")
    state.answer(effects, TransactionPage([debit]))
    #expect(state.paymentPage?.payment == debit)
    #expect(Self.reasons(state) == Array(repeating: "debited already", count: 4) + [nil])
    #expect(state.refusal(of: NoteForm.command) == nil)
  }

  @Test func aPartIsDebitedAndTheRestStaysReserved() throws {
    var state = Self.opened([Self.payment(.pending)])
    let intent = try Self.sent(state.submit("d4"))
    #expect(intent.amount == ShopAmount(4_00, Currency("EUR")))
    let effects = state.done(intent, Fixture.receipt(id: "debit", amount: 4_00))
    var rest = Self.payment(.pending, "p", 6_00)
    rest.version = 2
    state.answer(effects, TransactionPage([Self.payment(.complete, "debit", 4_00), rest]))
    #expect(state.paymentPage?.payment == rest && state.paymentPage?.sequence.count == 2)
    state.type("-")
    #expect(state.shows("Reserved now: €6.00"))
  }

  @Test func moreIsReservedOrDeclined() throws {
    for reason in [nil, DeclineReason.insufficientFunds] {
      var state = Self.opened([Self.payment(.pending)])
      #expect(state.submit("+").isEmpty, "nothing is proposed")
      let intent = try Self.sent(state.submit("2.50"))
      #expect(intent.step == .increment && intent.amount.minorUnits == 2_50)
      state.done(intent, Fixture.receipt(reason, id: "p", amount: 12_50))
      let text = reason == nil ? "€12.50 reserved · Café Lumière" : "Declined: no funds"
      #expect(state.toasts.current?.text == text)
    }
  }

  @Test func aReservationIsReleasedOrExpires() throws {
    for (key, step) in [("-", ShopStep.reverse), ("X", .expire)] {
      var state = Self.opened([Self.payment(.pending)])
      let intent = try Self.sent(state.submit(key))
      #expect(intent.step == step && intent.amount.minorUnits == 10_00)
      state.done(intent, Fixture.receipt(id: "p", amount: 0))
      #expect(state.toasts.current?.text == "Nothing is reserved any more")
      state.toasts.current = nil
      #expect(state.shows("Nothing is reserved any more"))
      #expect(Set(Self.reasons(state)) == ["nothing is reserved any more"])
    }
  }

  @Test func aReversalIsAtMostWhatIsReserved() {
    var state = Self.opened([Self.payment(.pending)])
    #expect(state.submit("-10.01").isEmpty && state.shows("Must be from 0.01 to 10.00"))
  }

  @Test func aRefundIsAtMostWhatWasDebited() throws {
    let debit = Self.payment(.complete)
    var state = Self.opened([debit, Self.payment(.refund, "r", 4_00)]).typing("R")
    #expect(state.shows("Can be refunded: €6.00") && state.shows("Enter refund €6.00"))
    #expect(state.submit("7").isEmpty)
    state.press(.control("u"))
    let intent = try Self.sent(state.submit("6"))
    #expect(intent.step == .refund && intent.amount == ShopAmount(6_00, Currency("EUR")))
    state.done(intent, Fixture.receipt(id: "r2", amount: 6_00))
    #expect(state.toasts.current?.text == "€6.00 refunded · Café Lumière")
    state = Self.opened([debit, Self.payment(.refund, "r", 10_00)])
    #expect(Self.reasons(state)[4] == "all of it was refunded")
  }

  /// Amounts that no server should send end no program, and stay within the shop's bounds.
  @Test(arguments: [Int64.min, -1, 0, .max])
  func anyAmountIsTaken(_ amount: Int64) {
    for step in ShopStep.allCases {
      var payment = Self.payment(step == .refund ? .complete : .pending)
      payment.transactedAmount.minorUnits = amount
      var state = Self.opened([payment])
      _ = state.run(step.command)
      state.press(Key(.enter))
      #expect(state.paymentPage?.payment == payment)
    }
  }

  @Test func aLostAnswerReadsThePaymentAgain() throws {
    var state = Self.opened([Self.payment(.pending)])
    state.pass(seconds: 3)
    let intent = try Self.sent(state.submit("d"))
    let error = Fixture.lost(.netTimeout)
    let effects = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    #expect(state.view.overlays.isEmpty && effects.compactMap(\.payments).count == 1)
    #expect(state.toasts.current?.text.hasPrefix("The shop may have done it") == true)
  }

  @Test func itProposesToPayTheSameAgain() {
    var state = Self.opened([Self.payment(.complete)])
    #expect(state.type("B").isEmpty)
    #expect(state.top(Dialog.self)?.title == "Pay with Everyday")
    #expect(state.top(Dialog.self)?.form.text("amount") == "10.00")
  }

  // MARK: News

  @Test func itFollowsThePayments() {
    var state = Self.opened([Self.payment(.pending)])
    var more = Self.payment(.pending, "p", 12_00)
    more.version = 2
    Self.news([more], &state)
    #expect(state.paymentPage?.payment == more && state.shows("−€12.00"))
    // The details of a card may be newer than the book.
    Self.news([Self.payment(.pending)], &state)
    #expect(state.paymentPage?.payment == more)
  }

  /// Another terminal has debited it.
  @Test func aPaymentThatIsNoLongerThereSaysSo() {
    var state = Self.opened([Self.payment(.pending)])
    let debit = Self.payment(.complete, "debit")
    Self.news([debit], &state)
    #expect(state.shows("Nothing is reserved any more"))
    #expect(Set(Self.reasons(state)) == ["nothing is reserved any more"])
    #expect(state.paymentPage?.sequence == [debit])
  }

  /// A reading that lacked it is no proof.
  @Test func aPaymentThatIsThereAgainHasItsSteps() {
    let payment = Self.payment(.pending)
    var state = Self.opened([payment])
    Self.news([Self.payment(.complete, "debit")], &state)
    #expect(state.paymentPage?.isGone == true, "control")
    Self.news([payment], &state)
    #expect(state.paymentPage?.isGone == false && state.paymentPage?.sequence == [payment])
    #expect(Self.reasons(state)[0] == nil && !state.shows("Nothing is reserved any more"))
  }

  /// The details of its card have it before the book of payments.
  @Test func aPaymentThatWasJustMadeIsThere() throws {
    var state = Fixture.state(focus: 0)
    state.paying.shop.merchants = [Fixture.merchant]
    var details = Fixture.details(Fixture.cards[0])
    details.transactions.insert(Self.payment(.pending, "new"), at: 0)
    _ = reduce(&state, .loaded(details.card.id, .success(details)))
    state.press(Key(.tab))
    state.submit("g")
    #expect(state.paymentPage?.payment.id.rawValue == "new")
    #expect(state.paymentPage?.isGone == false && Self.reasons(state)[0] == nil)
  }

  @Test func aDamagedPaymentHasNoSteps() {
    var damaged = Self.payment(.other(""))
    damaged.isDamaged = true
    let state = Self.opened([damaged])
    #expect(state.shows("Damaged record") && !state.shows("The shop can"))
    #expect(Set(Self.reasons(state)) == ["its record is damaged"])
  }
}
