import Canvas
import ScreenKit
import Testing
import WalletModel

@testable import WalletUI

/// Paying with a virtual card in the simulated shop: the form and the keys of the wallet's cards.
@Suite struct VirtualPaymentTests {
  private func opened(_ focus: String = "v-1") -> State {
    var state = Fixture.state(Size(120, 40))
    state.showVirtual()
    state.virtual.list.focus(focus)
    return state
  }

  private func payment(_ effects: [Effect]) throws -> Payment {
    try #require(effects.intent(Payment.self))
  }

  /// Pays what `B` proposes.
  private func again(_ state: inout State) throws -> Payment {
    let asked = state.type("B")
    #expect(asked.isEmpty, "it asks first")
    return try payment(state.press(.control("s")))
  }

  @Test func theFormPaysWithTheVirtualCardAtItsMerchant() throws {
    var state = opened("v-2").typing("b")
    #expect(state.top(Dialog.self)?.title == "Pay with Duolingo")
    #expect(screen(state).contains("Duolingo · EUR"), "the merchant of the card is chosen")
    let sent = try payment(state.press(.control("s")))
    let amount = ShopAmount(4_20, Currency("EUR"))
    #expect(sent == Payment(CardID("v-2"), at: "duolingo", amount, of: .virtual))
    state.done(sent, Payment.Answer(receipt: Fixture.receipt(), merchant: Fixture.shops[1]))
    #expect(state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "€4.20 reserved · Duolingo")
  }

  @Test func anotherMerchantIsDeclinedWithTheReason() throws {
    var state = opened("v-2").typing("b")
    state.press(Key(.left))
    let sent = try payment(state.press(.control("s")))
    #expect(sent.merchantID == "zalando")
    let receipt = Fixture.receipt(.merchantBlocked)
    state.done(sent, Payment.Answer(receipt: receipt, merchant: Fixture.shops[0]))
    #expect(state.toasts.current?.text == "Declined: merchant blocked")
    #expect(state.toasts.current?.detail == "Zalando · €4.20")
  }

  @Test func theLastPaymentIsRepeatedWithTheCardInFocus() throws {
    var state = opened("v-2")
    state.typeFields("b", "7")
    let first = try payment(state.press(.control("s")))
    let amount = ShopAmount(7_00, Currency("EUR"))
    #expect(first == Payment(CardID("v-2"), at: "duolingo", amount, of: .virtual))
    let answer = Payment.Answer(receipt: Fixture.receipt(), merchant: Fixture.shops[1])
    state.done(first, answer)
    state.virtual.list.focus("v-1")
    let second = try again(&state)
    #expect(second == Payment(CardID("v-1"), at: "duolingo", amount, of: .virtual))
    state.done(second, answer)
    state.press(.character("1"))
    let prepaid = try again(&state)
    #expect(prepaid.id == state.cards.list.focused?.id && prepaid.kind == .prepaid)
  }

  /// Its issuer says why.
  @Test(arguments: ["v-4", "v-5", "v-6"])
  func aCardThatCannotPayIsTried(_ id: String) throws {
    var state = opened(id)
    #expect(try again(&state).id == CardID(id))
  }

  @Test func whatIsNoCardIsNotTried() {
    var state = opened("v-8")
    #expect(state.type("bB").isEmpty && state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Its record is damaged")
    state.orderVirtual()
    #expect(state.type("b").isEmpty && state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Still being made")
  }

  @Test func afterALostAnswerTheVirtualCardIsRead() throws {
    var state = opened()
    let sent = try again(&state)
    let lost = Fixture.lost(.netTimeout)
    let effects = reduce(&state, .performed(AnyIntent(sent), .failure(lost)))
    #expect(effects.compactMap { $0.query(OneVirtualCardQuery.self) }.map(\.id).contains("v-1"))
  }

  @Test func thePaletteOffersItForTheCardInFocus() {
    var state = opened()
    state.submit(":pay in")
    #expect(state.top(Dialog.self)?.title == "Pay with Zalando")
  }
}
