import Canvas
import ScreenKit
import Secrets
import TextLayout
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let activity: Tab = Tab(
    5, "screen.activity", \.activity.showActivity, title: { $0.activity.activity },
    screen: { ActivityScreen() })
}

extension ActivityScreen: ListDetailsScreen {
  static var tabs: [Tab] { [.activity] }
  static var place: Command.Place { .activity }
  static var commands: [Command] { ActivityCommands.all }
  static let shared: Set<Command.ID> = [
    "card.lock", "card.unlock", "card.undo", "reveal.copy", "list.filter", "filter.next",
    "filter.previous", "pane.next", "phone.toggle",
  ]
  static func refusalElsewhere(_ state: State) -> String {
    state.words.screen.onlyInActivity(key: state.keyLabel(for: Tab.activity.command.id))
  }

  package var tab: Tab { .activity }

  /// Lies over the screen that one comes from. The page of a payment is left.
  func enter(_ state: inout State) -> [Effect] {
    state.toasts.showUnseen(state.clock)
    if state.shown is PaymentPage { state.leaveScreen() }
    guard !state.hasScreen(ActivityScreen.self) else { return [] }
    let month = CalendarMonth(state.clock.wall, in: state.clock.zone)
    state.enter(ActivityScreen(month: month))
    guard state.unreadable == nil else { return [] }
    PaymentReading.showWork(&state)
    return Self.read(&state)
  }

  /// Goes to a payment.
  static func show(_ id: TransactionID, _ state: inout State) -> [Effect] {
    let effects = ActivityScreen().enter(&state)
    guard let payment = state.activity.book.payments.first(where: { $0.id == id }),
      var activity = state.screen(ActivityScreen.self)
    else { return effects }
    activity.month = CalendarMonth(payment.transactedAt, in: state.clock.zone)
    activity.endSearch(state)
    activity.list.want(id)
    (activity.pane, activity.scroll) = (.list, 0)
    state.update(activity)
    return effects + (state.unreadable == nil ? read(&state) : [])
  }

  // MARK: Reading

  static func begin(_ state: inout State) -> [Effect] {
    (state.activity.book, state.activity.month, state.activity.budgets) = (
      PaymentBook(), WalletMonth(), nil
    )
    return [.read(BudgetsQuery())]
  }

