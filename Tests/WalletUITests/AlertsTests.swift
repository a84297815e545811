import Canvas
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// What others did with the wallet is told, once, and what this screen did is not.
@Suite struct AlertsTests {
  private static let payment = Transaction(
    id: TransactionID("new"), cardID: Fixture.cards[1].id, type: .pending,
    transactedAt: Fixture.now, billedAmount: Money(12_40, Currency("EUR")), description: "Lidl")

  private static func other(_ id: String, _ type: TransactionType) -> Transaction {
    var payment = payment
    payment.id = TransactionID(id)
    payment.sequenceID = id
    payment.type = type
    payment.declineReason = type == .decline ? .cardLocked : nil
    return payment
  }

  /// The payments come with news, and are read again.
  @discardableResult
  private func readAgain(_ new: [Transaction], _ state: inout State) -> [Effect] {
    _ = reduce(&state, .event(.cardsChanged([Fixture.cards[1].id])))
    _ = reduce(&state, .row(Fixture.cards[1].id, .success(Fixture.cards[1])))
    let asked = state.pass(seconds: 3)
    let page = TransactionPage(new + state.payments.payments)
    return asked.compactMap(\.payments).flatMap {
      reduce(&state, .answer($0, .success(page)))
    }
  }

  private func changed(_ card: Card, _ status: CardStatus, _ reason: StatusReason? = nil) -> Card {
    var card = card
    card.status = status
    card.statusReason = reason?.rawValue
    card.version += 1
    return card
  }

  private func history(_ state: State) -> [String] { state.toasts.history.map(\.text) }

  @Test func aPaymentElsewhereIsTold() {
    var state = Fixture.state()
    #expect(state.toasts.history.isEmpty, "what was there is no news")
    readAgain([Self.payment], &state)
    #expect(state.toasts.current?.text == "Groceries paid €12.40 at Lidl")
    readAgain([], &state)
    #expect(history(state) == ["Groceries paid €12.40 at Lidl"], "once")
  }

