import Canvas
import Secrets
import WalletAPI
import Words

extension Tab {
  static let cards: Tab = Tab(1, "screen.cards", \.cardsScreen, title: \.cards) {
    CardsScreen(tab: .cards)
  }
  /// The same list with virtual cards only.
  static let virtual: Tab = Tab(2, "screen.virtual", \.virtualScreen, title: \.virtual) {
    CardsScreen(tab: .virtual)
  }
}

/// The list of cards, all or virtual ones, with the details of the card in focus.
struct CardsScreen: ListScreen {
  static var tabs: [Tab] { [.cards, .virtual] }
  static var place: Command.Place { .cards }
  static var commands: [Command] { CardCommands.all + ShopCommands.all }
  static var moves: [Command] { CardCommands.moves }
  static func refusalElsewhere(_ state: State) -> String { state.words.onlyAmongCards }

  let tab: Tab
  var allowsPhone: Bool { true }

  func enter(_ state: inout State) -> [Effect] {
    state.replaceScreens(with: self)
    state.pane = .list
    state.details.scroll = 0
    let condition = condition(state.list.filter?.input.text ?? "", state)
    state.list.show(condition)
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
    if state.list.height != height { state.list.height = height }
    state.list.scroll()
  }

  func awaitsContent(_ state: State) -> Bool {
    if state.list.rows.isEmpty { return state.list.isLoading }
    guard let row = state.list.focused, !row.isDamaged else { return false }
    return state.details[row.id] == nil && state.details.failure(row.id) == nil
  }

  /// Only the number of cards.
  func windowTitle(_ state: State) -> String? {
    state.list.isKnown ? state.words.cards(state.list.total) : nil
  }

  // MARK: Moving

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    if state.pane == .details && state.layout != .narrow && state.reveal == nil
      && abs(lines) < .max / 4
    {
      return scrollDetails(by: lines, &state)
    }
    moveList(by: lines, &state)
    return []
  }

  func page(_ state: State) -> Int { max(1, state.list.height - 1) }

  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    let isDetails =
      state.layout == .narrow ? state.pane == .details : CardAreas(state).details.contains(point)
    if isDetails { return scrollDetails(by: lines, &state) }
    moveList(by: lines, &state)
    return []
  }

  private func moveList(by lines: Int, _ state: inout State) {
    state.list.move(by: lines)
    state.details.scroll = 0
  }

  private func scrollDetails(by lines: Int, _ state: inout State) -> [Effect] {
    let count = state.list.focused.flatMap { state.details[$0.id] }?.transactions.count ?? 0
    state.details.scroll = max(0, min(state.details.scroll + lines, count - 1))
    return []
  }

  func openRefusal(_ state: State) -> String? {
    state.list.focused == nil ? state.words.noCard : nil
  }
  func open(_ state: inout State) -> [Effect] { show(.details, &state) }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    state.pane = pane
    return []
  }

  static func togglePane(_ state: inout State) -> [Effect] {
    state.pane = state.pane == .list ? .details : .list
    return []
  }

  func back(_ state: inout State) -> [Effect] {
    if state.reveal != nil {
      state.concealReveal()
    } else if state.isWaiting {
      return state.cancelWaiting()
    } else if state.phone.isOpen {
      state.phone.isOpen = false
    } else if state.pane == .details {
      state.pane = .list
      state.details.scroll = 0
    } else if state.list.filter != nil {
      endFilter(&state)
    } else if state.toasts.current != nil {
      state.toasts.current = nil
    }
    return []
  }

  /// A second click on the row opens it.
  func click(line: Int, _ state: inout State) -> [Effect] {
    if line == state.list.selected && state.pane == .list { return state.run("open") }
    state.list.select(line)
    state.details.scroll = 0
    state.pane = .list
    return []
  }

  // MARK: Filter

  static func startFilter(_ state: inout State) -> [Effect] {
    state.list.startFilter()
    state.pane = .list
    return []
  }

  func list(_ state: State) -> ListPane<CardRow> { state.list }
  func changeList(_ state: inout State, _ change: (inout ListPane<CardRow>) -> Void) {
    change(&state.list)
  }
  func condition(_ text: String, _ state: State) -> CardCondition? {
    CardCondition(text, onlyVirtual: tab == .virtual, state.words)
  }

  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? {
    filterKey(key, &state)
      ?? (state.prefix == nil && Copying.moveFocus(key, &state) ? [] : nil)
  }

  // MARK: Drawing

  func draw(in frame: Frame, _ body: Rect) {
    let state = frame.state
    if state.layout != .narrow || state.pane == .list {
      CardListView(frame: frame).cardList(CardAreas(state))
    }
    if state.layout != .narrow || state.pane == .details {
      DetailsView(frame: frame).details(CardAreas(state).details)
    }
  }
}
