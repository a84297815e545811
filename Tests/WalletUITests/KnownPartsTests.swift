import Testing
import WalletModel

@testable import WalletUI

/// An answer about a card omits the parts that were not requested. The screen keeps them.
@Suite struct KnownPartsTests {
  private static let phones = [
    MobileWalletTokenization(dpanRef: "d", walletType: .applePay, status: .completed)
  ]

  /// Each intent whose answer is a card.
  private static func intents(_ id: CardID) -> [AnyIntent] {
    [
      .setStatus(id, .lock, version: 1, undoable: true),
      .setStatus(id, .unlock, version: 1, undoable: true),
      .setStatus(id, .cancel, version: 1, undoable: false),
      .activate(id, CardActivationRequest(lastFourDigits: "4821", cvv: secret("123"))),
      .setPin(id, secret("4711")),
    ]
  }

  private static func state() -> (State, Card) {
    var state = Fixture.state(focus: 0)
    var card = Fixture.cards[0]
    card.tokenizations = phones
    card.availableActions = [AvailableAction(.lock)]
    _ = reduce(&state, .loaded(card.id, .success(Fixture.details(card))))
    return (state, card)
  }

  @Test func knownPartsStayAfterEveryChange() {
    for intent in Self.intents(Fixture.cards[0].id) {
      var (state, card) = Self.state()
      #expect(screen(state).contains("Apple Pay ✓"), "seen before")
      card.tokenizations = nil
      card.availableActions = nil
      card.version += 1
      state.done(intent, .card(card))
      #expect(state.cards.details[card.id]?.card.tokenizations == Self.phones, "\(intent)")
      #expect(screen(state).contains("Apple Pay ✓"), "\(intent)")
      #expect(state.cards.details[card.id]?.card.availableActions == nil, "of another version")
    }
  }

  @Test func knownPartsStayAfterAListRow() {
    var (state, card) = Self.state()
    card.tokenizations = nil
    card.availableActions = nil
    state.row(card)
    #expect(screen(state).contains("Apple Pay ✓"))
    #expect(state.cards.details[card.id]?.card.availableActions == [AvailableAction(.lock)])
  }

  @Test func anEmptyPartReplacesAKnownOne() {
    var (state, card) = Self.state()
    card.tokenizations = []
    card.version += 1
    state.row(card)
    #expect(!screen(state).contains("Apple Pay"))
  }
}
