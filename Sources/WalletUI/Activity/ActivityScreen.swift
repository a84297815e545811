package import ScreenKit
package import WalletModel

/// The screen of payments: those of a month as a table, or those that a search finds.
package struct ActivityScreen: Sendable, Equatable {
  package enum Sort: CaseIterable, Sendable {
    case newest, oldest, amount, merchant
  }

  package internal(set) var month: CalendarMonth
  package internal(set) var sort = Sort.newest
  package var list = ListPane<Transaction>()
  /// How the rows are grouped and scrolled.
  var table = PaymentTable()
  /// Where there is no room for both, only this one is shown.
  package var pane = Pane.list
  /// The first line in sight of the other pane.
  var scroll = 0
  /// Of the month; nil: nothing has been read.
  package internal(set) var summary: SpendingSummary?
  /// What list, table and summary were made of.
  private var source: Source?

  /// What they depend on.
  private struct Source: Sendable, Equatable {
    var version: Int
    var cards: Int
    /// Of the names of virtual cards.
    var names: Int
    var sort: Sort
    var month: CalendarMonth
    /// Of the search, and of the summary, which compares with the same day of another month.
    var today: Int
  }

  package init(month: CalendarMonth = CalendarMonth(year: 1970, month: 1)) { self.month = month }

  /// Makes list, table and summary again if what they depend on has changed. Called after every action.
  mutating func follow(_ state: State) {
    let zone = state.clock.zone
    let now = Source(
      version: state.activity.book.version, cards: state.cards.list.rows.count,
      names: state.activity.book.cards.version, sort: sort, month: month,
      today: state.clock.wall.civil(in: zone).dayNumber)
    guard now != source, state.activity.book.isKnown else { return }
    let (book, before) = (state.activity.book, source)
    source = now
    if before?.version != now.version || before?.sort != sort {
      list.replace(with: sort.order(book.payments), nextToken: nil, keepsPlace: true)
    }
    // A search means other days tomorrow, and other cards when names have been read.
    list.show(condition(list.filter?.input.text ?? "", state))
    if before?.month != month || before?.today != now.today || before?.version != now.version {
      summary =
        state.activity.month.summary?.month == month
        ? state.activity.month.summary
        : SpendingSummary(
          book.payments, of: month, now: state.clock.wall, in: zone,
          loadedFrom: book.loadedFrom)
    }
    regroup(state)
  }

  /// Groups what is shown.
  mutating func regroup(_ state: State) {
    table.group(
      list, by: sort, in: state.clock.zone,
      card: { PaymentCard($0, state)?.title ?? "" }, state: { PaymentText.state($0, state.words) })
  }
}

extension ActivityScreen.Sort {
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// - Parameter payments: Newest first. Payments that are alike stay in this order.
  fileprivate func order(_ payments: [Transaction]) -> [Transaction] {
    func sorted<Key>(_ key: (Transaction) -> Key, _ precedes: (Key, Key) -> Bool) -> [Transaction] {
      payments.enumerated().map { (key($0.element), $0.offset) }.sorted {
        precedes($0.0, $1.0) || !precedes($1.0, $0.0) && $0.1 < $1.1
      }.map { payments[$0.1] }
    }
    switch self {
    case .newest: return payments
    case .oldest: return payments.reversed()
    case .amount: return sorted({ $0.billedAmount.tenThousandths }, >)
    case .merchant: return sorted({ $0.description.lowercased() }, <)
    }
  }
}

/// What narrows the table.
package enum PaymentCondition: Sendable, Equatable {
  /// The payments of a month.
  case month(CalendarMonth, in: TimeZone)
  case search(PaymentSearch)
}

extension Transaction: ListRow {
  package func passes(_ condition: PaymentCondition) -> Bool {
    switch condition {
    case .month(let month, let zone): CalendarMonth(transactedAt, in: zone) == month
    case .search(let search): search.matches(self)
    }
  }
}
