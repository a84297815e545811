import Testing
import WalletModel

/// A24, and the decisions for statuses that it does not name; A08, A14, A22, A31.
struct TransitionTests {
  /// The complete table. All other changes are refused.
  private static let table: [CardStatus: Set<CardStatus>] = [
    .active: [.locked, .cancelled],
    .locked: [.active, .cancelled],
    .digital: [.locked, .cancelled],
    .issued: [.cancelled], .pending: [.cancelled], .applied: [.cancelled],
    .suspended: [.cancelled], .expired: [.cancelled],
    .cancelled: [], .rejected: [], .unspecified: [],
  ]

  @Test(arguments: CardStatus.allCases, CardStatus.allCases)
  func everyStatusAndTarget(_ from: CardStatus, _ to: CardStatus) throws {
    let allowed = try #require(TransitionTests.table[from])
    #expect(from.customerTargets.contains(to) == allowed.contains(to))
  }

  @Test(arguments: CardStatus.allCases) func noStatusChangesToDigital(_ from: CardStatus) {
    #expect(!from.customerTargets.contains(.digital))
  }

  @Test(arguments: CardStatus.allCases, [CardAction.lock, .unlock, .cancel])
  func actionsAgreeWithTheTransitions(_ status: CardStatus, _ action: CardAction) throws {
    let allowed = try #require(TransitionTests.table[status])
    let target: CardStatus = [.lock: .locked, .unlock: .active][action] ?? .cancelled
    #expect((card(status).refusal(of: action) == nil) == allowed.contains(target))
  }

  @Test(arguments: CardStatus.allCases) func activationNeedsTheRightData(_ status: CardStatus) {
    let can = status == .issued || status == .digital
    #expect((card(status).refusal(of: .activate) == nil) == can)
    #expect(card(status, type: .virtual).refusal(of: .activate) != nil)
    #expect(card(status, activated: true).refusal(of: .activate) != nil)
  }

  @Test(arguments: CardStatus.allCases) func secrets(_ status: CardStatus) {
    let usable = [.active, .locked, .digital].contains(status)
    #expect((card(status).refusal(of: .showDetails) == nil) == usable)
    #expect((card(status).refusal(of: .showPin) == nil) == usable)
    #expect(card(status, pin: false).refusal(of: .showPin) != nil)
    let canSet = status == .active || status == .digital
    #expect((card(status, pin: false).refusal(of: .setPin) == nil) == canSet)
  }

  @Test func possibleActionsAreNotRefused() {
    #expect(
      Set(card(.active).possibleActions) == [.cancel, .lock, .showDetails, .showPin, .setPin])
    #expect(Set(card(.issued).possibleActions) == [.activate, .cancel])
    #expect(card(.cancelled).possibleActions == [])
    for status in CardStatus.allCases {
      #expect(!card(status).possibleActions.contains { !$0.isKnown })
    }
  }

  @Test func reasonsAreReadable() {
    #expect(card(.locked).refusal(of: .lock)?.reason == .card(.already, "LOCKED"))
    // The earlier status does not matter.
    #expect(
      card(.expired, activated: true).refusal(of: .activate)?.reason == .card(.hasStatus, "EXPIRED")
    )
    #expect(
      card(.locked, activated: true).refusal(of: .activate)?.reason == .card(.activatedAlready))
    #expect(card(.active).refusal(of: .unlock)?.reason == .card(.notLocked))
    #expect(card(.expired).refusal(of: .lock)?.reason == .card(.hasStatus, "EXPIRED"))
  }
}
