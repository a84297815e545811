import ScreenKit
package import WalletModel
import Words

/// The payments with all cards that have been read: the newest ones, back to some time. Every screen that
/// shows payments or sums of them takes these, so that all sums agree. Nothing else reads them.
package struct PaymentBook: Sendable, Equatable {
  /// Newest first.
  package fileprivate(set) var payments: [Transaction] = []
  /// Changes whenever the payments do.
  package fileprivate(set) var version = 0
  /// Whether any have been read.
  package fileprivate(set) var isKnown = false
  /// Why what was asked for last has not been read.
  package fileprivate(set) var failure: WalletError?
  /// The virtual cards among those that have paid.
  var cards = PaymentCards()
  package var isLoading: Bool { asked != nil }

  /// What is being read.
  fileprivate(set) var asked: TransactionQuery?
  /// What the page after the last payment is asked for with; nil: there is none.
  fileprivate var nextToken: String?
  /// Payments may have changed since they were asked for, or none were.
  fileprivate var isOutdated = true
  /// When they may be read again, in nanoseconds since boot: news can come very often.
  fileprivate var readsFrom: UInt64 = 0
  /// Payments from then on are wanted.
  fileprivate var wantedFrom: Timestamp?
  /// Pages that are still read without being asked for again.
  fileprivate var pagesLeft = 0

  mutating func invalidate() { isOutdated = true }

  /// A payment was changed here. News lead only to the newest page, which may not have it.
  mutating func update(_ payment: Transaction) {
    if payments.update(payment) { version += 1 }
  }

  /// When they are read next; nil: they need not be.
  fileprivate var deadline: UInt64? { isOutdated && !isLoading ? readsFrom : nil }

  /// Whether there are older ones.
  package var hasMore: Bool { !isKnown || nextToken != nil }

  /// All payments from then on are known; nil: all that there are.
  package var loadedFrom: Timestamp? {
    guard isKnown else { return Timestamp.written.upperBound }
    guard nextToken != nil else { return nil }
    // The page may have ended between payments of the same time.
    return end.map { Timestamp(milliseconds: $0.sortDate.milliseconds + 1) }
  }

  fileprivate var lacksWanted: Bool {
    guard hasMore else { return false }
    guard isKnown, let wantedFrom, let loadedFrom else { return true }
    return wantedFrom < loadedFrom
  }

  // MARK: Pages

  /// The last one of the pages, which are in the order of `sortDate`.
  private var end: Transaction? { payments.min { $0.sortDate < $1.sortDate } }

  fileprivate mutating func append(_ page: TransactionPage) {
    take(payments + Self.placed(page.transactions, after: end), page.nextToken)
  }

  /// The first page was read again: it replaces what it covers.
  fileprivate mutating func replaceBeginning(with page: TransactionPage) {
    let new = Self.placed(page.transactions, after: nil)
    let older = page.nextToken == nil ? [] : payments.beyond(new)
    take(new + older, older.isEmpty ? page.nextToken : nextToken)
  }

  private mutating func take(_ payments: [Transaction], _ token: String?) {
    self.payments = payments.sortedByTime(.descending)
    nextToken = token
    isKnown = true
    cards.take(cardsOf: payments)
    version += 1
  }

  /// A payment that cannot be read has the time of the one before it, so that it stays in its place.
  private static func placed(_ page: [Transaction], after last: Transaction?) -> [Transaction] {
    var previous = last ?? page.first { !$0.isDamaged }
    return page.map { payment in
      var payment = payment
      if payment.isDamaged, let previous {
        (payment.sortDate, payment.transactedAt) = (previous.sortDate, previous.transactedAt)
      }
      previous = payment
      return payment
    }
  }
}

/// Reads payments, and shows what was read.
enum PaymentReading {
  /// As many as are read at once.
  private static let page = 500
  /// Pages that one key leads to, so that nobody reads 100,000 payments to see a month.
  private static let pagesAtOnce = 8
  /// Seconds between two readings that news caused, and after a failure.
  private static let pause = 2
  private static let pauseAfterFailure = 60

  /// Reads what is missing of the payments of six months, the last of which is this one.
  static func want(sixMonthsTo month: CalendarMonth, _ state: inout State) -> [Effect] {
    let first = month.adding(1 - SpendingSummary.monthCount)
    let time = first.start(in: state.clock.zone)
    state.activity.book.wantedFrom = state.activity.book.wantedFrom.map { min($0, time) } ?? time
    state.activity.book.pagesLeft = pagesAtOnce
    return goOn(&state)
  }

