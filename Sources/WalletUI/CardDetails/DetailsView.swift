import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The card in focus, beside or below the list.
struct DetailsView: FramePart {
  let frame: Frame
  private var facts: CardFacts { CardFacts(state: state) }

  /// Columns between a face and the text beside it.
  private static let gap = 3
  /// What facts beside a face need.
  private static let besideWidth = 20

  /// The pane beside the list.
  func details(_ rect: Rect) {
    let focused = state.view.pane == .details
    guard let row = state.cards.list.focused else {
      let inside = frame.pane(rect, title: words.card, focused: focused)
      if state.cards.list.isKnown, let size = Self.face(in: inside, isLarge: state.hasThreeColumns)
      {
        outline(inside, size)
      }
      return
    }
    let inside = frame.pane(rect, title: row.title, note: note(row), focused: focused)
    mark(row, rect)
    defer { if focused { frame.putCursor(onTitleOf: rect) } }
    if let problem = problem(row) { return say(problem, inside) }
    let details = state.cards.details[row.id]
    let size = Self.face(in: inside, isLarge: state.hasThreeColumns)
    let below = head(row, details, inside, size)
    guard let details else { return unread(below.splitTop(1).rest) }
    let isBeside = size.map { inside.width - $0.width - Self.gap >= Self.besideWidth } ?? true
    body(row, details, below, split: isBeside ? size.map { $0.width + Self.gap } : nil)
  }

  /// Below the list, in its frame: the face and what there is to know at once.
  func short(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    let inside = Rect(
      rect.x + Frame.paneMargin, rect.y + 1, rect.width - 2 * Frame.paneMargin, rect.height - 1)
    guard let row = state.cards.list.focused else {
      frame.paneDivider(rect, rect.y, title: words.card, focused: true)
      if state.cards.list.isKnown, let size = Self.shortFace(in: inside) { outline(inside, size) }
      return
    }
    frame.paneDivider(rect, rect.y, title: row.title, note: note(row), focused: true)
    mark(row, rect)
    if let problem = problem(row) { return say(problem, inside) }
    let details = state.cards.details[row.id]
    let rest = head(row, details, inside, Self.shortFace(in: inside), isShort: true)
    if details == nil { unread(rest) }
  }

  /// Heights of the short form, from the dividing line on: with a face, with a smaller one, with facts
  /// only.
  static func shortHeights(width: Int) -> [Int] { width >= 70 ? [11, 8, 4] : [8, 4] }

  private static func shortFace(in rect: Rect) -> Size? {
    rect.width >= 70 && rect.height >= 10
      ? CardFaceView.page : rect.width >= 50 && rect.height >= 7 ? CardFaceView.small : nil
  }

  private static func face(in rect: Rect, isLarge: Bool) -> Size? {
    if isLarge && rect.width >= 76 && rect.height >= 30 { return CardFaceView.large }
    if rect.width >= 40 && rect.height >= 18 { return CardFaceView.details }
    if rect.width >= 38 && rect.height >= 13 { return CardFaceView.page }
    return rect.width >= 28 && rect.height >= 9 ? CardFaceView.small : nil
  }

  private func mark(_ row: CardRow, _ rect: Rect) {
    frame.canvas.mark(.details, row.title, rect, target: Target.pane(.details).text)
  }

  /// The kind of card; while the server cannot be reached, when it was read.
  func note(_ row: CardRow) -> String {
    if row.isDamaged { return "" }
    if state.unreadable != nil, let time = state.cards.details.time(row.id) {
      return words.cards.readAt(words.minute(time, in: state.clock.zone))
    }
    return "\(words.cards.scheme(row.scheme)) · \(words.cards.type(row.cardType))"
  }

  // MARK: Face and facts

  /// Facts in two columns, the first half on the left.
  private func factGrid(
    _ facts: [CardFacts.Fact], in rect: Rect, split: Int? = nil, labels: Int = 12
  ) {
    let half = (facts.count + 1) / 2
    let left = split ?? (rect.width / 2)
    let rect = rect.splitTop(half).top
    frame.draw(
      FactLines(facts: Array(facts.prefix(half)), labels: labels),
      in: rect.splitLeft(left - 2).left)
    frame.draw(
      FactLines(facts: Array(facts.dropFirst(half)), labels: 10), in: rect.splitLeft(left).rest)
  }

