import Canvas
import ScreenKit
import WalletModel
import Words

/// A card opened as a page over the whole screen: one scroll, one cursor. The cursor goes from one
/// stop to the next: the face, each action, each payment, each limit, each phone, each fact.
package struct CardPage: Sendable, Equatable {
  /// The stop on which the cursor is.
  package var selected = 0
  /// The first line of the page that is in sight.
  package var top = 0

  static func isOpen(_ state: State) -> Bool { state.screen(CardsScreen.self)?.page != nil }

  static func set(_ page: CardPage?, _ state: inout State) {
    guard var screen = state.screen(CardsScreen.self) else { return }
    screen.page = page
    state.update(screen)
  }

  /// The cursor is on the face then.
  static func show(_ state: inout State) -> [Effect] {
    set(CardPage(), &state)
    return []
  }

  /// What the header says while a page is open.
  static func crumbs(_ row: CardRow, _ tab: Tab, _ state: State) -> Crumbs {
    let words = state.words
    let position = words.position(state.cards.list.selected + 1, of: state.cards.list.count)
    let keys = "\(state.keyLabel(for: "card.next")) \(state.keyLabel(for: "card.previous"))"
    let note =
      state.cards.list.count > 1 && state.layout != .narrow
      ? "\(keys) \(words.cards.otherCards)  \(position)" : position
    return Crumbs(
      parent: tab.title(words), title: row.title,
      detail: row.isDamaged
        ? "" : "\(words.cards.scheme(row.scheme)) · \(words.cards.type(row.cardType))",
      note: note)
  }

  // MARK: Moving

  static func move(by lines: Int, _ state: inout State) -> [Effect] {
    guard let page = state.screen(CardsScreen.self)?.page else { return [] }
    let (stop, isOver) = page.selected.addingReportingOverflow(lines)
    return select(isOver ? (lines < 0 ? 0 : .max) : stop, &state)
  }

  /// The first stop of another section.
  static func section(by step: Int, _ state: inout State) -> [Effect] {
    guard let page = state.screen(CardsScreen.self)?.page else { return [] }
    let sections = PageOutline(state).sections.filter { !$0.stops.isEmpty }
    let here = sections.firstIndex { $0.stops.contains(page.selected) } ?? 0
    let next = (here + step + sections.count) % max(1, sections.count)
    guard sections.indices.contains(next) else { return [] }
    let effects = select(sections[next].stops.lowerBound, &state)
    guard var page = state.screen(CardsScreen.self)?.page, sections[next].kind != .face else {
      return effects
    }
    // Its title comes to the top, so that as much as possible of it is visible.
    let last = PageOutline(state).height - state.areas.page.height
    page.top = max(0, min(sections[next].firstLine - 1, last))
    set(page, &state)
    return effects
  }

  /// A second click opens.
  static func click(_ stop: Int, _ state: inout State) -> [Effect] {
    if state.screen(CardsScreen.self)?.page?.selected == stop { return state.run("open") }
    return select(stop, &state)
  }

  private static func select(_ stop: Int, _ state: inout State) -> [Effect] {
    guard var page = state.screen(CardsScreen.self)?.page else { return [] }
    let outline = PageOutline(state)
    page.selected = max(0, min(stop, outline.stops - 1))
    page.scroll(outline, height: state.areas.page.height)
    set(page, &state)
    guard let payments = outline.section(.payments), payments.stops.contains(page.selected) else {
      return []
    }
    return further(at: page.selected - payments.stops.lowerBound, &state)
  }

  /// Keeps the selected line in sight, with the title of its section.
  private mutating func scroll(_ outline: PageOutline, height: Int) {
    guard let section = outline.section(of: selected) else { return }
    let line = outline.line(of: selected)
    let isFirst = line == section.firstLine
    let first = isFirst ? section.firstLine - 1 : line
    let last = section.kind == .face ? min(section.end, height) - 1 : line
    top = max(top, last + 1 - height)
    top = max(0, min(min(top, first), outline.height - height))
  }

  /// After every action: what the page shows may have become shorter, or the screen.
  static func adapt(_ state: inout State) {
    guard let page = state.screen(CardsScreen.self)?.page else { return }
    guard state.cards.list.focused != nil else { return set(nil, &state) }
    guard !state.settings.isLinear else { return }
    var now = page
    let outline = PageOutline(state)
    now.selected = max(0, min(page.selected, outline.stops - 1))
    now.scroll(outline, height: state.areas.page.height)
    if now != page { set(now, &state) }
  }

  /// Asks for further payments where one comes near the last that were read.
  static func further(at payment: Int, _ state: inout State) -> [Effect] {
    guard state.unreadable == nil, state.cards.details.readsFurther == nil,
      let row = state.cards.list.focused,
      let details = state.cards.details[row.id], let token = details.nextToken,
      payment >= details.transactions.count - 20
    else { return [] }
    state.cards.details.readsFurther = row.id
    return [.read(FurtherPaymentsQuery(id: row.id, token: token))]
  }

  // MARK: Opening the selected line

  enum Opened {
    case action(Command.ID)
    case payment(Transaction)
  }

  /// What Enter opens; nil: nothing.
  static func opened(_ state: State) -> Opened? {
    guard let page = state.screen(CardsScreen.self)?.page, let row = state.cards.list.focused else {
      return nil
    }
    let outline = PageOutline(state)
    guard let section = outline.section(of: page.selected) else { return nil }
    let index = page.selected - section.stops.lowerBound
    switch section.kind {
    case .actions: return .action(CardActions(state).all[index].command.id)
    case .payments:
      guard let payments = state.cards.details[row.id]?.transactions,
        payments.indices.contains(index)
      else { return nil }
      return .payment(payments[index])
    case .limits: return .action(CardLimits.command.id)
    case .phones: return token(state) == nil ? nil : .action(TokenPicker.command.id)
    case .face, .facts, .about: return nil
    }
  }

  /// The token on which the cursor is; nil: it is elsewhere.
  static func token(_ state: State) -> MobileWalletTokenization? {
    guard let page = state.screen(CardsScreen.self)?.page, let row = state.cards.list.focused,
      let phones = PageOutline(state).section(.phones), phones.stops.contains(page.selected),
      let tokens = state.cards.details.card(row.id)?.tokenizations
    else { return nil }
    let index = page.selected - phones.stops.lowerBound
    return tokens.indices.contains(index) && !tokens[index].isDamaged ? tokens[index] : nil
  }

  /// Runs the action with the cursor.
  static func open(_ state: inout State) -> [Effect] {
    guard case .action(let id)? = opened(state) else { return [] }
    return state.run(id)
  }
}

