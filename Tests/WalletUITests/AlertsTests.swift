import Canvas
import ScreenKit
import Testing
import Themes
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// Payments that others made are reported once, and those of this screen are not.
@Suite struct AlertsTests {
  static let payment = other("new", .pending)

  static func other(_ id: String, _ type: TransactionType, days: Int64 = 0) -> Transaction {
    Transaction(
      id: TransactionID(id), cardID: Fixture.cards[1].id, type: type,
      transactedAt: Fixture.now.adding(seconds: -days * 86_400),
      billedAmount: Money(12_40, Currency("EUR")), description: "Lidl",
      declineReason: type == .decline ? .cardLocked : nil)
  }

  /// News come, and the payments are read again.
  @discardableResult
  static func readAgain(_ new: [Transaction], _ state: inout State) -> [Effect] {
    var asked = reduce(&state, .event(.cardsChanged([Fixture.cards[1].id])))
    state.row(Fixture.cards[1])
    asked += state.pass(seconds: 3)
    let page = TransactionPage(new + state.activity.book.payments)
    return asked.compactMap(\.payments).flatMap { query in
      state.answer(query, page)
    }
  }

  private func readAgain(_ new: Transaction..., in state: inout State) {
    Self.readAgain(new, &state)
  }

  private func history(_ state: State) -> [String] { state.toasts.history.map(\.text) }

  @Test func aPaymentElsewhereIsReported() {
    var state = Fixture.state(Size(200, 60))
    #expect(state.toasts.history.isEmpty, "what was there is no news")
    readAgain(Self.payment, in: &state)
    #expect(state.toasts.current?.text == "€12.40 paid at Lidl")
    #expect(state.toasts.current?.detail == "Groceries")
    #expect(state.text[0].contains("5 Activity●"))
    state.pass(seconds: 11)
    #expect(state.toasts.current == nil && state.shows("€12.40 paid at Lidl"), "in the news")
    readAgain(in: &state)
    #expect(history(state) == ["€12.40 paid at Lidl"], "once")
  }

  @Test func aDeclineNamesItsReason() {
    var state = Fixture.state()
    readAgain(Self.other("d", .decline), in: &state)
    #expect(state.toasts.current?.text == "Lidl was declined")
    #expect(state.toasts.current?.detail == "Groceries · €12.40 · card locked")
    #expect(state.toasts.current?.kind == .danger && state.toasts.unseen != nil)
    let lines = MessageHistoryView.lines(state).filter { $0.text.contains("Lidl was declined") }
    #expect(lines.count == 1, "the messages have it once")
  }

  /// The debit of a payment says nothing new. What comes back does.
  @Test func onlyRefundsOfLaterStepsAreReported() {
    var state = Fixture.state()
    readAgain(Self.payment, in: &state)
    for (type, count) in [(TransactionType.complete, 0), (.refund, 1)] {
      state.toasts = ToastState()
      var step = Self.other("\(type)", type)
      step.sequenceID = Self.payment.sequenceID
      readAgain(step, in: &state)
      #expect((state.toasts.current == nil ? 0 : 1) == count, "\(type)")
    }
  }

  @Test func anotherAmountOfAPaymentIsNotReported() throws {
    var state = Fixture.state()
    readAgain(Self.payment, in: &state)
    let asked =
      reduce(&state, .event(.cardsChanged([Fixture.cards[1].id]))) + state.pass(seconds: 3)
    var payments = state.activity.book.payments
    let index = try #require(payments.firstIndex { $0.id == Self.payment.id })
    payments[index].version += 1
    payments[index].billedAmount = Money(1_00, Currency("EUR"))
    state.answer(asked, TransactionPage(payments))
    #expect(state.activity.book.payments.contains { $0.version == 2 } && history(state).count == 1)
  }

  @Test func aPaymentOfThisScreenIsNotReported() {
    var state = Fixture.state(focus: 1)
    let pay = AnyIntent.pay(
      Fixture.cards[1].id, merchant: "m", ShopAmount(12_40, Currency("EUR")))
    _ = pay.send(&state)
    // The payment is found before its answer is here.
    readAgain(Self.payment, in: &state)
    #expect(state.toasts.current == nil)
    let receipt = Fixture.receipt(id: "new", amount: 12_40)
    state.done(pay, .receipt(receipt, Fixture.merchant))
    #expect(history(state) == ["€12.40 reserved · Café Lumière"])
    readAgain(Self.other("elsewhere", .pending), in: &state)
    #expect(history(state).last == "€12.40 paid at Lidl", "control: another one")
  }

  /// It has no id of a payment. One payment is its own, the next of the same amount is not.
  @Test func aHandleOfThisScreenIsNotReported() throws {
    var state = Fixture.state()
    var handle = try #require(Fixture.handles.first)
    (handle.merchantName, handle.money) = ("Lidl", Self.payment.transactedAmount)
    _ = NewPayment.goOn(with: handle, after: PaymentCharge(handle: handle), &state)
    state.toasts = ToastState()
    readAgain(Self.payment, in: &state)
    #expect(history(state).isEmpty)
    readAgain(Self.other("next", .pending), in: &state)
    #expect(history(state) == ["€12.40 paid at Lidl"])
  }

