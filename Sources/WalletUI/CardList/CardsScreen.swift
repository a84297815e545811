import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let cards: Tab = Tab(
    1, "screen.cards", \.screen.cardsScreen, title: { $0.screen.cards }, screen: { CardsScreen() })
}

/// The list of cards, with the details of the card in focus.
struct CardsScreen: ListScreen {
  static var tabs: [Tab] { [.cards] }
  static var place: Command.Place { .cards }
  static var commands: [Command] { CardCommands.all + ShopCommands.all }
  static var moves: [Command] { CardCommands.moves }
  static func selection(_ state: State) -> ScreenSelection? {
    state.cards.list.focused.map {
      ScreenSelection(
        title: state.words.screen.thisCard, name: $0.title,
        commands: CardCommands.actions + [CardCommands.copy] + ShopCommands.all)
    }
  }
  static func refusalElsewhere(_ state: State) -> String { state.words.screen.onlyAmongCards }

  var tab: Tab { .cards }
  /// Set while the card in focus is open as a page.
  var page: CardPage?
  /// The screens above the cards from which the card in focus was opened; Esc goes back to them.
  var origin: [AnyScreen] = []
  var allowsPhone: Bool { true }

  func enter(_ state: inout State) -> [Effect] {
    state.replaceScreens(with: self)
    state.view.pane = .list
    state.cards.details.payment = 0
    let condition = condition(state.cards.list.filter?.input.text ?? "", state)
    state.cards.list.show(condition)
    return []
  }

  // MARK: Reading

