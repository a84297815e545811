import Canvas
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

@Suite struct TopUpTests {
  private static let id = Fixture.cards[0].id

  @Test func anAmountIsAdded() throws {
    var state = Fixture.state(focus: 0)
    state.type("+")
    #expect(screen(state).contains("Balance now: €284.10"))
    #expect(screen(state).contains("Enter add €50.00"))
    state.type("12.5")
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    #expect(intent == AnyIntent(AccountTopUp(Self.id, ShopAmount(12_50, Currency("EUR")))))
    let receipt = ShopReceipt(
      id: "t", billedAmount: Money(12_50, Currency("EUR")), createdAt: Fixture.now,
      updatedAt: Fixture.now)
    _ = reduce(&state, .done(AccountTopUp(Self.id, ShopAmount(12_50, Currency("EUR"))), receipt))
    #expect(state.overlays.isEmpty && state.toasts.current?.text == "€12.50 added")
    #expect(state.undo == nil)
  }

  @Test(arguments: ["0", "10000.01", "1,2,3", ""])
  func anotherAmountIsRefused(_ text: String) {
    var state = Fixture.state(focus: 0)
    state.type("+")
    if text.isEmpty { state.press(.control("u")) } else { state.type(text) }
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(screen(state).contains("▲") && state.overlays.count == 1)
  }

  @Test func thereIsNoneWithoutTheServer() {
    var state = remoteState()
    _ = reduce(&state, offline)
    state.type("+")
    #expect(state.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test func aPaymentWithoutMoneySaysWhatHelps() {
    var state = Fixture.state(focus: 0)
    let payment = Payment(Self.id, at: "cafe", ShopAmount(4_20))
    let receipt = ShopReceipt(
      id: "t", billedAmount: Money(4_20, Currency("EUR")), declineReason: .insufficientFunds,
      createdAt: Fixture.now, updatedAt: Fixture.now)
    _ = reduce(&state, .done(payment, Payment.Answer(receipt, at: Fixture.merchant)))
    #expect(state.toasts.current?.detail == "+ tops up the account")
  }
}