  /// That the server is back takes the place of what was told before it.
  @Test func newsOfAnOutageAreToldAfterIt() {
    var state = Fixture.state()
    _ = reduce(&state, .event(.connectionLost(WalletError(.netOffline))))
    let locked = changed(Fixture.cards[1], .locked)
    _ = reduce(&state, .row(locked.id, .success(locked)))
    #expect(!history(state).contains { $0.contains("locked elsewhere") })
    _ = reduce(&state, .event(.connectionRestored))
    #expect(!history(state).contains { $0.contains("locked elsewhere") }, "cards are being read")
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.cancelled))))
    #expect(history(state).contains { $0.contains("locked elsewhere") })
  }

  @Test func aDeclineNamesItsReason() {
    var state = Fixture.state()
    readAgain([Self.other("d", .decline)], &state)
    #expect(state.toasts.current?.text == "Declined at Lidl: card locked")
    #expect(state.toasts.current?.kind == .danger)
    #expect(screen(state).contains("✕ Declined at Lidl: card locked"))
    let lines = MessageHistoryView.lines(state).filter { $0.text.contains("Lidl was declined") }
    #expect(lines.count == 1, "the history has it once")
  }

  @Test func theEndOfAPaymentIsNotToldAgain() {
    var state = Fixture.state()
    readAgain([Self.payment], &state)
    var complete = Self.other("settled", .complete)
    complete.sequenceID = Self.payment.sequenceID
    readAgain([complete], &state)
    #expect(history(state).count == 1)
  }

  @Test func whatThisScreenPaidIsNotTold() throws {
    var state = Fixture.state(focus: 1)
    let merchant = Merchant(
      id: "m", name: "Lidl", mcc: "5411", city: "Sofia", postalCode: "1000", country: "BG",
      currency: Currency("EUR"), createdAt: Fixture.now, updatedAt: Fixture.now)
    let pay = AnyIntent.pay(Fixture.cards[1].id, merchant: "m", ShopAmount(12_40))
    _ = pay.send(&state)
    // The payment is found before its answer is here.
    readAgain([Self.payment], &state)
    #expect(state.toasts.current == nil)
    let receipt = ShopReceipt(
      id: "new", billedAmount: Self.payment.billedAmount, createdAt: Fixture.now,
      updatedAt: Fixture.now)
    _ = reduce(&state, .done(pay, .receipt(receipt, merchant)))
    #expect(history(state) == ["€12.40 reserved · Lidl"])
    readAgain([Self.other("elsewhere", .pending)], &state)
    #expect(history(state).last == "Groceries paid €12.40 at Lidl")
  }

  @Test(arguments: [
    (CardStatus.locked, nil as StatusReason?, "Groceries was locked elsewhere"),
    (.locked, .lockedAgain, "Groceries is locked again: its time is over"),
    (.locked, .unused, "Groceries was locked: not used for long"),
    (.cancelled, nil, "Groceries was cancelled elsewhere"),
    (.expired, nil, "Groceries was changed elsewhere: Expired"),
  ])
  func aStatusThatOthersSetIsTold(_ status: CardStatus, _ reason: StatusReason?, _ text: String) {
    var state = Fixture.state()
    let card = Fixture.cards[1]
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    _ = reduce(&state, .row(card.id, .success(changed(card, status, reason))))
    #expect(history(state) == [text])
  }

  @Test func unlockingElsewhereIsTold() {
    var state = Fixture.state()
    let card = Fixture.cards[2]
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    _ = reduce(&state, .row(card.id, .success(changed(card, .active))))
    #expect(history(state) == ["Travel was unlocked elsewhere"])
  }

  @Test func whatThisScreenLockedIsNotTold() throws {
    var state = Fixture.state(focus: 1)
    let card = Fixture.cards[1]
    let lock = try #require(state.type("l").first?.intent)
    let locked = changed(card, .locked)
    // Its news can be here first.
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    _ = reduce(&state, .row(card.id, .success(locked)))
    _ = reduce(&state, .done(lock, .card(locked)))
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    _ = reduce(&state, .row(card.id, .success(locked)))
    #expect(history(state) == ["Groceries locked"])
  }

  @Test func aConflictIsNotToldTwice() {
    var state = Fixture.state(focus: 1)
    let card = Fixture.cards[1]
    let lock = AnyIntent.setStatus(card.id, .lock, version: 1, undoable: true)
    _ = lock.send(&state)
    _ = reduce(&state, .performed(lock, .failure(WalletError(.versionConflict))))
    _ = reduce(&state, .row(card.id, .success(changed(card, .locked))))
    #expect(history(state) == ["Groceries was changed elsewhere"])
  }

  /// A temporary unlock does not show its status before the answer.
  @Test func whatThisScreenUnlockedTemporarilyIsNotTold() {
    var state = Fixture.state(focus: 2)
    let card = Fixture.cards[2]
    let unlock = TemporaryUnlock(card.id, seconds: 1800, version: card.version)
    _ = AnyIntent(unlock).send(&state)
    let open = changed(card, .active)
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    _ = reduce(&state, .row(card.id, .success(open)))
    #expect(state.toasts.history.isEmpty)
    _ = reduce(&state, .done(unlock, open))
    #expect(history(state).count == 1)
  }

  @Test func manyAtOnceAreOneToast() {
    var state = Fixture.state()
    readAgain(
      [Self.other("a", .pending), Self.other("b", .pending), Self.other("c", .decline)], &state)
    #expect(state.toasts.current?.text == "2 payments · 1 declined")
    #expect(history(state).count == 2, "each payment, and the decline among the declined")
  }

  @Test func aListThatIsReadAgainTellsOnce() {
    var state = Fixture.state()
    _ = reduce(&state, .event(.cardsChanged(nil)))
    let cards = Fixture.cards.map { $0.status == .active ? changed($0, .locked) : $0 }
    let meta = PagingResultMeta(numberOfRecords: cards.count, limit: 200, page: 1)
    _ = reduce(&state, .page(offset: 0, .success(CardList(cards: cards, meta: meta))))
    #expect(state.toasts.current?.text == "2 cards changed")
    #expect(history(state) == ["Everyday was locked elsewhere", "Groceries was locked elsewhere"])
  }

  // MARK: Notifications

  private func notified(_ effects: [Effect]) -> [Words.Notification] {
    effects.compactMap { if case .notify(let kind, _) = $0 { kind } else { nil } }
  }

  @Test func aNotificationIsAskedForWhereOneLooksElsewhere() {
    for (isSet, focus, expected) in [
      (true, nil, [Words.Notification.decline]), (true, false, [.decline]), (true, true, []),
      (false, false, []),
    ] as [(Bool, Bool?, [Words.Notification])] {
      var state = Fixture.state()
      state.settings.notifies = isSet
      if let focus { _ = reduce(&state, .input(.focus(focus))) }
      let effects = readAgain([Self.payment, Self.other("d", .decline)], &state)
      #expect(notified(effects) == expected, "\(isSet) \(String(describing: focus))")
    }
  }

  @Test func aKioskTellsNothing() {
    var state = Fixture.state()
    state.settings.notifies = true
    Kiosk.enter(&state)
    let effects = readAgain([Self.payment], &state)
    #expect(notified(effects).isEmpty && state.toasts.history.isEmpty)
  }

  @Test func aLockedWalletTellsNothing() {
    var state = remoteState(Size(120, 40), focus: 1)
    state.settings.notifies = true
    _ = Gate.lock(.asked, &state)
    let card = Fixture.cards[1]
    let count = state.toasts.history.count
    var effects = reduce(&state, .event(.cardsChanged([card.id])))
    effects += reduce(&state, .row(card.id, .success(changed(card, .locked))))
    #expect(notified(effects).isEmpty && state.toasts.history.count == count)
  }

  /// The positive control: the toast has what the notification has not.
  @Test(arguments: Words.all)
  func aNotificationNamesNothing(_ words: Words) {
    var state = Fixture.state()
    state.settings.words = words
    readAgain([Self.payment], &state)
    let secret = ["Lidl", "Groceries", "12"]
    for word in secret { #expect(state.toasts.current?.text.contains(word) == true, "\(word)") }
    for kind in Words.Notification.allCases {
      let text = words.notification(kind)
      for word in secret + ["€"] { #expect(!text.contains(word), "\(text)") }
      #expect(!text.contains { $0.isNumber }, "\(text)")
    }
  }
}
