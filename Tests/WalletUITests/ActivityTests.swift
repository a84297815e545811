import Canvas
import Languages
import ScreenKit
import Testing
import WalletModel

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

  static func receipt(
    _ reason: DeclineReason? = nil, _ rule: DeclineRule? = nil, id: String = "sale",
    amount: Int64 = 4_20
  ) -> ShopReceipt {
    ShopReceipt(
      id: id, billedAmount: Money(amount, Currency("EUR")), declineReason: reason,
      declineRule: rule, createdAt: now, updatedAt: now)
  }
}

extension State {
  /// Opens the payments screen and answers its queries.
  mutating func showActivity(_ page: TransactionPage = TransactionPage(Fixture.payments)) {
    answer(openActivity(), page)
  }

  /// Opens the payments screen when no payments have been read.
  mutating func openActivity() -> [Effect] {
    (activity.book, activity.month) = (PaymentBook(), WalletMonth())
    if let account = Fixture.details(Fixture.cards[0]).account { activity.month.take(account) }
    return press(.character("5"))
  }

  mutating func answer(_ effects: [Effect], _ page: TransactionPage) {
    for query in effects.compactMap(\.payments) {
      self.answer(query, page)
    }
  }
}

@Suite struct ActivityTests {
  /// G03 on the screen: lock, pay, see it declined, unlock, pay again, in six keys. `B` proposes
  /// the last payment and sends nothing.
  @Test func aLockedCardDeclinesUntilItIsUnlocked() {
    var state = Fixture.state(focus: 0)
    let card = Fixture.cards[0]
    func answer(_ effects: [Effect], _ outcome: Outcome) {
      for case .perform(let intent, nil) in effects {
        state.done(intent, outcome)
      }
    }
    answer(state.type("l"), .card(Fixture.card(0, .locked)))
    state.paying.shop.merchants = [Fixture.merchant]
    let amount = ShopAmount(4_20, Currency("EUR"))
    #expect(state.type("B").isEmpty && state.top(Dialog.self)?.title == "Pay with Everyday")
    let pay = state.press(.control("s"))
    #expect(pay.contains(.perform(.pay(card.id, merchant: "cafe", amount), nil)))
    answer(pay, .receipt(Fixture.receipt(.cardLocked), Fixture.merchant))
    #expect(state.toasts.current?.text == "Declined: card locked")
    answer(state.type("u"), .card(Fixture.card(0, .active, version: 3)))
    #expect(state.type("B").isEmpty && state.shows("Café Lumière · EUR"))
    let again = state.press(Key(.enter))
    #expect(again.contains(.perform(.pay(card.id, merchant: "cafe", amount), nil)))
    answer(again, .receipt(Fixture.receipt(), Fixture.merchant))
    #expect(state.toasts.current?.text == "€4.20 reserved · Café Lumière")
  }

  @Test func withoutAShopThereAreNoPayments() {
    var state = Fixture.state(focus: 0).typing("b")
    let none = WalletError(.notFound, .verbatim("This server has no simulated shop"))
    _ = reduce(&state, .answer(MerchantsQuery(), .failure(none)))
    #expect(state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text.hasPrefix("This server has no simulated shop") == true)
    for id in ["shop.pay", "shop.again"] {
      let reason = CommandRegistry.command(id)?.disabled(state)
      #expect(reason == "this server has no simulated shop", "\(id)")
    }
    #expect(state.type("b").isEmpty && state.view.overlays.isEmpty)
  }

  @Test func theDialogAcceptsMerchantAndAmount() throws {
    var state = Fixture.state(focus: 0)
    #expect(state.type("b").contains(.read(MerchantsQuery())))
    // Nothing is sent without a merchant or with an invalid amount.
    #expect(state.press(.control("s")).isEmpty)
    state.answer(MerchantsQuery(), [Fixture.merchant])
    state.press(Key(.enter), .control("u"))
    #expect(state.submit("x").isEmpty)
    state.press(.control("u"))
    #expect(state.submit("0").isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields.last?.error?.english == "Must be from 0.01 to 9999999.99")
    state.press(.control("u"))
    let effects = state.submit("12,50")
    let intent = AnyIntent.pay(
      Fixture.cards[0].id, merchant: "cafe", ShopAmount(12_50, Currency("EUR")))
    #expect(effects == [.perform(intent, nil)])
    state.done(intent, .receipt(Fixture.receipt(), Fixture.merchant))
    #expect(state.view.overlays.isEmpty)
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
      state.answer(MerchantsQuery(), [Fixture.merchant])
      #expect(amount() == proposed)
      state.press(Key(.enter))
      state.type("12")
      #expect(amount() == "12")
      state.press(Key(.escape), Key(.enter))
      // Edited text is kept, and can be sent as it is.
      state.type("b")
      state.press(Key(.enter), Key(.backspace))
      state.type("5")
      #expect(amount() == proposed.dropLast() + "5")
      let paid = state.press(Key(.enter)).intent(Payment.self)
      #expect(paid?.amount == ShopAmount(425, Currency("EUR")))
    }
  }
}
