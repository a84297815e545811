import WalletAPI
package import WalletModel
import Words

/// The payments with all cards that have been read: the newest ones, back to some time. Every screen that
/// shows payments or sums of them takes these, so that all sums agree.
package struct PaymentBook: Sendable, Equatable {
  /// Newest first.
  package fileprivate(set) var payments: [Transaction] = []
  /// Changes whenever the payments do.
  package fileprivate(set) var version = 0
  /// Whether any have been read.
  package fileprivate(set) var isKnown = false
  /// Why what was asked for last has not been read.
  package fileprivate(set) var failure: WalletError?
  package var isLoading: Bool { asked != nil }

  /// What is being read.
  fileprivate(set) var asked: TransactionQuery?
  /// What the page after the last payment is asked for with; nil: there is none.
  fileprivate var nextToken: String?
  /// Payments changed while they were being read: they are read once more.
  fileprivate var isOutdated = false
  /// Payments from then on are wanted.
  fileprivate var wantedFrom: Timestamp?
  /// Pages that are still read without being asked for again.
  fileprivate var pagesLeft = 0

  package init() {}

  /// Whether there are older ones.
  package var hasMore: Bool { !isKnown || nextToken != nil }

  /// All payments from then on are known; nil: all that there are.
  package var loadedFrom: Timestamp? {
    guard isKnown else { return Timestamp.written.upperBound }
    guard nextToken != nil else { return nil }
    // The page may have ended between payments of the same time.
    return payments.last.map { Timestamp(milliseconds: $0.sortDate.milliseconds + 1) }
  }

  fileprivate var lacksWanted: Bool {
    guard hasMore else { return false }
    guard isKnown, let wantedFrom, let loadedFrom else { return true }
    return wantedFrom < loadedFrom
  }

  // MARK: Pages

  fileprivate mutating func append(_ page: TransactionPage) {
    payments += Self.placed(page.transactions, after: payments.last)
    take(page.nextToken)
  }

  /// The first page was read again: it replaces what it covers.
  fileprivate mutating func replaceBeginning(with page: TransactionPage) {
    let new = Self.placed(page.transactions, after: nil)
    var older: ArraySlice<Transaction> = []
    if page.nextToken != nil, let end = new.last?.sortDate,
      let newest = payments.first?.sortDate, newest >= end
    {
      let ids = Set(new.lazy.filter { $0.sortDate == end }.map(\.id))
      older = payments.drop { $0.sortDate > end || ids.contains($0.id) }
    }
    payments = new + older
    take(older.isEmpty ? page.nextToken : nextToken)
  }

  private mutating func take(_ token: String?) {
    nextToken = token
    isKnown = true
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

  /// Reads what is missing of the payments from then on.
  static func want(from time: Timestamp, _ state: inout State) -> [Effect] {
    state.payments.wantedFrom = state.payments.wantedFrom.map { min($0, time) } ?? time
    state.payments.pagesLeft = pagesAtOnce
    return goOn(&state)
  }

  /// Reads the next page, whatever is wanted.
  static func readMore(_ state: inout State) -> [Effect] {
    guard state.payments.hasMore, !state.payments.isLoading, state.unreadable == nil else {
      return []
    }
    return ask(state.payments.isKnown ? state.payments.nextToken : nil, &state)
  }

  /// Payments came or changed: reads the newest ones again, once what is being read has come.
  static func readAgain(_ state: inout State) -> [Effect] {
    guard !state.payments.isLoading else {
      state.payments.isOutdated = true
      return []
    }
    return ask(nil, &state)
  }

  private static func goOn(_ state: inout State) -> [Effect] {
    guard state.payments.lacksWanted, state.payments.pagesLeft > 0 else { return [] }
    state.payments.pagesLeft -= 1
    return readMore(&state)
  }

  private static func ask(_ token: String?, _ state: inout State) -> [Effect] {
    let query = TransactionQuery(limit: page, nextToken: token)
    state.payments.asked = query
    state.payments.failure = nil
    let label = state.words.readingPayments
    if !state.work.contains(where: { $0.label == label }) { state.startWork(label) }
    return [.read(PaymentsQuery(query: query))]
  }

  /// Payments were read, or could not be.
  static func receive(
    _ query: TransactionQuery, _ result: Result<TransactionPage, WalletError>,
    _ state: inout State
  ) -> [Effect] {
    // An answer to what was asked for before is of no use any more.
    guard state.payments.asked == query else { return [] }
    state.payments.asked = nil
    state.endWork(state.words.readingPayments)
    switch result {
    case .success(let page):
      if query.nextToken == nil {
        state.payments.replaceBeginning(with: page)
      } else {
        state.payments.append(page)
      }
      if state.payments.isOutdated {
        state.payments.isOutdated = false
        return ask(nil, &state)
      }
      return goOn(&state)
    case .failure(let error):
      state.payments.failure = error
      state.payments.isOutdated = false
      state.payments.pagesLeft = 0
      return report(error, &state)
    }
  }

  /// Where nothing is shown, the table has room to say so.
  private static func report(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    guard state.payments.isKnown, state.screen(ActivityScreen.self) != nil else { return [] }
    if error.code == .cancelled {
      CardReading.reportCancelled(&state)
    } else if state.unreachable == nil {
      state.show(error)
    }
    return []
  }
}
