import Canvas
import Languages
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

extension Fixture {
  static let merchant = Merchant(
    id: "cafe", name: "Café Lumière", mcc: "5814", city: "Sofia", postalCode: "1000",
    country: "BG", currency: Currency("EUR"), createdAt: now, updatedAt: now)

  /// The payments of the first card and of the third, one of them in yen.
  static let payments: [Transaction] = [cards[2], cards[0]].flatMap { card in
    transactions(card).enumerated().map { index, payment in
      var payment = payment
      payment.id = TransactionID("\(card.lastFour)-\(index)")
      guard index == 1 else { return payment }
      payment.transactedAmount = Money(761, Currency("JPY"))
      payment.detail = [
        ChargeDetail(
          amount: payment.billedAmount, markup: Markup(percent: 2990),
          transactedAt: payment.transactedAt, settledAt: nil, fundingSourceID: "account-1",
          description: payment.description, state: .pending, continues: false)
      ]
      return payment
    }
  }.sorted { $0.sortDate > $1.sortDate }

  static func receipt(_ reason: DeclineReason? = nil) -> ShopReceipt {
    ShopReceipt(
      id: "sale", billedAmount: Money(420, Currency("EUR")), declineReason: reason,
      createdAt: now, updatedAt: now)
  }
}

extension State {
  /// Opens the payments screen and answers its queries.
  mutating func showActivity(_ page: TransactionPage = TransactionPage(Fixture.payments)) {
    answer(press(.character("5")), page)
  }

  mutating func answer(_ effects: [Effect], _ page: TransactionPage) {
    for query in effects.compactMap(\.payments) {
      _ = reduce(&self, .answer(query, .success(page)))
    }
  }
}

@Suite struct ActivityTests {
  private let many = (0..<60).map { index in
    Transaction(
      id: TransactionID("p\(index)"), cardID: Fixture.cards[0].id, type: .complete,
      transactedAt: Fixture.now.adding(seconds: -Int64(index) * 3600),
      billedAmount: Money(100, Currency("EUR")), description: "Shop \(index)")
  }

  /// G03 on the screen: lock, pay, see it declined, unlock, pay again, in four keys.
  @Test func aLockedCardDeclinesUntilItIsUnlocked() {
    var state = Fixture.state(focus: 0)
    let card = Fixture.cards[0]
    func answer(_ effects: [Effect], _ outcome: Outcome) {
      for case .perform(let intent, nil) in effects {
        _ = reduce(&state, .done(intent, outcome))
      }
    }
    var locked = card
    locked.status = .locked
    locked.version = 2
    answer(state.type("l"), .card(locked))
    let pay = state.type("B")
    #expect(pay.contains(.perform(.pay(card.id, merchant: nil, ShopAmount(420)), nil)))
    answer(pay, .receipt(Fixture.receipt(.cardLocked), Fixture.merchant))
    #expect(state.toasts.current?.text == "Declined: card locked")
    var active = card
    active.version = 3
    answer(state.type("u"), .card(active))
    let again = state.type("B")
    #expect(again.contains(.perform(.pay(card.id, merchant: "cafe", ShopAmount(420)), nil)))
    answer(again, .receipt(Fixture.receipt(), Fixture.merchant))
    #expect(state.toasts.current?.text == "€4.20 reserved · Café Lumière")
  }

  @Test func withoutAShopThereAreNoPayments() {
    var state = Fixture.state(focus: 0)
    state.type("b")
    let none = WalletError(.notFound, .verbatim("This server has no simulated shop"))
    _ = reduce(&state, .answer(MerchantsQuery(), .failure(none)))
    #expect(state.overlays.isEmpty)
    #expect(state.toasts.current?.text.hasPrefix("This server has no simulated shop") == true)
    for id in ["shop.pay", "shop.again"] {
      let reason = CommandRegistry.command(id)?.disabled(state)
      #expect(reason == "this server has no simulated shop", "\(id)")
    }
    #expect(state.type("b").isEmpty && state.overlays.isEmpty)
  }

  @Test func theDialogAcceptsMerchantAndAmount() throws {
    var state = Fixture.state(focus: 0)
    #expect(state.type("b").contains(.read(MerchantsQuery())))
    // Nothing is sent without a merchant or with an invalid amount.
    #expect(state.press(.control("s")).isEmpty)
    _ = reduce(&state, .answer(MerchantsQuery(), .success([Fixture.merchant])))
    state.press(Key(.enter), .control("u"))
    state.type("x")
    #expect(state.press(Key(.enter)).isEmpty)
    state.press(.control("u"))
    state.type("0")
    #expect(state.press(Key(.enter)).isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields.last?.error?.english == "must be from 0.01 to 9999999.99")
    state.press(.control("u"))
    state.type("12,50")
    let effects = state.press(Key(.enter))
    let intent = AnyIntent.pay(Fixture.cards[0].id, merchant: "cafe", ShopAmount(12_50))
    #expect(effects == [.perform(intent, nil)])
    _ = reduce(
      &state, .done(intent, .receipt(Fixture.receipt(), Fixture.merchant)))
    #expect(state.overlays.isEmpty)
  }