  /// The face with its hints, and facts where there is room beside it. Returns what is left.
  private func head(
    _ row: CardRow, _ details: CardDetails?, _ rect: Rect, _ size: Size?, isShort: Bool = false
  ) -> Rect {
    guard let size else {
      let primary = facts.primary(row, details)
      factGrid(primary, in: rect)
      return rect.splitTop((primary.count + 1) / 2).rest
    }
    let face = Rect(rect.x, rect.y, size.width, size.height)
    frame.draw(CardFaceView(row, details?.card, frame), in: face)
    let width = isShort || state.secrets.reveal != nil ? rect.width : max(size.width, 44)
    hintRow(row, Rect(rect.x, face.maxY, width, 1), isShort)
    let beside = beside(face, rect)
    if beside.width >= Self.besideWidth { frame.draw(column(row, details), in: beside) }
    return rect.splitTop(size.height + 1).rest
  }

  /// What is left beside a face.
  func beside(_ face: Rect, _ rect: Rect) -> Rect {
    Rect(face.maxX + Self.gap, face.y, rect.maxX - face.maxX - Self.gap, face.height)
  }

  /// The first facts, and what of the month's limit is used; without one what was paid with the card
  /// this month.
  func column(_ row: CardRow, _ details: CardDetails?) -> CardColumn {
    let use: LimitUse? =
      row.status.isOver ? nil : state.cards.details.card(row.id, { $0.monthlyUse }) ?? nil
    let summary = state.activity.month.summary
    let card = state.activity.month[row.id]
    let spent = card?.spent ?? summary.map { [Money(0, $0.spent.currency)] } ?? []
    return CardColumn(
      facts: FactLines(facts: facts.primary(row, details), labels: 10), use: use,
      month: use == nil ? summary?.month : CalendarMonth(state.clock.wall, in: .utc), spent: spent,
      whole: summary?.byCurrency.first { $0.spent.currency == spent[0].currency }?.spent,
      last: card?.last, zone: state.clock.zone)
  }

  /// What is revealed and for how long, or what can be.
  func hintRow(_ row: CardRow, _ line: Rect, _ isShort: Bool = false) {
    guard line.height > 0 else { return }
    if let reveal = state.secrets.reveal, reveal.cardID == row.id {
      return RevealHintsView(frame: frame, reveal: reveal).draw(line)
    }
    var x = line.x
    for hint in frame.faceHints where x + hint.width <= line.maxX {
      x += frame.hint(hint, x, line.y) + 3
    }
    guard isShort else { return }
    let open = Hint(state.keyLabel(for: "open"), words.cards.allOfIt, runs: "open")
    if x + open.width <= line.maxX { frame.hint(open, line.maxX - open.width, line.y) }
  }

  // MARK: Below the face

  /// Facts of the programme, payments, actions: as many as there is room for.
  ///
  /// - Parameter split: The column at which what is beside the face begins; nil: the first facts found
  ///   no room there.
  private func body(_ row: CardRow, _ details: CardDetails, _ rect: Rect, split: Int?) {
    let columns = rect.width >= 60 ? 2 : 1
    let actions = CardActions(frame)
    let actionLines = CardActionsView.rows(actions.all.count, columns) + 2
    let facts = self.facts
    let further = facts.further(details.card)
    let grid = split == nil ? facts.primary(row, details) + further.suffix(4) : further
    let lines = split == nil ? Array(further.prefix(2)) : []
    let gridLines = (grid.count + 1) / 2
    let factLines = gridLines + lines.count + 1
    let payments = 5
    var rest = rect
    let showsActions = !state.hasThreeColumns && rest.height >= payments + actionLines
    let left = rest.height - payments - (showsActions ? actionLines : 0)
    if left >= factLines {
      let area = rest.splitTop(1).rest
      factGrid(grid, in: area, split: split ?? 23, labels: split == nil ? 10 : 12)
      frame.facts(lines, in: area.splitTop(gridLines).rest.splitTop(lines.count).top, labels: 10)
      rest = rest.splitTop(factLines).rest
    } else if split == nil, left >= 4 {
      let primary = facts.primary(row, details)
      factGrid(primary, in: rest.splitTop(1).rest, split: 23, labels: 10)
      rest = rest.splitTop((primary.count + 1) / 2 + 1).rest
    }
    let (middle, bottom) = rest.splitBottom(showsActions ? actionLines : 0)
    self.payments(details, middle.splitTop(1).rest)
    if showsActions {
      let view = CardActionsSection(actions: actions, columns: columns)
      frame.draw(view, in: bottom.splitTop(1).rest)
    }
  }