  /// What failed, was given up or expired pays nothing: the next payment is somebody else's.
  @Test(arguments: ["bank", "list", "time"])
  func aHandleThatCameToNothingHidesNothing(_ end: String) throws {
    var state = Fixture.state()
    state.settings.idleSeconds = 900
    var handle = try #require(Fixture.handles.first)
    (handle.merchantName, handle.money) = ("Lidl", Self.payment.transactedAmount)
    state.activity.alerts.isOwn(handle, state.clock)
    handle.status = .failed
    switch end {
    case "bank":
      state.answer(FinishedPaymentQuery(id: handle.id), handle)
      state.answer(HandlesQuery(), PaymentHandlePage([]))
    case "list": state.answer(HandlesQuery(), PaymentHandlePage([handle]))
    default: state.pass(seconds: handle.timeToLiveSeconds)
    }
    readAgain(Self.payment, in: &state)
    #expect(history(state).last == "€12.40 paid at Lidl")
  }

  @Test func oneOfTwoEqualHandlesIsStillOwn() {
    var state = Fixture.state()
    for (index, status) in [PaymentHandleStatus.payable, .failed].enumerated() {
      var handle = Fixture.handles[index]
      (handle.merchantName, handle.money) = ("Lidl", Self.payment.transactedAmount)
      state.activity.alerts.isOwn(handle, state.clock)
      handle.status = status
      state.answer(HandlesQuery(), PaymentHandlePage([handle]))
    }
    readAgain(Self.payment, in: &state)
    #expect(history(state).isEmpty)
  }

  /// The card was declined here. A payment at the same shop is somebody else's.
  @Test func aChargeThatFailedHidesOnlyItsDecline() throws {
    var state = Fixture.state()
    var handle = try #require(Fixture.handles.first)
    (handle.merchantName, handle.money) = ("Lidl", Self.payment.transactedAmount)
    handle.status = .failed
    state.done(PaymentCharge(handle: handle), handle)
    state.answer(HandlesQuery(), PaymentHandlePage([handle]))
    let said = state.toasts.current?.text
    readAgain(Self.other("d", .decline), in: &state)
    #expect(said != nil && state.toasts.current?.text == said)
    readAgain(Self.payment, in: &state)
    #expect(history(state).last == "€12.40 paid at Lidl")
  }

  /// A refund that the shop gave here, and a declined step, which has an id of its own.
  @Test(arguments: [TransactionType.refund, .decline])
  func aStepThatWasTakenHereIsNotReported(_ type: TransactionType) {
    var state = Fixture.state()
    readAgain(Self.payment, in: &state)
    state.toasts = ToastState()
    var other = Self.other("step", type)
    other.sequenceID = Self.payment.sequenceID
    let step = ShopChange(
      step: type == .refund ? .refund : .increment, payment: Self.payment, kind: .prepaid,
      amount: ShopAmount(other.transactedAmount))
    let id = type == .refund ? "step" : Self.payment.id.rawValue
    state.done(step, Fixture.receipt(other.declineReason, id: id, amount: 12_40))
    let said = state.toasts.current?.text
    readAgain(other, in: &state)
    #expect(state.activity.book.payments.contains { $0.id == other.id }, "it is read")
    #expect(said != nil && state.toasts.current?.text == said)
  }

  @Test func manyAtOnceAreOneToast() {
    var state = Fixture.state()
    readAgain(
      Self.other("a", .pending), Self.other("b", .pending), Self.other("c", .decline), in: &state)
    #expect(state.toasts.current?.text == "3 payments · 1 declined")
    #expect(state.toasts.current?.kind == .danger)
    #expect(history(state).count == 2, "each payment; the decline is among the declined ones")
  }

  @Test func aKioskReportsAndNotifiesNothing() {
    var state = Fixture.state()
    state.settings.notifies = true
    Kiosk.enter(&state)
    readAgain(Self.payment, in: &state)
    #expect(state.activity.book.payments.contains { $0.id == Self.payment.id }, "it is read")
    #expect(state.toasts.current == nil)
    #expect(notified(reduce(&state, .event(.newsLate))).isEmpty && state.backend.newsAreLate)
  }

  // MARK: The messages

