import Testing
import WalletModel

/// What a token can do, from what is stored with it and from its card.
struct TokenStateTests {
  private static let statuses: [(CardStatus, TokenState, frozen: TokenState, begun: TokenState)] = [
    (.active, .active, frozen: .frozen, begun: .initiated),
    (.digital, .active, frozen: .frozen, begun: .initiated),
    (.locked, .suspended, frozen: .frozen, begun: .initiated),
    (.suspended, .suspended, frozen: .frozen, begun: .initiated),
    (.pending, .suspended, frozen: .frozen, begun: .initiated),
    (.issued, .suspended, frozen: .frozen, begun: .initiated),
    (.applied, .suspended, frozen: .frozen, begun: .initiated),
    (.other("NEW"), .suspended, frozen: .frozen, begun: .initiated),
    (.cancelled, .ended, frozen: .ended, begun: .ended),
    (.expired, .ended, frozen: .ended, begun: .ended),
    (.rejected, .ended, frozen: .ended, begun: .ended),
  ]

  @Test(arguments: statuses)
  func theStateFollowsFromTokenAndCard(
    _ card: CardStatus, _ completed: TokenState, _ frozen: TokenState, _ begun: TokenState
  ) {
    var token = MobileWalletTokenization(
      dpanRef: "d", walletType: .applePay, status: .completed)
    #expect(token.state(on: card) == completed)
    token.isFrozen = true
    #expect(token.state(on: card) == frozen)
    token = MobileWalletTokenization(dpanRef: "d", walletType: .applePay, status: .initiated)
    #expect(token.state(on: card) == begun)
    token.status = .other("NEW")
    #expect(token.state(on: card) == begun)
  }

  @Test func everyStatusOfACardIsInTheTable() {
    #expect(Set(CardStatus.allCases).subtracting(Self.statuses.map(\.0)).isEmpty)
  }

  private static let actions: [(TokenState, Set<TokenAction>)] = [
    (.initiated, [.delete]), (.active, [.freeze, .delete]), (.suspended, [.freeze, .delete]),
    (.frozen, [.unfreeze, .delete]), (.ended, []),
  ]

  @Test(arguments: actions)
  func whatACustomerMayDo(_ state: TokenState, _ actions: Set<TokenAction>) {
    #expect(state.actions == actions)
  }
}