  private func payments(_ details: CardDetails, _ rect: Rect) {
    guard rect.height >= 2 else { return }
    let view = PaymentsSection(
      card: details.card.id, payments: details.transactions, hasMore: details.nextToken != nil,
      place: state.cards.details.payment, isFocused: state.view.pane == .details,
      zone: state.clock.zone)
    frame.draw(view, in: Rect(rect.x - 2, rect.y, rect.width + 4, rect.height))
  }

  // MARK: What cannot be shown

  /// What is wrong, and what to do; nil: nothing is.
  func problem(_ row: CardRow) -> (text: String, advice: String)? {
    if row.isDamaged { return (words.cards.recordIsDamaged, words.cards.otherCardsWork) }
    guard !state.cards.details.contains(row.id), state.unreadable == nil,
      let error = state.cards.details.failure(row.id)
    else { return nil }
    let again = words.screen.readsAgain(key: state.keyLabel(for: "wallet.reload"))
    return (
      words.errors.message(error), "\(words.errors.advice(error)) \(again). [\(error.codeText)]"
    )
  }

  func say(_ problem: (text: String, advice: String), _ rect: Rect) {
    let used = frame.paragraph(problem.text, rect, theme[.danger])
    frame.paragraph(problem.advice, rect.splitTop(used + 1).rest, theme[.muted])
  }

  /// Nothing has been read of the card yet.
  private func unread(_ rect: Rect) {
    guard let reason = state.unreadable else { return }
    frame.paragraph(words.activity.notLoaded(reason), rect, theme[.text])
  }

  /// Where a card will be: its outline.
  private func outline(_ rect: Rect, _ face: Size) {
    frame.outline(Rect(rect.x, rect.y, face.width, face.height))
  }
}

/// What is beside a face: the first facts, and the month of the card.
struct CardColumn: CachedView {
  let facts: FactLines
  /// nil: the card has no limit a month.
  let use: LimitUse?
  /// nil: it is not known.
  let month: CalendarMonth?
  let spent: [Money]
  /// What was spent with all cards in the card's currency.
  let whole: Money?
  let last: Transaction?
  let zone: TimeZone

  /// The month in one line.
  func fact(_ words: Words) -> CardFacts.Fact {
    guard let month else { return (words.activity.thisMonth, "—", .muted) }
    let value = use.map { words.limits.spent($0.spent, of: $0.limit) } ?? words.sums(spent)
    return (words.monthName(month), value, .strong)
  }

  func draw(on surface: Surface, in rect: Rect) {
    facts.draw(on: surface, in: rect)
    guard let month else { return }
    let rect = rect.splitTop(facts.facts.count).rest
    let (theme, words) = (surface.theme, surface.words)
    guard rect.height >= 4 else {
      let fact = (words.monthShort(month), fact(words).value, Role.strong)
      return FactLines(facts: [fact], labels: 10).draw(on: surface, in: rect)
    }
    let lines = rect.splitTop(1).rest
    let role = use.map { VirtualText.role(ofShare: $0.share) }
    surface.section(
      words.monthName(month), note: use.map(words.limits.used) ?? "",
      noteRole: role == .warning ? .warning : .muted, lines)
    let sum = use.map { words.money($0.spent) } ?? PaymentText.sums(spent, words, to: lines.width)
    let used = surface.canvas.write(sum, lines.x, lines.y + 1, theme[.strong])
    guard let (share, of) = part(words) else { return }
    if used + 1 + Text.width(of: of) <= lines.width {
      surface.write(of, endingAt: lines.maxX, lines.y + 1, theme[.muted])
    }
    let bar = Rect(lines.x, lines.y + 2, lines.width, 1)
    if let role { surface.thinBar(share, bar, role) } else { surface.blockBar(share, bar) }
    guard lines.height >= 4 else { return }
    if let use {
      let left = surface.canvas.write(
        words.virtualCards.leftOfLimit(words.money(use.left)), lines.x, lines.y + 3, theme[.text])
      let resets = words.limits.resets(after: month)
      guard left + 1 + Text.width(of: resets) <= lines.width else { return }
      surface.write(resets, endingAt: lines.maxX, lines.y + 3, theme[.muted])
    } else if let last {
      let day = words.cards.lastPayment(words.day(last.transactedAt, in: zone))
      surface.canvas.write(day, lines.x, lines.y + 3, theme[.muted])
      surface.write(
        PaymentText.amount(last, words), endingAt: lines.maxX, lines.y + 3, theme[.muted])
    }
  }