  @Test func aPaymentAmongTheMessagesOpens() {
    var state = Fixture.state()
    readAgain(Self.payment, in: &state)
    state.type("!")
    #expect(state.shows("Enter see"))
    state.press(Key(.enter))
    #expect(
      state.view.overlays.isEmpty && state.activityScreen?.list.focused?.id == Self.payment.id)
  }

  /// Its month and no search hide it; the screen is open already.
  @Test func aPaymentOfAnotherMonthOpens() throws {
    var state = Fixture.state()
    let old = Self.other("old", .decline, days: 40)
    readAgain(old, in: &state)
    state.submit("5/Billa")
    state.type("!")
    let place = MessageHistoryView.lines(state).first { $0.text.contains("Lidl was") }?.place
    let index = try #require(place) - 1
    for _ in 0..<index { state.press(Key(.down)) }
    #expect(state.top(MessageHistory.self)?.selected == index)
    state.press(Key(.enter))
    #expect(state.activityScreen?.month == CalendarMonth(old.transactedAt, in: .utc))
    #expect(state.activityScreen?.list.filter == nil)
    #expect(state.activityScreen?.list.focused?.id == old.id)
  }

  @Test func aCardAmongTheMessagesOpens() {
    var state = Fixture.state(focus: 0)
    let card = Fixture.card(1, .locked)
    state.row(card)
    state.type("5!")
    // Line by line its number is typed.
    _ = reduce(&state, .input(.choice(0)))
    #expect(state.view.overlays.isEmpty && state.activityScreen == nil)
    #expect(state.focusedID == card.id)
  }

  @Test func aMessageAboutNothingCloses() {
    var state = Fixture.state()
    state.show(.info, "Something is new")
    state.type("!")
    #expect(!state.shows("Enter see"))
    state.press(Key(.enter))
    #expect(state.view.overlays.isEmpty && state.activityScreen == nil)
    state.type("!")
    #expect(reduce(&state, .input(.choice(500))) == [.bell] && !state.view.overlays.isEmpty)
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(40, 12)])
  func theMessageInFocusIsInSight(_ size: Size) {
    var state = Fixture.state(size).typing("!")
    let count = MessageHistoryView.lines(state).last?.place ?? 0
    #expect(count > 3)
    for index in 0..<count {
      #expect(state.top(MessageHistory.self)?.selected == index)
      let isInSight = render(state, .plain).regions.contains {
        $0.role == .button && $0.target == "item \(index)"
      }
      #expect(isInSight, "\(index)")
      state.press(Key(.down))
    }
    #expect(state.top(MessageHistory.self)?.selected == count - 1, "the last one")
  }
  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func allLinesOfTheMessageInFocusAreInSight(_ size: Size) {
    var state = Fixture.state(size)
    let text = (10..<44).map { "w\($0)" }.joined(separator: " ")
    state.show(.info, text)
    for number in 0..<5 { state.show(.info, "News \(number)") }
    state.type("!")
    for _ in 0..<5 { state.press(Key(.down)) }
    let lines = MessageHistoryView.lines(state).filter { $0.place == 6 }
    #expect(lines.count > 1)
    for line in lines { #expect(state.shows(line.text), "\(line.text)") }
  }

  // MARK: Notifications

  private func notified(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .notify(let text) = $0 { text } else { nil } }
  }

  @Test func aNotificationIsShownWhereOneLooksElsewhere() {
    let cases: [(isSet: Bool, hasFocus: Bool?, count: Int)] = [
      (true, nil, 1), (true, false, 1), (true, true, 0), (false, false, 0),
    ]
    for (isSet, hasFocus, count) in cases {
      var state = Fixture.state()
      state.settings.notifies = isSet
      if let hasFocus { _ = reduce(&state, .input(.focus(hasFocus))) }
      let effects = Self.readAgain([Self.other("d", .decline), Self.payment], &state)
      #expect(
        notified(effects) == Array(repeating: "A payment was declined.", count: count),
        "\(isSet) \(String(describing: hasFocus))")
    }
  }

  /// The terminal has the keys still when the wallet locks.
  @Test func theFocusStaysOverALock() {
    var state = Fixture.state()
    _ = reduce(&state, .input(.focus(true)))
    state.press(.control("l"))
    #expect(state.input.hasFocus == true)
  }

  @Test func eachChangeIsNotifiedOnce() {
    var state = remoteState()
    state.settings.notifies = true
    let card = Fixture.card(0, .locked)
    let cases: [(Action, NotificationWords.Notification)] = [
      (.row(card.id, .success(card)), .cardStatus), (.event(.newsLate), .newsLate),
      (.event(.newsOnTime), .newsOnTime), (offline, .connectionLost),
      (.event(.connectionRestored), .connectionRestored),
    ]
    for (action, kind) in cases {
      #expect(
        notified(reduce(&state, action)) == [state.words.notifications.notification(kind)],
        "\(kind)")
      #expect(notified(reduce(&state, action)).isEmpty, "\(kind) again")
    }
  }

  /// Others see it. Control: the message has what the notification has not.
  @Test(arguments: Words.all) func aNotificationNamesNothing(_ words: Words) {
    var state = Fixture.state()
    state.settings.words = words
    readAgain(Self.payment, in: &state)
    let line = state.toasts.current?.line ?? ""
    let names = ["Lidl", "Groceries", "12", "€"]
    for name in names { #expect(line.contains(name), "\(name)") }
    for kind in NotificationWords.Notification.allCases {
      let text = words.notifications.notification(kind)
      for name in names { #expect(!text.contains(name), "\(text)") }
      #expect(!text.contains { $0.isNumber }, "\(text)")
    }
  }
}
