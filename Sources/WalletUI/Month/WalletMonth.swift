package import WalletModel

/// What was paid with all cards in this month and in those before it: what the list and the block
/// below it say. It is computed from the `PaymentBook` when that has changed, never for a frame.
package struct WalletMonth: Sendable {
  /// What was paid with one card.
  package struct OfCard: Sendable, Equatable {
    /// This month; refunds are subtracted.
    package var spent: Money
    /// The newest payment that was not declined.
    package var last: Transaction?
  }

  /// nil: nothing has been read yet.
  package private(set) var summary: SpendingSummary?
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
    /// What nothing is said in if there are no payments; nil: they say it.
    let currency: Currency?
  }

  private static let mostAccounts = 64
  private static let mostNotable = 20

  package init() {}

  package subscript(id: CardID) -> OfCard? { cards[id] }

  /// What can be spent with the card in focus, or with any: cards usually share an account.
  package func balance(_ state: State) -> Money? {
    guard let row = state.list.focused, let account = state.details[row.id]?.card.accountID else {
      return state.wallet.members.isEmpty ? lastBalance : nil
    }
    // Other wallets have other accounts.
    return balances[account] ?? (state.wallet.members.isEmpty ? lastBalance : nil)
  }

  mutating func take(_ account: Account) {
    if balances.count >= Self.mostAccounts { balances = [:] }
    balances[account.id] = account.availableBalance
    lastBalance = account.availableBalance
  }

  /// Makes the sums again if payments were read, or another day has begun. Called after every action.
  ///
  /// - Parameter currency: That of a card, for a wallet without payments.
  mutating func follow(_ book: PaymentBook, _ clock: Clock, currency: Currency?) {
    let now = Source(
      version: book.version, today: clock.wall.civil(offset: clock.utcOffset).dayNumber,
      currency: book.payments.isEmpty ? currency : nil)
    guard book.isKnown, now != source else { return }
    source = now
    let month = CalendarMonth(clock.wall, offset: clock.utcOffset)
    summary = SpendingSummary(
      book.payments, of: month, currency: now.currency, now: clock.wall, offset: clock.utcOffset,
      loadedFrom: book.loadedFrom)
    cards = [:]
    let start = month.start(offset: clock.utcOffset)
    for payment in book.payments {
      guard let spent = payment.spent else { continue }
      let currency = payment.billedAmount.currency
      var card = cards[payment.cardID] ?? OfCard(spent: Money(0, currency), last: payment)
      if payment.transactedAt >= start, card.spent.currency == currency {
        card.spent = Money(sum: [card.spent.minorUnits, spent], currency)
      }
      cards[payment.cardID] = card
    }
    notable = Array(
      book.payments.lazy.filter { !$0.isDamaged && ($0.type == .decline || $0.type == .refund) }
        .prefix(Self.mostNotable))
  }
}