  /// The amount is only proposed, so the first key replaces it.
  @Test(arguments: [(Language.english, "4.20"), (.german, "4,20")])
  func theFirstKeyReplacesTheProposedAmount(_ language: Language, _ proposed: String) {
    Fixture.$language.withValue(language) {
      var state = Fixture.state(focus: 0)
      func amount() -> String? {
        state.top(Dialog.self)?.form.text("amount")
      }
      state.type("b")
      _ = reduce(&state, .answer(MerchantsQuery(), .success([Fixture.merchant])))
      #expect(amount() == proposed)
      state.press(Key(.enter))
      state.type("12")
      #expect(amount() == "12")
      state.press(Key(.escape))
      // Edited text is kept, and can be sent as it is.
      state.type("b")
      state.press(Key(.enter), Key(.backspace))
      state.type("5")
      #expect(amount() == proposed.dropLast() + "5")
      let paid = state.press(Key(.enter)).first?.intent?.base as? Payment
      #expect(paid?.amount == ShopAmount(425))
    }
  }

  @Test func rangeOrderAndCardAreRequested() throws {
    var state = Fixture.state(focus: 2)
    state.showActivity()
    #expect(state.activity?.list.rows.count == Fixture.payments.count)
    let from = try #require(state.activity?.requested.query.from)
    #expect(from == Timestamp("2026-10-22T00:00:00Z"))
    for (key, check) in [
      ("t", { $0.requested.query.from == Timestamp("2026-08-23T00:00:00Z") }),
      ("t", { $0.requested.query.from == Timestamp("2025-11-21T00:00:00Z") }),
      ("t", { $0.requested.query.from == nil }),
      ("t", { $0.requested.query.from == Timestamp("2026-11-14T00:00:00Z") }),
      ("o", { $0.requested.query.order == .ascending }),
      ("o", { $0.requested.query.order == .descending }),
      ("f", { $0.requested.card == Fixture.cards[2].id }), ("f", { $0.requested.card == nil }),
    ] as [(String, (ActivityScreen) -> Bool)] {
      let effects = state.type(key)
      let activity = try #require(state.activity)
      #expect(check(activity), "\(key)")
      #expect(
        effects == [
          .read(PaymentsQuery(card: activity.requested.card, query: activity.requested.query))
        ])
      state.answer(effects, TransactionPage(Fixture.payments))
    }
  }

  @Test func answersToOldQueriesAreNotShown() throws {
    var state = Fixture.state()
    let first = state.press(.character("5"))
    let second = state.type("o")
    state.answer(first, TransactionPage(Fixture.payments))
    #expect(state.activity?.list.rows.isEmpty == true)
    state.answer(second, TransactionPage(Array(Fixture.payments.reversed())))
    #expect(state.activity?.list.rows.count == Fixture.payments.count)
  }

  @Test func theNextPageIsReadAhead() throws {
    var state = Fixture.state()
    state.showActivity(TransactionPage(Array(many.prefix(30)), nextToken: "30"))
    let effects = state.press(Key(.pageDown))
    let query = try #require(effects.first?.payments).query
    #expect(query.nextToken == "30")
    #expect(state.press(Key(.pageDown)).isEmpty, "it is asked for once")
    state.answer(effects, TransactionPage(Array(many.suffix(30))))
    #expect(state.activity?.list.rows.map(\.id) == many.map(\.id))
    #expect(state.activity?.list.selected == 20)
  }

  @Test func eventsCauseReadingAndKeepTheFocus() throws {
    var state = Fixture.state()
    state.showActivity()
    state.press(.character("j"))
    let focused = state.activity?.list.focused?.id
    let effects = reduce(&state, .event(.cardsChanged([Fixture.cards[0].id])))
    state.answer(effects, TransactionPage(Array(many.prefix(3)) + Fixture.payments))
    #expect(state.activity?.list.focused?.id == focused)
    #expect(state.activity?.list.selected == 4)
  }

  @Test func escGoesBackAndHidesCardDetails() {
    var state = Fixture.state(Size(80, 24))
    state.showActivity()
    state.press(Key(.enter))
    #expect(state.activity?.pane == .details)
    state.press(Key(.escape))
    #expect(state.activity?.pane == .list)
    state.press(Key(.escape))
    #expect(state.activity == nil)
    state.showActivity()
    state.press(.character("1"))
    #expect(state.activity == nil)
    // Commands that work everywhere work here, too.
    state.showActivity()
    state.type("?")
    #expect(state.top(CommandMenu.self)?.kind == .help)
  }

  @Test func theChartAddsUp() {
    var clock = Fixture.clock
    clock.utcOffset = 3600
    for count in [7, 30, 90, 365] {
      let spending = Spending(
        many, clock: clock, currency: Currency("EUR"), count: count)
      #expect(spending.total == 60_00)
      for columns in [1, 7, 20, 60] {
        let sums = spending.columns(columns)
        #expect(sums.reduce(0, +) == 60_00)
        #expect(sums.count <= columns)
      }
    }
  }
}
