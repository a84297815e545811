import Canvas
import WalletAPI
import WalletModel
import Words

extension State {
  /// As many payments as are read at once.
  static let paymentPage = 500

  mutating func openActivity() -> [Effect] {
    guard activity == nil else { return [] }
    var activity = ActivityState()
    let effects = ask(&activity)
    enter(activity)
    return effects
  }

  /// Reads the first page, from the beginning of the range's first day here.
  private mutating func ask(_ activity: inout ActivityState) -> [Effect] {
    let day: Int64 = 86_400_000
    let offset = Int64(clock.utcOffset) * 1000
    let today = (clock.wall.milliseconds + offset) / day
    let days = Int64(activity.asked.range.rawValue)
    activity.asked.query.from =
      days == 0 ? nil : Timestamp(milliseconds: (today - days + 1) * day - offset)
    activity.asked.query.limit = State.paymentPage
    activity.asked.query.nextToken = nil
    return read(&activity)
  }

  private mutating func read(_ activity: inout ActivityState) -> [Effect] {
    activity.isLoading = true
    activity.failure = nil
    if !work.contains(where: { $0.label == words.readingPayments }) {
      startWork(words.readingPayments)
    }
    return [.loadPayments(activity.asked.card, activity.asked.query)]
  }

  mutating func showPayments(
    _ card: CardID?, _ query: TransactionQuery, _ result: Result<TransactionPage, WalletError>
  ) -> [Effect] {
    guard var activity, activity.asked.card == card,
      activity.asked.query == query
    else { return [] }
    endWork(words.readingPayments)
    activity.isLoading = false
    let isOutdated = activity.isOutdated
    activity.isOutdated = false
    activity.asked.query.nextToken = nil
    switch result {
    case .success(let page):
      let focused = activity.shown == activity.asked ? activity.focused?.id : nil
      activity.payments =
        query.nextToken == nil ? page.transactions : activity.payments + page.transactions
      activity.nextToken = page.nextToken
      activity.shown = activity.asked
      // The same payment stays in focus, unless one looks at the newest.
      let place = activity.payments.firstIndex { $0.id == focused }
      if activity.selected > 0 { activity.selected = place ?? 0 }
      activity.showsDetail = activity.showsDetail && activity.focused != nil
    case .failure(let error):
      activity.asked = activity.title
      activity.failure = error
    }
    update(activity)
    if case .failure(let error) = result { return tellPaymentsNotRead(error) }
    return isOutdated ? readPaymentsAgain() : []
  }

  /// What was asked for has not been read. Where nothing is shown, the list has room to say so.
  private mutating func tellPaymentsNotRead(_ error: WalletError) -> [Effect] {
    if error.code == .unauthorized { return readRefused(error) }
    guard activity?.shown != nil else { return [] }
    if error.code == .cancelled {
      tellReadingGivenUp()
    } else if unreachable == nil {
      show(error)
    }
    return []
  }

  mutating func readPaymentsAgain() -> [Effect] {
    guard var activity, activity.isLoading else { return ask { _ in } }
    activity.isOutdated = true
    update(activity)
    return []
  }

  /// Asks for other payments; those that are shown stay until these are there.
  mutating func ask(_ change: (inout ActivityState.Question) -> Void) -> [Effect] {
    guard var activity else { return [] }
    change(&activity.asked)
    let effects = ask(&activity)
    update(activity)
    return effects
  }

  /// The screen of payments, where it is open.
  package var activity: ActivityState? { screen(ActivityState.self) }

  // MARK: Its commands

  /// Why no card's payments can be asked for; nil: they can.
  var noCardsPayments: String? {
    unreadable ?? (activity?.asked.card == nil && focusedRow == nil ? words.noCard : nil)
  }

  mutating func nextRange() -> [Effect] {
    ask { question in
      let all = ActivityState.Range.allCases
      question.range = all[((all.firstIndex(of: question.range) ?? 0) + 1) % all.count]
    }
  }

  mutating func turnPaymentsAround() -> [Effect] {
    ask { $0.query.order = $0.query.order == .ascending ? .descending : .ascending }
  }

  mutating func toggleCardsPayments() -> [Effect] {
    let focused = focusedID
    return ask { $0.card = $0.card == nil ? focused : nil }
  }

  /// Goes on reading at the end of what was read.
  fileprivate mutating func readOn(_ activity: inout ActivityState, token: String) -> [Effect] {
    activity.asked.query.nextToken = token
    return read(&activity)
  }
}

extension ActivityState: AppScreen {
  package var tab: Tab { .activity }
  var place: Command.Place { .activity }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    var activity = self
    let last = max(0, payments.count - 1)
    let wasLast = selected == last
    activity.selected = max(0, min(selected + lines, last))
    var effects: [Effect] = []
    // Before one is there; once that was in vain, when one goes on at the end.
    if activity.selected >= last - 20, let token = nextToken, !isLoading,
      failure == nil || wasLast && lines > 0, state.unreadable == nil
    {
      effects = state.readOn(&activity, token: token)
    }
    state.update(activity)
    return effects
  }

  func noOpening(_ state: State) -> String? { focused == nil ? state.words.noPayment : nil }

  func open(_ state: inout State) -> [Effect] {
    show(detail: true, &state)
    return []
  }

  /// From the payment to the list, from there to the cards.
  func back(_ state: inout State) -> [Effect] {
    if state.isWaiting { return state.cancelWaiting() }
    if showsDetail, state.layout != .wide {
      show(detail: false, &state)
    } else {
      state.leaveScreen()
    }
    return []
  }

  private func show(detail isShown: Bool, _ state: inout State) {
    var activity = self
    activity.showsDetail = isShown
    state.update(activity)
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    var activity = self
    activity.selected = line
    state.update(activity)
    return []
  }

  func lineCount(_ state: State) -> Int { payments.count }
  func draw(in frame: Frame) { frame.activity(self) }
  func hints(_ frame: Frame) -> [Hint]? { frame.activityHints(self) }

  /// Payments came or changed.
  func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    switch event {
    case .cardsChanged, .connectionRestored: state.readPaymentsAgain()
    default: []
    }
  }

  func readAgain(_ state: inout State) -> [Effect] { state.readPaymentsAgain() }
  func left(_ state: inout State) { state.endWork(state.words.readingPayments) }
}