  static func begin(_ state: inout State) -> [Effect] { CardReading.begin(&state) }
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    CardReading.event(event, &state)
  }
  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    byKey ? CardReading.readAgain(&state) : CardReading.reload(&state)
  }
  static func settle(_ state: inout State) -> [Effect] { CardReading.settle(&state) }

  static func adapt(_ state: inout State) {
    Undo.forgetOutdated(&state)
    let height = CardAreas(state).height
    if state.cards.list.height != height { state.cards.list.height = height }
    state.cards.list.scroll()
    CardPage.adapt(&state)
  }

  func awaitsContent(_ state: State) -> Bool {
    if state.cards.list.rows.isEmpty { return state.cards.list.isLoading }
    guard let row = state.cards.list.focused, !row.isDamaged else { return false }
    return !state.cards.details.contains(row.id) && state.cards.details.failure(row.id) == nil
  }

  /// Only the number of cards.
  func windowTitle(_ state: State) -> String? {
    state.cards.list.isKnown ? state.words.screen.cards(state.cards.list.total) : nil
  }

  // MARK: Moving

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    if page != nil { return CardPage.move(by: lines, &state) }
    if isInDetails(state) && state.secrets.reveal == nil { return movePayment(by: lines, &state) }
    moveList(by: lines, &state)
    return []
  }

  func page(_ state: State) -> Int {
    max(1, (page == nil ? state.cards.list.height : state.areas.page.height) - 1)
  }

  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    if page != nil { return CardPage.move(by: lines, &state) }
    if state.layout == .wide, CardAreas(state).details.contains(point) {
      return movePayment(by: lines, &state)
    }
    moveList(by: lines, &state)
    return []
  }

  private func moveList(by lines: Int, _ state: inout State) {
    state.cards.list.move(by: lines)
    state.cards.details.payment = 0
  }

  /// Whether the pane of details beside the list has the focus.
  private func isInDetails(_ state: State) -> Bool {
    state.view.pane == .details && state.layout == .wide
  }

  /// Goes to another payment of the details pane.
  private func movePayment(by lines: Int, _ state: inout State) -> [Effect] {
    let count =
      state.cards.list.focused.flatMap { state.cards.details[$0.id] }?.transactions.count ?? 0
    state.cards.details.payment = max(0, min(state.cards.details.payment + lines, count - 1))
    return CardPage.further(at: state.cards.details.payment, &state)
  }

  func payment(_ state: State) -> Transaction? {
    if page != nil {
      guard case .payment(let payment)? = CardPage.opened(state) else { return nil }
      return payment
    }
    guard isInDetails(state), let row = state.cards.list.focused,
      let payments = state.cards.details[row.id]?.transactions,
      payments.indices.contains(state.cards.details.payment)
    else { return nil }
    return payments[state.cards.details.payment]
  }

  func openRefusal(_ state: State) -> String? {
    if state.cards.list.focused == nil { return state.words.screen.noCard }
    return page != nil && CardPage.opened(state) == nil ? state.words.cards.nothingToOpen : nil
  }

  /// The card as a page; the payment with the cursor as its own; on the page, the action.
  func open(_ state: inout State) -> [Effect] {
    if let payment = payment(state) { return PaymentPage.open(payment, &state) }
    return page == nil ? CardPage.show(&state) : CardPage.open(&state)
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    if pane == .details, state.layout != .wide {
      return state.cards.list.focused == nil || page != nil ? [] : CardPage.show(&state)
    }
    state.view.pane = pane
    return []
  }

  /// On the page the next section.
  func togglePane(_ state: inout State) -> [Effect] {
    if page != nil { return CardPage.section(by: 1, &state) }
    return show(
      state.view.pane == .list || state.layout != .wide ? .details : .list, &state)
  }

  /// The next or previous card; a page stays open.
  static func otherCard(by step: Int, _ state: inout State) -> [Effect] {
    guard let screen = state.shown as? CardsScreen else { return [] }
    screen.moveList(by: step, &state)
    if screen.page != nil { CardPage.set(CardPage(), &state) }
    return []
  }

  func back(_ state: inout State) -> [Effect] {
    if state.secrets.reveal != nil {
      state.concealReveal()
    } else if state.isWaiting {
      return state.cancelWaiting()
    } else if state.phones.simulated.isOpen {
      state.phones.simulated.isOpen = false
    } else if page != nil {
      CardPage.set(nil, &state)
    } else if isInDetails(state) {
      state.view.pane = .list
      state.cards.details.payment = 0
    } else if state.cards.list.filter != nil {
      endFilter(&state)
    } else if !origin.isEmpty {
      return PaymentCard.comeBack(to: origin, from: CardsScreen(), &state)
    } else if state.toasts.current != nil {
      state.toasts.current = nil
    }
    return []
  }

  /// A second click on the row opens it.
  func click(line: Int, _ state: inout State) -> [Effect] {
    if page != nil { return CardPage.click(line, &state) }
    if line == state.cards.list.selected && state.view.pane == .list { return state.run("open") }
    state.cards.list.select(line)
    state.cards.details.payment = 0
    state.view.pane = .list
    return []
  }

  // MARK: Filter

  func list(_ state: State) -> ListPane<CardRow> { state.cards.list }
  func changeList(_ state: inout State, _ change: (inout ListPane<CardRow>) -> Void) {
    change(&state.cards.list)
  }
  func condition(_ text: String, _ state: State) -> CardCondition? {
    CardCondition(text, state.words)
  }

  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? {
    if let effects = filterKey(key, &state) { return effects }
    if state.input.prefix == nil, Copying.moveFocus(key, &state) { return [] }
    guard page != nil, key == Key(.backtab) else { return nil }
    return CardPage.section(by: -1, &state)
  }

  // MARK: Drawing

  func crumbs(_ state: State) -> Crumbs? {
    guard page != nil, !state.settings.isLinear, let row = state.cards.list.focused else {
      return nil
    }
    return CardPage.crumbs(row, tab, state)
  }

  func draw(in frame: Frame, _ body: Rect) {
    if frame.state.settings.isLinear {
      let view = LinesView(frame: frame)
      return page == nil ? view.cardList() : view.card(body)
    }
    if let page { return CardPageView(frame: frame).page(page) }
    let places = CardAreas(frame.state)
    CardListView(frame: frame).cardList(places)
    let month = MonthView(frame: frame)
    month.block(places)
    switch frame.state.layout {
    case .wide: DetailsView(frame: frame).details(places.details)
    case .stacked: DetailsView(frame: frame).short(places.details)
    case .narrow: break
    }
    if !places.monthPane.isEmpty {
      month.pane(places.monthPane)
      month.news(places.news)
    }
    if !places.actions.isEmpty {
      CardActionsView(surface: frame).pane(places.actions, CardActions(frame))
      month.spending(places.spending)
    }
  }

  /// Its commands and those of all screens, as far as the footer has a word for them.
  private static let hinted = CommandRegistry.all.filter {
    $0.applies(on: CardsScreen.self) && $0.text(.english).hint != nil
  }

  /// The footer does not repeat keys that the screen shows. Undo comes last: nothing moves when it
  /// comes and goes.
  func hints(_ frame: Frame) -> [Hint]? {
    var leftOut = ["help", "quit", "card.undo", "open", "back"]
    if frame.state.layout != .narrow || page != nil {
      leftOut += frame.faceHints.compactMap(\.runs) + FaceHints.hidden(frame.state)
    }
    return hints(frame, frame.state, without: leftOut)
  }

  private func hints(_ frame: Frame, _ state: State, without leftOut: [Command.ID]) -> [Hint] {
    let words = state.words
    func hint(_ id: Command.ID, _ word: String?) -> Hint? { Hint.of(id, as: word, frame) }
    var hints: [Hint?] = []
    if page != nil {
      let section = hint("pane.next", words.cards.nextSection)
      let back = hint("back", words.backHint)
      let opens = openRefusal(state) == nil ? hint("open", words.cards.openHint) : nil
      // Where there is little room the way back stays longest.
      hints += state.view.size.width < 80 ? [back, opens, section] : [opens, section, back]
    } else if isInDetails(state) {
      hints += [
        hint("open", payment(state) == nil ? words.cards.openCard : words.cards.openHint),
        Hint("↑↓", words.choose), hint("back", words.backHint),
      ]
    } else {
      hints += [
        origin.isEmpty ? nil : hint("back", words.backHint),
        state.cards.list.focused == nil ? nil : hint("open", words.cards.openCard),
      ]
    }
    let first: [Command.ID] = ["card.lock", "card.unlock", "card.activate", "shop.pay"]
    hints += first.map {
      leftOut.contains($0) ? nil : hint($0, $0 == "shop.pay" ? words.shop.pay : nil)
    }
    for command in Self.hinted where page == nil || command.place.isGeneral {
      let id = command.id
      if leftOut.contains(id) || first.contains(id) || state.lacks(id) { continue }
      if frame.disabled(command) == nil { hints.append(Hint.of(command, state)) }
    }
    if state.view.undo != nil { hints.append(hint("card.undo", nil)) }
    return hints.compactMap { $0 }
  }
}
