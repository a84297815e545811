import Canvas
import WalletModel

@testable import WalletUI

/// A card with limits and times, always the same.
enum ControlsFixture {
  /// Most of the month is used. The card is unlocked for a while, and is locked when it is unused.
  private static var card: Card {
    var card = Fixture.cards[0]
    card.limits = SpendingLimits(
      paymentLimit: 50_00, monthlyLimit: 200_00, categories: [.groceries, .eatingOut],
      countries: ["BG", "DE"])
    card.spentThisMonth = 176_00
    card.unlockedUntil = Fixture.now.adding(seconds: 1_800)
    card.autoLockDays = 14
    card.autoLockAt = Fixture.now.adding(seconds: 14 * 86_400)
    return card
  }

  /// A payment that was above the limit.
  private static func declined(_ card: Card) -> Transaction {
    Transaction(
      id: TransactionID("over"), cardID: card.id, type: .decline, transactedAt: Fixture.now,
      billedAmount: Money(64_90, card.currency), description: "Zalando",
      declineReason: .velocityExceeded,
      declineLimit: DeclineLimit(.perPayment, amount: Money(50_00, card.currency)))
  }

  /// The form of its limits, or the card with its payments.
  static func show(_ scene: Scene, _ state: inout State) {
    state.list.select(0)
    let card = card
    var details = Fixture.details(card)
    details.transactions.insert(declined(card), at: 0)
    state.details.store(details, at: Fixture.now)
    if scene == .cardLimits {
      state.type("L")
    } else {
      state.press(Key(.enter))
    }
  }
}
