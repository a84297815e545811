import Canvas
import PhoneWallet
import ScreenKit
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// Paying with a phone in the simulated shop.
@Suite struct PhonePaymentTests {
  private static let card = Fixture.cards[1]

  /// A card in an iPhone, and in a phone that is not here.
  private static func state() -> State {
    var state = Fixture.state(focus: 1)
    state.shop.merchants = Fixture.shops
    var device = SimulatedDevice(.iPhone)
    device.add(DeviceToken("t-1", .active, wallet: .applePay, card: card.id))
    state.phoneWallets.devices = [device]
    var card = Self.card
    card.tokenizations = ["t-1", "t-2", "t-3"].map {
      MobileWalletTokenization(dpanRef: $0, walletType: .applePay, status: .completed)
    }
    card.tokenizations?[1].isFrozen = true
    card.tokenizations?[2].removedAt = Fixture.now
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    return state
  }

  private static func payment(_ effects: [Effect]) throws -> Payment {
    try #require(effects.first?.intent?.base as? Payment)
  }

  @Test func theFormOffersThePhones() throws {
    var state = Self.state()
    state.type("b")
    guard case .choice(let options, 0) = state.top(Dialog.self)?.form["dpanRef"] else {
      Issue.record("\(screen(state))")
      return
    }
    #expect(
      options == ["the card", "Ana's iPhone · Apple Pay · active", "Apple Pay · frozen"])
    #expect(try Self.payment(state.press(.control("s"))).dpanRef == nil, "the card itself")
  }

  @Test func aPhonePaysAndAgain() throws {
    var state = Self.state()
    state.type("b")
    state.press(Key(.tab), Key(.tab), Key(.right))
    let sent = try Self.payment(state.press(.control("s")))
    #expect(sent.dpanRef == "t-1" && sent.id == Self.card.id)
    let receipt = Fixture.receipt(.tokenFrozen)
    _ = reduce(&state, .done(sent, Payment.Answer(receipt, at: Fixture.shops[0])))
    #expect(state.toasts.current?.text == "Declined: frozen on phone")
    state.type("B")
    #expect(state.top(Dialog.self)?.form.selected("dpanRef") == 1, "the same phone is proposed")
    #expect(try Self.payment(state.press(.control("s"))) == sent)
  }

  @Test func aCardWithoutPhonesHasNoChoice() {
    var state = Fixture.state(focus: 1)
    state.shop.merchants = Fixture.shops
    state.type("b")
    #expect(state.top(Dialog.self) != nil && state.top(Dialog.self)?.form["dpanRef"] == nil)
  }
}
