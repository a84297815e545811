package import WalletModel
package import WalletService

/// What was paid with all cards in this month and in those before it: what the list and the block
/// below it say. It is computed when payments were read, never for a frame.
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
  private var isReading = false
  private var isOutdated = true
  /// When it may be read again, in nanoseconds since boot: news can come very often.
  private var readsFrom: UInt64 = 0

  /// Seconds between two readings that news caused.
  private static let pause = 2
  private static let mostAccounts = 64
  private static let mostNotable = 20

  package init() {}

  package subscript(id: CardID) -> OfCard? { cards[id] }

  /// What can be spent with the card in focus, or with any: cards usually share an account.
  package func balance(_ state: State) -> Money? {
    guard let row = state.list.focused, let account = state.details[row.id]?.card.accountID else {
      return lastBalance
    }
    return balances[account] ?? lastBalance
  }

  mutating func take(_ account: Account) {
    if balances.count >= Self.mostAccounts { balances = [:] }
    balances[account.id] = account.availableBalance
    lastBalance = account.availableBalance
  }

  // MARK: Reading

  mutating func invalidate() { isOutdated = true }

  /// When it is read next; nil: it need not be.
  fileprivate var deadline: UInt64? { isOutdated && !isReading ? readsFrom : nil }

  fileprivate mutating func begin(_ clock: Clock) {
    isReading = true
    isOutdated = false
    readsFrom = clock.after(seconds: Self.pause)
  }

  fileprivate mutating func fail(_ error: WalletError, _ clock: Clock) {
    isReading = false
    // A lost connection reports its return.
    isOutdated =
      !error.code.isUnreachable && error.code != .cancelled && error.code != .unauthorized
    readsFrom = clock.after(seconds: 60)
  }

  fileprivate mutating func take(_ payments: ReadPayments, _ clock: Clock) {
    isReading = false
    let month = CalendarMonth(clock.wall, offset: clock.utcOffset)
    summary = SpendingSummary(
      payments.payments, of: month, now: clock.wall, offset: clock.utcOffset,
      loadedFrom: payments.loadedFrom)
    cards = [:]
    let start = month.start(offset: clock.utcOffset)
    for payment in payments.payments {
      guard let spent = payment.spent else { continue }
      let currency = payment.billedAmount.currency
      var card = cards[payment.cardID] ?? OfCard(spent: Money(0, currency), last: payment)
      if payment.transactedAt >= start, card.spent.currency == currency {
        card.spent = Money(sum: [card.spent.minorUnits, spent], currency)
      }
      cards[payment.cardID] = card
    }
    notable = Array(
      payments.payments.lazy.filter { !$0.isDamaged && ($0.type == .decline || $0.type == .refund) }
        .prefix(Self.mostNotable))
  }
}

/// The newest payments of all cards.
package struct ReadPayments: Sendable, Equatable {
  /// Newest first.
  var payments: [Transaction] = []
  /// All payments from then on are among them; nil: all that were asked for.
  var loadedFrom: Timestamp?
}

/// Reads the payments of six months, as many as two requests can bring.
package struct MonthQuery: Query {
  private static let requests = 2

  let from: Timestamp

  package func request(_ service: WalletService) async throws(WalletError) -> ReadPayments {
    var read = ReadPayments()
    var query = TransactionQuery(from: from, limit: TransactionQuery.maximumLimit)
    for _ in 0..<Self.requests {
      let page = try await service.cards.transactions(nil, query)
      read.payments += page.transactions
      query.nextToken = page.nextToken
      if page.nextToken == nil { return read }
    }
    // Others of the same moment may be missing.
    read.loadedFrom = read.payments.last?.transactedAt.adding(seconds: 1)
    return read
  }

  package func answered(_ result: Result<ReadPayments, WalletError>, _ state: inout State)
    -> [Effect]
  {
    switch result {
    case .success(let payments): state.month.take(payments, state.clock)
    case .failure(let error): state.month.fail(error, state.clock)
    }
    return []
  }
}

extension WalletMonth: Timed {
  static func deadlines(_ state: State) -> [UInt64] {
    guard isWanted(state), let deadline = state.month.deadline else { return [] }
    return [max(deadline, state.clock.now)]
  }

  static func due(_ state: inout State) -> [Effect]? {
    let effects = settle(&state)
    return effects.isEmpty ? nil : effects
  }

  /// Reads it, when it is in sight and something may have changed.
  static func settle(_ state: inout State) -> [Effect] {
    guard isWanted(state), let deadline = state.month.deadline, deadline <= state.clock.now else {
      return []
    }
    state.month.begin(state.clock)
    let month = CalendarMonth(state.clock.wall, offset: state.clock.utcOffset)
    let first = month.adding(1 - SpendingSummary.monthCount)
    return [.read(MonthQuery(from: first.start(offset: state.clock.utcOffset)))]
  }

  /// The cards come first: without them there is nothing to say it of.
  private static func isWanted(_ state: State) -> Bool {
    state.gate == .open && state.connection == .up && !state.list.rows.isEmpty
  }
}
