import Canvas
import Secrets
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let virtual: Tab = Tab(
    2, "screen.virtual", \.virtualScreen, title: \.virtual, screen: { VirtualCardsScreen() })
}

extension Command.Place {
  package static let virtual = Command.Place("virtual")
}

/// Virtual cards by persona: the list, and the card in focus. In focus, the details are a page that
/// takes the whole screen.
package struct VirtualCardsScreen: ListDetailsScreen {
  static var tabs: [Tab] { [.virtual] }
  static var place: Command.Place { .virtual }
  static let commands: [Command] = VirtualCardCommands.all + VirtualCardForms.commands
  static var moves: [Command] { VirtualCardCommands.moves }
  static var shared: Set<Command.ID> {
    let general: Set<Command.ID> = [
      "list.filter", "filter.next", "filter.previous", "pane.next", "phone.toggle", "reveal.copy",
      "cards.lock",
    ]
    return general.union(ShopCommands.payments.map(\.id))
  }
  static func selection(_ state: State) -> ScreenSelection? {
    state.virtual.list.focused.map {
      ScreenSelection(
        title: state.words.thisCard, name: VirtualText(state: state).name($0),
        commands: VirtualCardCommands.all + [CardCommands.copy] + ShopCommands.payments)
    }
  }
  static func refusalElsewhere(_ state: State) -> String { state.words.onlyAmongVirtual }

  package init(activity: ActivityScreen? = nil) { self.activity = activity }

  package var tab: Tab { .virtual }
  var pane = Pane.list
  /// The first line of the page in sight.
  var top = 0
  /// The payments from which the card in focus was opened; Esc goes back to them.
  var activity: ActivityScreen?

  func enter(_ state: inout State) -> [Effect] {
    guard !(state.shown is VirtualCardsScreen) else { return show(.list, &state) }
    state.replaceScreens(with: self)
    return VirtualCards.readLists(state) + VirtualCards.readMissed(&state)
  }

  // MARK: Reading

  static func begin(_ state: inout State) -> [Effect] {
    state.virtual = VirtualCardsState()
    state.virtualForms = VirtualFormsState()
    return []
  }

  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    guard case .changed(.virtualCards, let ids) = event else { return [] }
    return VirtualCards.changed(ids, &state)
  }

  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    VirtualCardMaking.connectionRestored(&state)
    guard state.shown is VirtualCardsScreen else {
      state.virtual.reading.isWhole = true
      return []
    }
    state.virtual.isMissing = false
    state.virtual.opened.forgetPartial()
    return VirtualCards.readAll(&state)
  }

  static func settle(_ state: inout State) -> [Effect] { VirtualCards.settle(&state) }

  static func adapt(_ state: inout State) {
    guard state.shown is VirtualCardsScreen else { return }
    VirtualAreas.scroll(&state)
    guard var screen = state.screen(VirtualCardsScreen.self), screen.pane == .details else {
      return
    }
    if state.virtual.list.focused == nil {
      screen.pane = .list
    } else {
      screen.top = max(0, min(screen.top, screen.pageHeight(state) - state.areas.page.height))
    }
    state.update(screen)
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.readingVirtual) }

  // MARK: Moving

  package func list(_ state: State) -> ListPane<VirtualRow> { state.virtual.list }
  func changeList(_ state: inout State, _ change: (inout ListPane<VirtualRow>) -> Void) {
    change(&state.virtual.list)
  }

  func shopCard(_ state: State) -> ShopCard? { VirtualText(state: state).shopCard }
  func shopRefusal(_ state: State) -> String? { VirtualCardCommands.shopRefusal(state) }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    guard pane == .details else {
      state.virtual.list.move(by: lines)
      return []
    }
    var screen = self
    let (top, isOver) = screen.top.addingReportingOverflow(lines)
    screen.top = max(0, isOver ? .max / 2 : top)
    state.update(screen)
    return []
  }

  func page(_ state: State) -> Int {
    max(1, (pane == .details ? state.areas.page.height : state.virtual.list.height) - 1)
  }

  /// Whether the end of the page of a card is in sight, or less than a page below it.
  func isNearEnd(_ state: State) -> Bool {
    pane == .details && top + 2 * state.areas.page.height >= pageHeight(state)
  }

  private func pageHeight(_ state: State) -> Int {
    state.virtual.list.focused.map {
      VirtualSheet(state, $0, width: state.areas.page.width, isPage: true).height
    } ?? 0
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    if pane == .details, state.virtual.list.focused == nil { return [] }
    if let id = state.virtual.focused?.id { state.virtual.payments.again(id) }
    var screen = self
    screen.pane = pane
    screen.top = 0
    state.update(screen)
    return []
  }

  /// The next or previous card; a page stays open.
  static func otherCard(by step: Int, _ state: inout State) -> [Effect] {
    state.virtual.list.move(by: step)
    if var screen = state.screen(VirtualCardsScreen.self) {
      screen.top = 0
      state.update(screen)
    }
    return []
  }

  /// Where the list has no room for a face, the page from its beginning: that is where it is.
  static func showFace(_ state: inout State) {
    guard var screen = state.screen(VirtualCardsScreen.self) else { return }
    screen.top = 0
    if !VirtualAreas(state).hasFace { screen.pane = .details }
    state.update(screen)
  }

  func openRefusal(_ state: State) -> String? {
    if state.virtual.list.focused == nil { return state.words.noVirtualCard }
    return pane == .details ? state.words.nothingToOpen : nil
  }

  func open(_ state: inout State) -> [Effect] { show(.details, &state) }

  /// What is in sight is hidden before anything else.
  func back(_ state: inout State) -> [Effect] {
    guard state.reveal == nil else {
      state.concealReveal()
      return []
    }
    guard let activity else { return leave(&state) }
    return leave(&state) { activity.comeBack(from: VirtualCardsScreen(), &$0) }
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    if line == state.virtual.list.selected { return state.run("open") }
    state.virtual.list.select(line)
    return []
  }

  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? {
    if let effects = filterKey(key, &state) { return effects }
    return state.prefix == nil && Copying.moveFocus(key, &state) ? [] : nil
  }

  // MARK: Filter

  /// What is typed can become another condition than its beginning was.
  var isNarrowedByTyping: Bool { false }

  func condition(_ text: String, _ state: State) -> VirtualCondition? {
    switch VirtualSearch(text) {
    case .nothing, .mistake: return nil
    case .filter(let filter): return .filter(filter)
    case .text(let text):
      let virtual = state.virtual
      return .text(
        searchBytes(text),
        personas: Dictionary(
          virtual.personas.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }),
        merchants: Dictionary(
          state.shop.merchants.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  // MARK: Drawing

  func crumbs(_ state: State) -> Crumbs? {
    guard pane == .details, !state.settings.isLinear, let row = state.virtual.list.focused else {
      return nil
    }
    return Crumbs(
      parent: tab.title(state.words), title: VirtualText(state: state).name(row),
      detail: row.card.map { "\(CardScheme.visa.short) ··\($0.lastFour)" } ?? "",
      note: state.words.position(
        state.virtual.list.selected + 1, of: state.virtual.list.count))
  }

  func draw(in frame: Frame, _ body: Rect) {
    if pane == .details {
      VirtualPageView(frame: frame).draw(from: top, body)
    } else {
      VirtualCardsView(frame: frame).draw()
    }
  }

  func hints(_ frame: Frame) -> [Hint]? {
    let state = frame.state
    let words = state.words
    func hint(_ id: Command.ID, _ word: String? = nil) -> Hint? {
      guard let command = state.command(id), state.refusal(of: command) == nil,
        let word = word ?? command.text(words).hint
      else { return nil }
      return state.keymap.label(id).map { Hint($0, word, runs: id) }
    }
    let shown = VirtualSheet.faceHints(state)
    var hints: [Hint?] = []
    if pane == .details || activity != nil { hints.append(hint("back", words.backHint)) }
    if pane != .details { hints.append(hint("open", words.openCard)) }
    if !shown.contains("virtual.pause") {
      hints.append(hint("virtual.pause", VirtualSheet.pauseWord(state)))
    }
    hints += VirtualCardForms.commands.prefix(2).map { hint($0.id) }
    hints.append(hint(ShopCommands.pay.id, words.pay))
    if !shown.contains("virtual.reveal") { hints.append(hint("virtual.reveal")) }
    hints.append(hint("virtual.close", words.closeHint))
    if pane == .list, state.virtual.list.count > 0 {
      hints.append(hint("list.filter", words.findHint))
    }
    hints.append(hint("palette"))
    return hints.compactMap(\.self)
  }
}

/// What is typed into the line that filters: the language of `CardFilter` where it begins like it,
/// else a text.
enum VirtualSearch: Equatable {
  case nothing
  case text(String)
  case filter(CardFilter)
  case mistake(CardFilterMistake)

  init(_ text: String) {
    if text.isEmpty {
      self = .nothing
    } else if text.wholeMatch(of: /(?is)\s*(\(|(id|state)\s*([=!<>]|\s)|not\s).*/) != nil {
      do throws(CardFilterMistake) {
        self = .filter(try CardFilter(parsing: text))
      } catch {
        self = .mistake(error)
      }
    } else {
      self = .text(text)
    }
  }
}
