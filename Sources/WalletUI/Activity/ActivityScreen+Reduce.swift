import Canvas
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let activity: Tab = Tab(
    5, "screen.activity", \.showActivity, title: \.activity, disabled: { $0.unreadable },
    screen: { ActivityScreen() })
}

extension ActivityScreen: ListScreen {
  static var tabs: [Tab] { [.activity] }
  static var place: Command.Place { .activity }
  static var commands: [Command] { ActivityCommands.all }
  static func refusalElsewhere(_ state: State) -> String {
    state.words.onlyInActivity(key: state.keyLabel(for: Tab.activity.command.id))
  }

  /// The number of payments in a page.
  private static let page = 500

  package var tab: Tab { .activity }

  /// Opens above the current screen.
  func enter(_ state: inout State) -> [Effect] {
    guard state.screen(ActivityScreen.self) == nil else { return [] }
    state.enter(self)
    return Self.ask(&state)
  }

  // MARK: Reading

  /// Changes the request and reads its first page. The payments on screen stay until it is there.
  /// The range starts at the beginning of its first day, in local time.
  static func ask(
    _ state: inout State, _ change: (inout ActivityScreen.Request) -> Void = { _ in }
  ) -> [Effect] {
    guard var activity = state.screen(ActivityScreen.self) else { return [] }
    change(&activity.requested)
    let day: Int64 = 86_400_000
    let offset = Int64(state.clock.utcOffset) * 1000
    let today = (state.clock.wall.milliseconds + offset) / day
    let days = Int64(activity.requested.range.rawValue)
    activity.requested.query.from =
      days == 0 ? nil : Timestamp(milliseconds: (today - days + 1) * day - offset)
    activity.requested.query.limit = page
    activity.requested.query.nextToken = nil
    return activity.read(&state)
  }

  private func read(_ state: inout State) -> [Effect] {
    var activity = self
    activity.list.isLoading = true
    activity.failure = nil
    state.update(activity)
    let label = state.words.readingPayments
    if !state.work.contains(where: { $0.label == label }) { state.startWork(label) }
    return [.read(PaymentsQuery(card: requested.card, query: requested.query))]
  }

  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    guard var activity = state.screen(ActivityScreen.self) else { return [] }
    guard activity.list.isLoading else { return ask(&state) }
    activity.isOutdated = true
    state.update(activity)
    return []
  }

  /// Payments were added or changed.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    if case .changed(.cards, _) = event { readAgain(byKey: false, &state) } else { [] }
  }

  /// The answer to the last request.
  func receive(_ result: Result<TransactionPage, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(state.words.readingPayments)
    var activity = self
    activity.list.isLoading = false
    activity.isOutdated = false
    activity.requested.query.nextToken = nil
    switch result {
    case .success(let page):
      activity.show(page, isFirst: requested.query.nextToken == nil)
      state.update(activity)
      return isOutdated ? Self.readAgain(byKey: false, &state) : []
    case .failure(let error):
      activity.requested = activity.title
      activity.failure = error
      state.update(activity)
      return activity.report(error, &state)
    }
  }

  private mutating func show(_ page: TransactionPage, isFirst: Bool) {
    if isFirst {
      list.replace(
        with: page.transactions, nextToken: page.nextToken, keepsPlace: shown == requested)
    } else {
      list.append(page.transactions, nextToken: page.nextToken)
    }
    shown = requested
    if list.focused == nil { pane = .list }
  }

  /// The request failed. If nothing is shown, the list has room for the error.
  private func report(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    guard shown != nil else { return [] }
    if error.code == .cancelled {
      CardReading.reportCancelled(&state)
    } else if state.unreachable == nil {
      state.show(error)
    }
    return []
  }

  // MARK: Commands

  /// Why the payments of one card cannot be requested; nil: they can.
  static func cardFilterRefusal(_ state: State) -> String? {
    let activity = state.screen(ActivityScreen.self)
    let isPossible = activity?.requested.card != nil || state.list.focused != nil
    return state.unreadable ?? (isPossible ? nil : state.words.noCard)
  }

  static func nextRange(_ state: inout State) -> [Effect] {
    ask(&state) { request in
      let all = ActivityScreen.Range.allCases
      request.range = all[((all.firstIndex(of: request.range) ?? 0) + 1) % all.count]
    }
  }

  static func reverseOrder(_ state: inout State) -> [Effect] {
    ask(&state) { $0.query.order = $0.query.order == .ascending ? .descending : .ascending }
  }

  static func toggleCard(_ state: inout State) -> [Effect] {
    let focused = state.list.focused?.id
    return ask(&state) { $0.card = $0.card == nil ? focused : nil }
  }

  // MARK: Moving

  func list(_ state: State) -> ListPane<Transaction> { list }
  func changeList(_ state: inout State, _ change: (inout ListPane<Transaction>) -> Void) {
    var activity = self
    change(&activity.list)
    state.update(activity)
  }
  func condition(_ text: String, _ state: State) -> Never? { nil }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    var activity = self
    activity.list.move(by: lines)
    let next = activity.list.nextPage(
      going: lines, from: list.selected, afterFailure: failure != nil)
    if let next, state.unreadable == nil {
      activity.requested.query.nextToken = next
      return activity.read(&state)
    }
    state.update(activity)
    return []
  }

  func openRefusal(_ state: State) -> String? { list.focused == nil ? state.words.noPayment : nil }

  func open(_ state: inout State) -> [Effect] { show(.details, &state) }

  /// Goes from the payment to the list, and from the list to the cards.
  func back(_ state: inout State) -> [Effect] {
    if state.isWaiting { return state.cancelWaiting() }
    if pane == .details, state.layout != .wide { return show(.list, &state) }
    state.leaveScreen()
    return []
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    var activity = self
    activity.pane = pane
    state.update(activity)
    return []
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    changeList(&state) { $0.select(line) }
    return []
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.readingPayments) }

  // MARK: Drawing

  func draw(in frame: Frame, _ body: Rect) {
    ActivityView(frame: frame).activity(self, body)
  }
  func hints(_ frame: Frame) -> [Hint]? { ActivityView(frame: frame).activityHints(self) }
}
