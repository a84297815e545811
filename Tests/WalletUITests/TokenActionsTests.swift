import Canvas
import PhoneWallet
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// Freezing, unfreezing and deleting a card's token, and paying with it.
@Suite struct TokenActionsTests {
  private static func card(_ isFrozen: Bool = false, version: Int? = nil) -> Card {
    var card = Fixture.cards[1]
    var token = MobileWalletTokenization(
      dpanRef: "token-1", walletType: .applePay, status: .completed)
    token.isFrozen = isFrozen
    card.tokenizations = [token]
    if let version { card.version = version }
    return card
  }

  private static func state(_ card: Card = card()) -> State {
    var state = Fixture.state(focus: 1)
    var device = SimulatedDevice(.iPhone)
    device.add("token-1")
    state.phoneWallets.devices = [device]
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    return state
  }

  private static func possible(_ state: State) throws -> [String] {
    try #require(state.top(TokenPicker.self)).list(state).rows.filter { $0.refusal == nil }
      .map(\.id)
  }

  @Test func theTokenIsAmongTheRowsOfThePhones() throws {
    var state = Self.state()
    state.type("w")
    let list = try #require(state.top(PhoneWalletPicker.self)?.list(state))
    let row = try #require(list.rows.first { $0.id == "token token-1" })
    #expect(row.title == "Apple Pay" && row.note == "● active · iPhone")
    let picker = try #require(state.top(PhoneWalletPicker.self))
    state.pop()
    #expect(picker.chose(row, &state).isEmpty)
    #expect(try Self.possible(state) == ["FREEZE", "DELETE"])
  }

  @Test func whatIsNotPossibleSaysWhy() throws {
    var state = Self.state(Self.card(true))
    _ = TokenPicker.open("token-1", &state)
    #expect(try Self.possible(state) == ["UNFREEZE", "DELETE"])
    let rows = try #require(state.top(TokenPicker.self)).list(state).rows
    #expect(rows.compactMap(\.refusal) == ["frozen"])
    #expect(screen(state).contains("Unfreeze"))
  }

  @Test func aFreezeCanBeUndone() throws {
    var state = Self.state()
    _ = TokenPicker.open("token-1", &state)
    let intent = try #require(state.press(Key(.enter)).first?.intent?.base as? TokenIntent)
    #expect(intent.action == .freeze && intent.version == Fixture.cards[1].version)
    let version = Fixture.cards[1].version + 1
    _ = reduce(&state, .done(intent, Self.card(true, version: version)))
    #expect(screen(state).contains("Apple Pay · iPhone is frozen"))
    #expect(CardFacts(state: state).phones(Self.card(true)).map(\.value) == ["■ frozen · iPhone"])
    let undo = try #require(state.run("card.undo").first?.intent?.base as? TokenIntent)
    #expect(undo.action == .unfreeze && undo.version == version && !undo.isUndoable)
  }

  @Test func aDeletionIsAskedFor() throws {
    var state = Self.state()
    _ = TokenPicker.open("token-1", &state)
    state.press(Key(.down))
    #expect(state.press(Key(.enter)).compactMap(\.intent).isEmpty)
    #expect(screen(state).contains("Delete Apple Pay · iPhone"))
    let sent = state.press(Key(.enter)).compactMap { $0.intent?.base as? TokenIntent }
    let intent = try #require(sent.first)
    #expect(intent.action == .delete)
    var gone = Self.card()
    gone.tokenizations = []
    let effects = reduce(&state, .done(intent, gone))
    #expect(effects.contains { $0.query(PhoneDevicesQuery.self) != nil })
    #expect(state.overlays.isEmpty && state.undo == nil)
  }

  @Test func theShopOffersThePhone() throws {
    var state = Self.state()
    state.shop.merchants = [Fixture.merchant]
    state.type("b")
    #expect(screen(state).contains("‹ the card"))
    let form = try #require(state.top(Dialog.self))
    let purpose = try #require(form.purpose as? PaymentForm)
    #expect(purpose.tokens.map(\.dpanRef) == ["token-1"])
    // A card that is in no phone has no such field.
    var card = Self.card()
    card.tokenizations = []
    var other = Self.state(card)
    other.shop.merchants = [Fixture.merchant]
    other.type("b")
    #expect(!screen(other).contains("‹ the card"))
  }

  @Test func theSamePhonePaysAgain() throws {
    var state = Self.state()
    state.shop.last = ShopState.Purchase(
      merchantID: "m", amount: ShopAmount(1), card: Self.card().id, token: "token-1")
    let again = try #require(Payment.again(&state).first?.intent?.base as? Payment)
    #expect(again.token == "token-1")
    state.shop.last = ShopState.Purchase(
      merchantID: "m", amount: ShopAmount(1), card: CardID("another"), token: "token-2")
    let plain = try #require(Payment.again(&state).first?.intent?.base as? Payment)
    #expect(plain.token == nil)
  }

  @Test func thePaymentSaysWithWhichWallet() {
    var payment = Fixture.transactions(Fixture.cards[0])[0]
    func shown() -> String {
      var state = Self.state()
      _ = state.push(PaymentDetails(payment: payment))
      return screen(state)
    }
    #expect(!shown().contains("Paid with"))
    payment.walletType = .googlePay
    #expect(shown().contains("Paid with") && shown().contains("Google Pay"))
  }
}
