import ScreenKit
package import WalletModel

/// What was paid with all cards in this month and in those before it: what the list and the block
/// below it say. It is computed from the `PaymentBook` when that has changed, never for a frame.
package struct WalletMonth: Sendable {
  /// What was paid with one card. An object: each row of a frame has it, and payments are long to
  /// copy and to compare.
  package final class OfCard: Sendable, Equatable {
    /// This month, in each currency; refunds are subtracted. Never empty.
    package let spent: [Money]
    /// The newest payment that was not declined.
    package let last: Transaction

    init(spent: [Money], last: Transaction) {
      self.spent = spent
      self.last = last
    }

    package static func == (a: OfCard, b: OfCard) -> Bool {
      a === b || a.spent == b.spent && a.last == b.last
    }
  }

  /// nil: nothing has been read yet.
  package private(set) var summary: SpendingSummary?
  /// What comes back every month.
  private(set) var subscriptions: [Subscription] = []
  private var cards: [CardID: OfCard] = [:]
  /// The newest declined payments and refunds, newest first.
  package private(set) var notable: [Transaction] = []
  /// By account: a payment with one card lowers what another of the same account shows.
  private var balances: [AccountID: Money] = [:]
  /// Of the account that was read last.
  private var lastBalance: Money?
  /// What all but the balances was made of.
  private var source: Source?

  private struct Source: Equatable {
    let version: Int
    /// The day that sums are compared up to.
    let today: Int
  }

  private static let mostAccounts = 64
  private static let mostNotable = 20

  package subscript(id: CardID) -> OfCard? { cards[id] }

  /// What can be spent with the card in focus, or with any: cards usually share an account.
  package func balance(_ state: State) -> Money? {
    let account = state.cards.list.focused.flatMap {
      state.cards.details.card($0.id) { $0.accountID }
    }
    return account.flatMap { balances[$0] } ?? lastBalance
  }

  mutating func take(_ account: Account) {
    if balances.count >= Self.mostAccounts { balances = [:] }
    balances[account.id] = account.availableBalance
    lastBalance = account.availableBalance
  }

  /// Makes the sums again if payments were read, or another day has begun. Called after every action.
  mutating func follow(_ book: PaymentBook, _ clock: Clock) {
    let now = Source(
      version: book.version, today: clock.wall.civil(in: clock.zone).dayNumber)
    guard book.isKnown, now != source else { return }
    source = now
    let summary = SpendingSummary(
      book.payments, of: CalendarMonth(clock.wall, in: clock.zone), now: clock.wall,
      in: clock.zone, loadedFrom: book.loadedFrom)
    self.summary = summary
    subscriptions = Subscription.find(in: book.payments, now: clock.wall, in: clock.zone)
    let parts = Dictionary(grouping: summary.byCurrency.flatMap(\.cards), by: \.name)
    cards = [:]
    for payment in book.payments where payment.spent != nil && cards[payment.cardID] == nil {
      cards[payment.cardID] = OfCard(
        spent: parts[payment.cardID]?.map(\.spent) ?? [Money(0, payment.billedAmount.currency)],
        last: payment)
    }
    notable = Array(
      book.payments.lazy.filter { !$0.isDamaged && $0.isNotable }
        .prefix(Self.mostNotable))
  }
}

extension Transaction {
  /// Declined, or money that came back.
  var isNotable: Bool { type == .decline || type == .refund }
}
