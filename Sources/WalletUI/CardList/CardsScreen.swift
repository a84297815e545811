import Canvas
import Secrets
import WalletAPI
import Words

/// The list of cards, all or the virtual ones, with the details of the one in focus.
struct CardsScreen: AppScreen {
  let tab: Tab
  var place: Command.Place { .cards }
  var allowsPhone: Bool { true }

  func enter(_ state: inout State) -> [Effect] {
    while state.screens.count > 1 { state.leaveScreen() }
    state.screens = [AnyScreen(self)]
    state.pane = .list
    state.details.scroll = 0
    state.list.showOnlyVirtual(tab == .virtual)
    return []
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
      state.layout == .narrow ? state.pane == .details : state.places.details.contains(point)
    if isDetails { return scrollDetails(by: lines, &state) }
    moveList(by: lines, &state)
    return []
  }

  private func moveList(by lines: Int, _ state: inout State) {
    state.list.move(by: lines)
    state.details.scroll = 0
  }

  private func scrollDetails(by lines: Int, _ state: inout State) -> [Effect] {
    let count = state.focusedID.flatMap { state.details[$0] }?.transactions.count ?? 0
    state.details.scroll = max(0, min(state.details.scroll + lines, count - 1))
    return []
  }

  func noOpening(_ state: State) -> String? { state.focusedRow == nil ? state.words.noCard : nil }
  func open(_ state: inout State) -> [Effect] { state.show(.details) }

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
      state.list.endFilter()
    } else if state.toasts.current != nil {
      state.toasts.current = nil
    }
    return []
  }

  /// A second click opens.
  func click(line: Int, _ state: inout State) -> [Effect] {
    if line == state.list.selected && state.pane == .list { return state.run("open") }
    state.list.select(line)
    state.details.scroll = 0
    state.pane = .list
    return []
  }

  func lineCount(_ state: State) -> Int { state.list.count }

  // MARK: Filter

  func lineInput(_ state: State) -> LineInput {
    state.list.filter?.isEditing == true ? .text(state.words.filter) : .keys
  }

  func textKey(_ key: Key, _ state: inout State) -> [Effect]? {
    guard state.list.filter?.isEditing == true else { return nil }
    switch key.code {
    case .escape:
      state.list.endFilter()
      return []
    case .enter:
      state.list.acceptFilter()
      return []
    case .up, .down, .pageUp, .pageDown, .tab, .backtab: return nil
    default: break
    }
    let before = state.list.filter?.input.text ?? ""
    guard state.list.filter?.input.handle(key) == true else { return nil }
    let after = state.list.filter?.input.text ?? ""
    state.list.applyFilter(narrowing: !before.isEmpty && after.hasPrefix(before))
    return []
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    if state.list.filter?.isEditing == true {
      state.list.filter?.input.paste(secret)
      state.list.applyFilter()
    }
    return []
  }

  // MARK: Drawing

  func draw(in frame: Frame) {
    let state = frame.state
    let places = state.places
    frame.header(places.header)
    if state.layout != .narrow || state.pane == .list {
      CardListView(frame: frame).cardList(places)
    }
    if state.layout != .narrow || state.pane == .details {
      DetailsView(frame: frame).details(places.details)
    }
    frame.footer(places.footer)
  }

  func textHints(_ state: State) -> [Hint]? {
    guard state.list.filter?.isEditing == true else { return nil }
    let words = state.words
    return [Hint("Enter", words.keep), Hint("Esc", words.showAll), Hint("↑↓", words.move)]
  }
}
