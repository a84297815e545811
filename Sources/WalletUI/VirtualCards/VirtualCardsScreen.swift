import Canvas
package import ScreenKit
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let virtual: Tab = Tab(
    2, "screen.virtual", \.screen.virtualScreen, title: { $0.screen.virtual },
    screen: { VirtualCardsScreen() })
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
  static let shared = Set(
    [
      "list.filter", "filter.next", "filter.previous", "pane.next", "phone.toggle", "reveal.copy",
      "cards.lock",
    ] + ShopCommands.payments.map(\.id))
  static func selection(_ state: State) -> ScreenSelection? {
    state.virtual.list.focused.map {
      ScreenSelection(
        title: state.words.screen.thisCard, name: VirtualText(state: state).name($0),
        commands: VirtualCardCommands.all + [CardCommands.copy] + ShopCommands.payments)
    }
  }
  static func refusalElsewhere(_ state: State) -> String {
    state.words.virtualCards.onlyAmongVirtual
  }

  init(origin: [AnyScreen] = []) { self.origin = origin }

  package var tab: Tab { .virtual }
  var pane = Pane.list
  /// On the page.
  var cursor = SheetCursor()
  /// The screens above the cards from which the card in focus was opened; Esc goes back to them.
  var origin: [AnyScreen]

  func enter(_ state: inout State) -> [Effect] {
    guard !(state.shown is VirtualCardsScreen) else { return show(.list, &state) }
    state.replaceScreens(with: self)
    return VirtualCards.readLists(state) + VirtualCards.readMissed(&state)
  }

  // MARK: Reading

  static func begin(_ state: inout State) -> [Effect] {
    state.virtual = VirtualCardsState()
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
      return VirtualCards.readMakings(nil, state)
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
    if let sheet = screen.sheet(state) {
      screen.cursor.adapt(to: sheet, height: state.areas.page.height)
    } else {
      screen.pane = .list
    }
    state.update(screen)
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.virtualCards.readingVirtual) }

  // MARK: Moving

  package func list(_ state: State) -> ListPane<VirtualRow> { state.virtual.list }
  func changeList(_ state: inout State, _ change: (inout ListPane<VirtualRow>) -> Void) {
    change(&state.virtual.list)
  }

  func shopCard(_ state: State) -> ShopCard? { VirtualText(state: state).shopCard }
  func shopRefusal(_ state: State) -> String? { VirtualCardCommands.shopRefusal(state) }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    guard pane == .details, let sheet = sheet(state) else {
      state.virtual.list.move(by: lines)
      return []
    }
    var screen = self
    screen.cursor.move(by: lines, in: sheet, height: state.areas.page.height)
    state.update(screen)
    return []
  }

  func page(_ state: State) -> Int {
    max(1, (pane == .details ? state.areas.page.height : state.virtual.list.height) - 1)
  }

  /// Whether the end of the page of a card is in sight, or less than a page below it.
  func isNearEnd(_ state: State) -> Bool {
    pane == .details
      && cursor.top + 2 * state.areas.page.height >= sheet(state)?.height ?? 0
  }

  /// What the page of the card in focus shows; nil: there is none.
  private func sheet(_ state: State) -> Sheet? {
    state.virtual.list.focused.map {
      VirtualSheet(state, $0, width: state.areas.page.width, isPage: true).sheet
    }
  }

  func payment(_ state: State) -> Transaction? {
    guard pane == .details, let sheet = sheet(state),
      case .payment(let payment)? = cursor.chosen(in: sheet)
    else { return nil }
    return payment
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    if pane == .details, state.virtual.list.focused == nil { return [] }
    if let id = state.virtual.focused?.id { state.virtual.payments.again(id) }
    var screen = self
    screen.pane = pane
    screen.cursor = SheetCursor()
    state.update(screen)
    return []
  }

  /// The next or previous card; a page stays open.
  static func otherCard(by step: Int, _ state: inout State) -> [Effect] {
    state.virtual.list.move(by: step)
    if var screen = state.screen(VirtualCardsScreen.self) {
      screen.cursor = SheetCursor()
      state.update(screen)
    }
    return []
  }

  /// Where the list has no room for a face, the page from its beginning: that is where it is.
  static func showFace(_ state: inout State) {
    guard var screen = state.screen(VirtualCardsScreen.self) else { return }
    screen.cursor = SheetCursor()
    if !VirtualAreas(state).hasFace { screen.pane = .details }
    state.update(screen)
  }

  func openRefusal(_ state: State) -> String? {
    if state.virtual.list.focused == nil { return state.words.virtualCards.noVirtualCard }
    return pane == .details && payment(state) == nil ? state.words.cards.nothingToOpen : nil
  }

  /// The page of the card; there, the payment with the cursor.
  func open(_ state: inout State) -> [Effect] {
    payment(state).map { PaymentPage.open($0, &state) } ?? show(.details, &state)
  }

  /// What is in sight is hidden before anything else.
  func back(_ state: inout State) -> [Effect] {
    guard state.secrets.reveal == nil else {
      state.concealReveal()
      return []
    }
    guard !origin.isEmpty else { return leave(&state) }
    return leave(&state) { PaymentCard.comeBack(to: origin, from: VirtualCardsScreen(), &$0) }
  }

  func lineCount(_ state: State) -> Int {
    pane == .details ? sheet(state)?.stops.count ?? 0 : state.virtual.list.count
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    if pane == .details {
      var screen = self
      guard screen.cursor.choose(line) else { return state.run("open") }
      state.update(screen)
      return []
    }
    if line == state.virtual.list.selected { return state.run("open") }
    state.virtual.list.select(line)
    return []
  }

  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? {
    if let effects = filterKey(key, &state) { return effects }
    return state.input.prefix == nil && Copying.moveFocus(key, &state) ? [] : nil
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
          state.paying.shop.merchants.map { ($0.id, $0.name) },
          uniquingKeysWith: { first, _ in first }))
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
      VirtualPageView(frame: frame).draw(cursor, body)
    } else {
      VirtualCardsView(frame: frame).draw()
    }
  }

  func hints(_ frame: Frame) -> [Hint]? {
    let state = frame.state
    let words = state.words
    func hint(_ id: Command.ID, _ word: String? = nil) -> Hint? { Hint.of(id, as: word, frame) }
    let shown = VirtualSheet.faceHints(state)
    var hints: [Hint?] = []
    if pane == .details || !origin.isEmpty { hints.append(hint("back", words.backHint)) }
    hints.append(hint("open", pane == .details ? words.cards.openHint : words.cards.openCard))
    if !shown.contains("virtual.pause") {
      hints.append(hint("virtual.pause", VirtualSheet.pauseWord(state)))
    }
    hints += VirtualCardForms.commands.prefix(2).map { hint($0.id) }
    hints.append(hint(ShopCommands.pay.id, words.shop.pay))
    if !shown.contains("virtual.reveal") { hints.append(hint("virtual.reveal")) }
    hints.append(hint("virtual.close", words.closeHint))
    if pane == .list, state.virtual.list.count > 0 {
      hints.append(hint("list.filter", words.activity.findHint))
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
    } else if Self.isFilter(text) {
      do throws(CardFilterMistake) {
        self = .filter(try CardFilter(parsing: text))
      } catch {
        self = .mistake(error)
      }
    } else {
      self = .text(text)
    }
  }

  /// Whether it begins with a parenthesis, with a member and a comparison or a space behind it, or
  /// with `not` and a space.
  private static func isFilter(_ text: String) -> Bool {
    let text = text.drop(while: \.isWhitespace)
    let word = text.prefix { !$0.isWhitespace && !"=!<>".contains($0) }
    let next = text[word.endIndex...].first
    return switch word.lowercased() {
    case "id", "state": next != nil
    case "not": next?.isWhitespace == true
    default: word.first == "("
    }
  }
}
