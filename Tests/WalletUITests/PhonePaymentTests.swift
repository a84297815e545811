import Canvas
import PhoneWallet
import ScreenKit
import Testing
import WalletModel

@testable import WalletUI

/// Paying with a phone in the simulated shop.
@Suite struct PhonePaymentTests {
  private static let card = Fixture.cards[1]

  /// A card in an iPhone, and in a phone that is not here.
  private static func state() -> State {
    var state = Fixture.state(focus: 1)
    state.paying.shop.merchants = Fixture.shops
    var device = SimulatedDevice(.iPhone)
    device.add(DeviceToken("t-1", .active, wallet: .applePay, card: card.id))
    state.phones.wallets.devices = [device]
    var card = Self.card
    card.tokenizations = ["t-1", "t-2", "t-3"].map {
      MobileWalletTokenization(dpanRef: $0, walletType: .applePay, status: .completed)
    }
    card.tokenizations?[1].isFrozen = true
    card.tokenizations?[2].removedAt = Fixture.now
    state.cards.details.store(
      CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    return state
  }

  @Test func theFormOffersThePhones() throws {
    var state = Self.state().typing("b")
    let options = ["the card", "Ana's iPhone · Apple Pay · active", "Apple Pay · frozen"]
    let field = state.top(Dialog.self)?.form["dpanRef"]
    #expect(field == .choice(options: options, selected: 0))
    let payment = try #require(state.press(.control("s")).intent(Payment.self))
    #expect(payment.dpanRef == nil, "the card itself")
  }

  @Test func aPhonePaysAndAgain() throws {
    var state = Self.state().typing("b")
    state.press(Key(.tab), Key(.tab), Key(.right))
    let sent = try #require(state.press(.control("s")).intent(Payment.self))
    #expect(sent.dpanRef == "t-1" && sent.id == Self.card.id)
    let receipt = Fixture.receipt(.tokenFrozen)
    state.done(sent, Payment.Answer(receipt: receipt, merchant: Fixture.shops[0]))
    #expect(state.toasts.current?.text == "Declined: frozen on phone")
    state.type("B")
    #expect(state.top(Dialog.self)?.form.selected("dpanRef") == 1, "the same phone is proposed")
    #expect(state.press(.control("s")).intent(Payment.self) == sent)
  }

  @Test func aCardWithoutPhonesHasNoChoice() {
    var state = Fixture.state(focus: 1)
    state.paying.shop.merchants = Fixture.shops
    state.type("b")
    #expect(state.top(Dialog.self) != nil && state.top(Dialog.self)?.form["dpanRef"] == nil)
  }
}