  /// The part of the limit, or of all that was spent, and its text.
  private func part(_ words: Words) -> (Double, String)? {
    if let use { return (use.share, words.limits.ofMonth(use.limit)) }
    guard spent.count == 1, let whole, whole.minorUnits > 0 else { return nil }
    let share = Double(max(0, spent[0].minorUnits)) / Double(whole.minorUnits)
    return (share, words.cards.share(Int((share * 100).rounded()), of: words.money(whole)))
  }
}

/// The payments of a card beside the list, with the selected one.
private struct PaymentsSection: CachedView {
  /// It comes first, since payments are long to compare.
  let card: CardID
  let payments: [Transaction]
  /// Whether there are some that were not read.
  let hasMore: Bool
  let place: Int
  let isFocused: Bool
  let zone: TimeZone

  func draw(on surface: Surface, in rect: Rect) {
    // Columns for the bar of the selection and for the scrollbar.
    let rect = rect.inset(2, 0)
    let (all, words) = (payments, surface.words)
    let height = rect.height - 1
    let place = max(0, min(place, all.count - 1))
    // The selected one stays in the middle, so that both neighbours are in sight.
    let first = max(0, min(isFocused ? place - height / 2 : place, all.count - height))
    let last = min(all.count, first + height)
    let note =
      isFocused
      ? words.position(place + 1, of: all.count)
      : words.commandLine.range(first + 1, last, of: all.count)
    surface.section(
      words.cards.paymentsTitle, note: all.isEmpty ? "" : note + (hasMore ? "+" : ""), rect)
    if all.isEmpty {
      surface.canvas.write(words.cards.noPayments, rect.x, rect.y + 1, surface.theme[.muted])
    }
    for index in first..<last {
      let line = Rect(rect.x, rect.y + 1 + index - first, rect.width, 1)
      let isSelected = isFocused && index == place
      let ground =
        isSelected
        ? surface.selectedRow(Rect(line.x - 2, line.y, line.width + 3, 1), isFocused: true)
        : .surface
      TransactionsView(surface: surface, zone: zone).transaction(
        all[index], line, isSelected: isSelected, on: ground)
    }
    surface.scrollbar(
      first: first, visible: height, of: all.count, Rect(rect.maxX + 1, rect.y + 1, 1, height),
      focused: isFocused)
    surface.canvas.mark(
      .activity, words.shop.payments(all.count, more: hasMore), rect)
  }
}

/// The keys for a card, below its face. The footer leaves them out.
enum FaceHints {
  private static let usual: [Command.ID] = [
    "card.reveal", "card.unlock", "card.activate", "card.pin",
  ]

  /// Those that the keys for a secret in sight replace: the footer does not take them up meanwhile.
  static func hidden(_ state: State) -> [Command.ID] {
    state.secrets.reveal != nil && state.secrets.reveal?.cardID == state.cards.list.focused?.id
      ? usual : []
  }

  static func hints(_ frame: Frame) -> [Hint] {
    guard let row = frame.state.cards.list.focused, !row.isDamaged else { return [] }
    let words = frame.words
    if let reveal = frame.state.secrets.reveal, reveal.cardID == row.id {
      return RevealHintsView.hints(reveal, frame.state).filter(\.isPossible).map(\.hint)
    }
    let texts = [
      words.cards.showNumber, words.cards.unlockCard.hint ?? "",
      words.cards.activateCard.hint ?? "",
      words.codes.showPinHint,
    ]
    return zip(usual, texts).compactMap { Hint.of($0, as: $1, frame) }
  }
}