/// Which lines of a page belong to what. Its size does not depend on how many payments there are.
struct PageOutline {
  enum Kind { case face, facts, actions, payments, limits, phones, about }

  struct Section {
    let kind: Kind
    /// Its first line: of the air above its title.
    let top: Int
    /// The first line with content.
    let firstLine: Int
    let lines: Int
    let stops: Range<Int>
    var end: Int { firstLine + lines }
  }

  /// What a face and facts beside it need.
  private static let wideWidth = 61
  /// The same with the smallest face.
  private static let besideWidth = 52

  let sections: [Section]
  let isWide: Bool
  /// Whether the first facts are beside the face.
  let hasFactsBeside: Bool
  /// Columns of actions and facts.
  var columns: Int { isWide ? 2 : 1 }
  var height: Int { sections.last?.end ?? 0 }
  var stops: Int { sections.last?.stops.upperBound ?? 0 }

  init(_ state: State) {
    let width = state.areas.page.width
    let isWide = width >= Self.wideWidth
    hasFactsBeside = width >= Self.besideWidth
    let facts = CardFacts(state: state)
    var sections: [Section] = []
    /// - Parameter stops: nil: each line is one.
    func add(_ kind: Kind, _ lines: Int, stops: Int? = nil) {
      let top = sections.last?.end ?? 0
      let first = kind == .face ? 0 : kind == .facts ? top + 1 : top + 2
      let stop = sections.last?.stops.upperBound ?? 0
      sections.append(
        Section(
          kind: kind, top: top, firstLine: first, lines: lines,
          stops: stop..<stop + (stops ?? lines)))
    }
    guard let row = state.cards.list.focused else {
      self.sections = []
      self.isWide = isWide
      return
    }
    let columns = isWide ? 2 : 1
    let details = state.cards.details[row.id]
    add(.face, (isWide ? CardFaceView.page : CardFaceView.small).height + 1, stops: 1)
    if !hasFactsBeside { add(.facts, facts.primary(row, details).count + 1) }
    let actions = CardActions(state).all.count
    add(.actions, CardActionsView.rows(actions, columns), stops: actions)
    if let details {
      let count = details.transactions.count
      add(.payments, max(1, count), stops: count)
      add(.limits, max(1, state.words.limits.rules(details.card).count))
      add(.phones, max(1, details.card.tokenizations?.count ?? 0))
      let about = facts.further(details.card).count
      add(.about, (about + columns - 1) / columns)
    }
    self.sections = sections
    self.isWide = isWide
  }

  func section(_ kind: Kind) -> Section? { sections.first { $0.kind == kind } }

  func section(of stop: Int) -> Section? { sections.first { $0.stops.contains(stop) } }

  /// The line of a stop. Actions fill one column after the other.
  func line(of stop: Int) -> Int {
    guard let section = section(of: stop) else { return 0 }
    let index = stop - section.stops.lowerBound
    return section.firstLine + (section.kind == .actions ? index % max(1, section.lines) : index)
  }
}