  /// Reads the next page in any case.
  static func readMore(_ state: inout State) -> [Effect] {
    guard state.activity.book.hasMore, !state.activity.book.isLoading, state.unreadable == nil
    else {
      return []
    }
    return ask(state.activity.book.isKnown ? state.activity.book.nextToken : nil, &state)
  }

  /// Reads the newest payments again because somebody asked for it, or because the backend is back.
  static func readAgain(_ state: inout State) -> [Effect] {
    state.activity.book.isOutdated = true
    state.activity.book.cards.invalidate(nil)
    state.activity.book.readsFrom = state.clock.now
    guard state.hasScreen(ActivityScreen.self), !state.activity.book.isLoading else {
      return []
    }
    return ask(nil, &state)
  }

  /// Reads six months for the first time, or the newest payments again if they may have changed.
  static func settle(_ state: inout State) -> [Effect] {
    guard isWanted(state), let deadline = state.activity.book.deadline, deadline <= state.clock.now
    else { return [] }
    if !state.activity.book.isKnown, state.activity.book.wantedFrom == nil {
      let zone = state.clock.zone
      return want(sixMonthsTo: CalendarMonth(state.clock.wall, in: zone), &state)
    }
    return ask(nil, &state)
  }

  /// The cards come first: without them there is nothing to say it of.
  fileprivate static func isWanted(_ state: State) -> Bool {
    state.gate == .open && state.backend.connection == .up
      && (!state.cards.list.rows.isEmpty || !state.virtual.list.rows.isEmpty
        || state.hasScreen(ActivityScreen.self))
  }

  /// Why no payments have been read; nil: they have been, or are being read.
  static func failure(_ state: State) -> String? {
    guard !state.activity.book.isKnown else { return nil }
    let failure = state.activity.book.failure.map { state.words.errors.message($0) }
    return (state.unreadable ?? failure).map { state.words.activity.notLoaded($0) }
  }

  private static func goOn(_ state: inout State) -> [Effect] {
    guard state.activity.book.lacksWanted, state.activity.book.pagesLeft > 0 else { return [] }
    state.activity.book.pagesLeft -= 1
    return readMore(&state)
  }

  private static func ask(_ token: String?, _ state: inout State) -> [Effect] {
    let query = TransactionQuery(limit: page, nextToken: token)
    state.activity.book.asked = query
    state.activity.book.failure = nil
    if token == nil {
      state.activity.book.isOutdated = false
      state.activity.book.readsFrom = state.clock.after(seconds: pause)
    }
    showWork(&state)
    return [.read(PaymentsQuery(query: query))]
  }

  /// Says that payments are being read, where they are what one waits for.
  static func showWork(_ state: inout State) {
    let label = state.words.activity.readingPayments
    guard state.activity.book.isLoading, state.hasScreen(ActivityScreen.self),
      !state.view.work.contains(where: { $0.label == label })
    else { return }
    state.startWork(label)
  }

  /// Payments were read, or could not be.
  static func receive(
    _ query: TransactionQuery, _ result: Result<TransactionPage, WalletError>,
    _ state: inout State
  ) -> [Effect] {
    // An answer to an earlier question is not needed any more.
    guard state.activity.book.asked == query else { return [] }
    state.activity.book.asked = nil
    state.endWork(state.words.activity.readingPayments)
    switch result {
    case .success(let page):
      if query.nextToken == nil {
        Alerts.find(in: page, &state)
        state.activity.book.replaceBeginning(with: page)
      } else {
        state.activity.book.append(page)
      }
      let again = settle(&state)
      return again.isEmpty ? goOn(&state) : again
    case .failure(let error):
      state.activity.book.failure = error
      // A lost connection reports its return.
      state.activity.book.isOutdated =
        !error.code.isUnreachable && error.code != .cancelled && error.code != .unauthorized
      state.activity.book.readsFrom = state.clock.after(seconds: pauseAfterFailure)
      return report(error, &state)
    }
  }

  /// Where nothing is shown, the table has room to say so.
  private static func report(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    guard state.activity.book.isKnown, state.hasScreen(ActivityScreen.self) else { return [] }
    if error.code == .cancelled {
      CardReading.reportCancelled(&state)
    } else if state.unreachable == nil {
      state.show(error)
    }
    return []
  }
}

extension PaymentBook: Timed {
  static func deadlines(_ state: State) -> [UInt64] {
    guard PaymentReading.isWanted(state), let deadline = state.activity.book.deadline else {
      return []
    }
    return [max(deadline, state.clock.now)]
  }

  static func due(_ state: inout State) -> [Effect]? {
    let effects = PaymentReading.settle(&state)
    return effects.isEmpty ? nil : effects
  }
}