  /// What the month's table, its comparison and the six months need.
  private static func read(_ state: inout State) -> [Effect] {
    guard let month = state.screen(ActivityScreen.self)?.month else { return [] }
    return PaymentReading.want(sixMonthsTo: month, &state)
  }

  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    PaymentReading.readAgain(&state)
  }

  /// Payments came or changed.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    switch event {
    case .changed(.cards, _): break
    case .changed(.virtualCards, let ids): state.activity.book.cards.invalidate(ids)
    case .changed(.budgets, _): return [.read(BudgetsQuery())]
    default: return []  // No other news are about what this screen shows.
    }
    state.activity.book.invalidate()
    // A vault that another program has changed says no more than this.
    let isOfVault = event == .cardsChanged(nil) && state.wallet.path != nil
    return (state.hasScreen(ActivityScreen.self) ? settle(&state) : [])
      + (isOfVault ? [.read(BudgetsQuery())] : [])
  }

  static func settle(_ state: inout State) -> [Effect] {
    PaymentReading.settle(&state) + PaymentCards.settle(&state)
  }

  static func adapt(_ state: inout State) {
    state.activity.month.follow(state.activity.book, state.clock)
    guard state.hasScreen(Self.self), let before = state.screen(Self.self) else { return }
    var activity = before
    activity.follow(state)
    let areas = ActivityAreas(state, activity)
    if activity.table.height != areas.rows.height {
      activity.table.height = max(1, areas.rows.height)
      activity.list.height = activity.table.height
    }
    activity.table.scroll(to: activity.list.selected)
    state.update(activity)
  }

  // MARK: Its commands

  static func sortDifferently(_ state: inout State) -> [Effect] {
    guard var activity = state.screen(ActivityScreen.self) else { return [] }
    activity.sort = activity.sort.next
    state.update(activity)
    return []
  }

  /// Why there is no other month to go to; nil: there is.
  static func noMonth(before isBefore: Bool, _ state: State) -> String? {
    guard let activity = state.screen(ActivityScreen.self) else { return nil }
    let zone = state.clock.zone
    if isBefore {
      let oldest = state.activity.book.payments.last.map {
        CalendarMonth($0.transactedAt, in: zone)
      }
      let hasEarlier = state.activity.book.hasMore || oldest.map { $0 < activity.month } ?? false
      return hasEarlier ? nil : state.words.activity.noEarlierPayments
    }
    let now = CalendarMonth(state.clock.wall, in: zone)
    return activity.month <= now ? nil : state.words.activity.noLaterMonth
  }

  /// Shows the payments of another month. A search ends.
  static func changeMonth(by months: Int, _ state: inout State) -> [Effect] {
    guard var activity = state.screen(ActivityScreen.self) else { return [] }
    activity.month = activity.month.adding(months)
    activity.endSearch(state)
    activity.list.select(0)
    activity.scroll = 0
    state.update(activity)
    return state.unreadable == nil ? read(&state) : []
  }

  // MARK: Searching

  func list(_ state: State) -> ListPane<Transaction> { list }

  func changeList(_ state: inout State, _ change: (inout ListPane<Transaction>) -> Void) {
    var activity = self
    change(&activity.list)
    if activity.list.condition != list.condition { activity.regroup(state) }
    state.update(activity)
  }

  func condition(_ text: String, _ state: State) -> PaymentCondition? {
    let search = PaymentSearch(text, now: state.clock.wall, in: state.clock.zone) {
      PaymentSearch.Meaning($0, state)
    }
    return search.isEmpty ? .month(month, in: state.clock.zone) : .search(search)
  }

  /// On the other page Esc goes back to the table first.
  func filterHints(_ state: State) -> [Hint] { pane == .list ? matchHints(state) : [] }

  /// A longer text can find more: `<5` and `<50`.
  var isNarrowedByTyping: Bool { false }

  private mutating func endSearch(_ state: State) {
    list.endFilter(.month(month, in: state.clock.zone))
  }

  // MARK: Moving

  func card(_ state: State) -> CardRow? { list.focused.flatMap { state.cards.list.row($0.cardID) } }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    var activity = self
    if pane == .details, state.layout != .wide || !ActivityAreas(state, self).hasSide {
      activity.scroll = max(0, min(activity.scroll + max(-1000, min(1000, lines)), 1000))
      state.update(activity)
      return []
    }
    let before = list.selected
    activity.list.move(by: lines)
    state.update(activity)
    // At the end of what was read, one goes on to what was not.
    let isAtEnd = lines > 0 && activity.list.selected >= activity.list.count - 1
    let isIncomplete = list.filter != nil || !(summary?.isLoaded ?? false)
    let goesOn = state.activity.book.failure == nil || activity.list.selected == before
    return isAtEnd && isIncomplete && goesOn ? PaymentReading.readMore(&state) : []
  }

  func page(_ state: State) -> Int { max(1, table.height - 2) }

  func payment(_ state: State) -> Transaction? { list.focused }

  func openRefusal(_ state: State) -> String? {
    list.focused == nil ? state.words.activity.noPayment : nil
  }

  /// The page of the payment.
  func open(_ state: inout State) -> [Effect] {
    list.focused.map { PaymentPage.open($0, &state) } ?? []
  }

  func copyRefusal(_ state: State) -> String? {
    list.focused == nil ? state.words.activity.noPayment : nil
  }

  /// Copies the payment's id, which is not secret.
  func copy(_ state: inout State) -> [Effect] {
    list.focused.map { [.copy(.paymentID, Secret(text: $0.id.rawValue))] } ?? []
  }

  /// From a search to the month, from the other pane to the table, from there to the cards.
  func back(_ state: inout State) -> [Effect] {
    leave(&state) {
      $0.leaveScreen()
      return []
    }
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    var activity = self
    activity.pane = pane
    activity.scroll = 0
    state.update(activity)
    return []
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.activity.readingPayments) }

  // MARK: Drawing

  func draw(in frame: Frame, _ body: Rect) { ActivityView(frame: frame).activity(self) }
  func hints(_ frame: Frame) -> [Hint]? { ActivityView(frame: frame).hints(self) }
}

extension PaymentSearch.Meaning {
  /// The cards, states and categories that a word names, in any language.
  init(_ word: String, _ state: State) {
    self.init()
    let bytes = searchBytes(word)
    cards = Set(
      state.cards.list.rows.lazy.filter {
        Text.contains($0.title, folded: bytes) || $0.lastFour == word
      }
      .map(\.id))
    cards.formUnion(
      state.activity.book.cards.names.lazy.filter { _, card in
        Text.contains(card.alias ?? card.holder, folded: bytes) || card.lastFour == word
      }.map { $0.key })
    for words in Words.all {
      func names(_ name: String) -> Bool {
        Text.folded(name).split(separator: " ").contains { $0.hasPrefix(word) }
      }
      types.formUnion(TransactionType.allCases.filter { names(words.cards.transaction($0)) })
      reasons.formUnion(DeclineReason.allCases.filter { names(words.cards.declined($0)) })
      categories.formUnion(MerchantCategory.allCases.filter { names(words.activity.category($0)) })
    }
  }
}
