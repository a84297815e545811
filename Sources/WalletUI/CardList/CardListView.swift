import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

struct CardListView: FramePart {
  let frame: Frame

  /// Whether the list has the keys.
  private var isFocused: Bool { state.view.pane == .list || state.layout != .wide }

  func cardList(_ places: CardAreas) {
    let list = state.cards.list
    let note = listNote
    let title = state.shown.tab.title(words)
    frame.pane(places.list, title: title, note: note, focused: isFocused)
    frame.canvas.mark(.list, "\(title), \(note)", places.list, target: Target.pane(.list).text)
    filterLine(list, places.filter)
    if list.count == 0 { return emptyList(places.rows) }
    let columns = CardRowView.Columns(places, frame, statusWidth: statusWidth(places))
    // The summary is long to copy and to compare.
    let month = state.activity.month.summary?.month
    self.rows(list, from: list.top, in: places.rows, height: places.rowHeight, name: name) {
      // The bar of the selected row stands before the text.
      let height = min($1.height, places.rows.maxY - $1.y)
      frame.draw(
        row($0, isSelected: $2, columns, month), in: Rect($1.x - 2, $1.y, $1.width + 4, height))
    }
    frame.scrollbar(
      first: list.top, visible: list.height, of: list.count,
      Rect(places.list.maxX - 2, places.rows.y, 1, places.rows.height), focused: isFocused)
  }

  private var listNote: String {
    let list = state.cards.list
    if list.count == 0 { return list.isLoading ? "…" : words.position(0, of: list.total) }
    let of = list.matches == nil ? list.total : list.count
    return words.position(list.selected + 1, of: of) + (list.isLoading ? "…" : "")
  }

  /// What it would hold, why it is empty, and the key that fills it.
  private func emptyList(_ rect: Rect) {
    let text =
      if let filter = state.cards.list.filter, !filter.input.text.isEmpty {
        words.screen.noCardMatches(Text.truncate(filter.input.text, to: rect.width / 2))
      } else {
        state.cards.list.unread(words.screen.readingCards, state)
          ?? words.screen.noCards(key: state.keyLabel(for: "card.create"))
      }
    frame.paragraph(text, rect, theme[.muted])
  }

  // MARK: A row

  /// What the longest status in sight takes, with its sign.
  private func statusWidth(_ places: CardAreas) -> Int {
    let list = state.cards.list
    var width = 9
    for position in list.top..<min(list.count, list.top + list.height) {
      if let row = list[position] { width = max(width, Text.width(of: status(row).word) + 2) }
    }
    return min(width, 14)
  }

  /// What a row says besides its numbers: the status, or the change that is on its way.
  private func word(_ row: CardRow) -> String {
    state.backend.unanswered[row.id].map { words.cards.pending($0.title(words)) }
      ?? state.cards.pending[row.id].map { words.cards.progress(of: $0.action) }
      ?? words.cards.status(row.status)
  }

  /// `€160.85 of €400`; nil: there is nothing to say.
  private func note(_ row: CardRow) -> String? {
    switch row.note {
    case .nothing: nil
    case .limit(let use): row.status.isOver ? nil : words.limits.spent(use.spent, of: use.limit)
    case .replaced(let lastFour): words.cardForms.replaced(by: lastFour)
    }
  }

  private func name(_ row: CardRow) -> String {
    "\(row.title), \(words.cards.scheme(row.scheme)) ··\(row.lastFour), \(word(row))"
      + (note(row).map { ", \($0)" } ?? "")
  }

  private func row(
    _ row: CardRow, isSelected: Bool, _ columns: CardRowView.Columns, _ month: CalendarMonth?
  ) -> CardRowView {
    let status = status(row)
    return CardRowView(
      row: row, sign: status.sign, word: status.word, role: status.role,
      below: below(row, isTall: columns.isTall, isMonthKnown: month != nil), month: month,
      zone: state.clock.zone, query: state.cards.list.filter?.input.text, columns: columns,
      isSelected: isSelected, isFocused: isFocused)
  }

  /// The sign and the word of a row's status, or of the change that is on its way.
  func status(_ row: CardRow) -> (sign: StateSign, word: String, role: Role) {
    if row.isDamaged { return (.suspended, words.damaged, .danger) }
    if state.backend.unanswered[row.id] != nil {
      return (.waiting, words.cards.pendingStatus, .warning)
    }
    if let change = state.cards.pending[row.id] {
      return (.waiting, words.cards.progress(of: change.action), row.status.role)
    }
    return (row.status.sign, words.cards.status(row.status), row.status.role)
  }

  /// `■ Locked`; `◔ Locking` until that is known to be done.
  func statusText(_ row: CardRow) -> String {
    let status = status(row)
    return "\(status.sign.text(ascii: state.settings.ascii)) \(status.word)"
  }

  /// What there is to do, with its key; else what of the limit is used, the last payment, or the sum
  /// of the month. A row without a second line has only a key or a sum.
  private func below(_ row: CardRow, isTall: Bool, isMonthKnown: Bool) -> CardRowView.Below {
    if isTall, let change = state.backend.unanswered[row.id] {
      return .pending(words.cards.pending(change.title(words)))
    }
    if let parts = task(row) {
      let key = state.keyLabel(for: "card.activate")
      return .task(parts, Hint(key, words.cards.activateCard.hint ?? ""))
    }
    let month = state.activity.month[row.id]
    if isTall {
      if let note = note(row) {
        if case .limit(let use) = row.note { return .note(note, share: use.share) }
        return .note(note, share: nil)
      }
      if row.isDamaged || !isMonthKnown { return .nothing }
    }
    return month.map { .month($0) } ?? (isTall ? .noPayments : .nothing)
  }

  /// What a person can do with such a card: before the key, the key, after it. nil: nothing in
  /// particular.
  private func task(_ row: CardRow) -> [String]? {
    guard row.status == .issued, row.cardType == .physical, !row.isDamaged else { return nil }
    return words.activity.arrived(key: state.keyLabel(for: "card.activate"))
  }
}

/// A row of the list of cards, with its selection.
private struct CardRowView: CachedView {
  /// Where the parts of a row are.
  struct Columns: Equatable {
    let isTall: Bool
    let chip: Size
    let name: Int
    /// In line mode the scheme is a word of the row, not the text of a chip.
    let scheme: Int?
    /// nil: there is no room for it.
    let lastFour: Int?
    let status: Int
    /// Where an amount ends; nil: there is no room for it.
    let amountEnd: Int?
    let end: Int

    init(_ places: CardAreas, _ frame: Frame, statusWidth: Int) {
      let rows = places.rows
      let isLinear = frame.state.settings.isLinear
      isTall = places.rowHeight > 1
      chip = isTall ? Frame.chip : Size(isLinear ? 0 : Frame.chip.width, 1)
      name = rows.x + (isLinear ? 0 : chip.width + 2)
      end = rows.maxX
      let hasAmount = !isTall && rows.width >= 54
      status = end - (hasAmount ? max(24, statusWidth + 12) : statusWidth)
      lastFour = !isTall && rows.width >= 44 ? status - 8 : nil
      scheme = isLinear ? lastFour.map { $0 - 6 } : nil
      amountEnd = hasAmount ? end : isTall && rows.width >= 50 ? status - 2 : nil
    }
  }

  /// What its second line says.
  enum Below: Equatable {
    case nothing
    case pending(String)
    /// What to do: before the key, the key, after it; the same as a hint.
    case task([String], Hint)
    case note(String, share: Double?)
    case noPayments
    case month(WalletMonth.OfCard)
  }

  let row: CardRow
  let sign: StateSign
  let word: String
  let role: Role
  let below: Below
  /// The month of the sums.
  let month: CalendarMonth?
  let zone: TimeZone
  /// What the filter looks for.
  let query: String?
  let columns: Columns
  let isSelected: Bool
  let isFocused: Bool

  func draw(on surface: Surface, in rect: Rect) {
    let isFaint = row.status.isOver || row.isDamaged
    let ground = isSelected ? surface.selectedRow(rect, isFocused: isFocused) : .surface
    func on(_ role: Role) -> Style { surface.theme.style(role, on: ground) }
    surface.chip(
      row, Rect(rect.x + 2, rect.y, columns.chip.width, columns.chip.height), on: ground)
    if let x = columns.scheme { surface.canvas.write(row.scheme.short, x, rect.y, on(.muted)) }
    let nameEnd = (columns.scheme ?? columns.lastFour ?? columns.status) - 1
    let title = Text.truncate(row.title, to: nameEnd - columns.name)
    surface.canvas.write(
      title, columns.name, rect.y, on(isFaint ? .muted : isSelected ? .strong : .text))
    if let query {
      surface.underline(
        searchBytes(query), in: title, columns.name, rect.y, on(isFaint ? .muted : .key))
    }
    if let x = columns.lastFour {
      surface.canvas.write("··" + row.lastFour, x, rect.y, on(isFaint ? .muted : .text))
    }
    surface.state(
      sign, word, role, columns.status, rect.y,
      room: (columns.isTall ? columns.end : columns.amountEnd.map { $0 - 11 } ?? columns.end)
        - columns.status, on: ground)
    if columns.isTall {
      secondLine(surface, rect.y + 1, on, ground)
    } else if let end = columns.amountEnd {
      amount(surface, end, rect.y, on)
    }
  }

  private func secondLine(
    _ surface: Surface, _ y: Int, _ on: (Role) -> Style, _ ground: Role
  ) {
    let room = columns.end - columns.name
    let usual = on(row.status.isOver ? .muted : .text)
    func write(_ text: String, to room: Int, _ style: Style) {
      surface.canvas.write(Text.truncate(text, to: room), columns.name, y, style)
    }
    switch below {
    case .nothing: break
    case .pending(let text): write(text, to: room, on(.warning))
    case .task(let parts, _):
      var x = columns.name
      for (index, part) in parts.enumerated() {
        x += surface.canvas.write(
          part, x, y, on(index == 1 ? .key : .muted), limit: max(0, columns.end - x))
      }
    case .note(let text, nil): write(text, to: room, usual)
    case .note(let text, let share?):
      let bar = Rect(columns.status, y, columns.end - columns.status, 1)
      surface.thinBar(share, bar, VirtualText.role(ofShare: share), on: ground)
      write(text, to: columns.status - 1 - columns.name, usual)
    case .noPayments: write(surface.words.activity.noPaymentsLately, to: room, on(.muted))
    case .month(let card): sums(card, surface, y, usual, on(.muted))
    }
  }

  private func sums(
    _ card: WalletMonth.OfCard, _ surface: Surface, _ y: Int, _ usual: Style, _ muted: Style
  ) {
    let words = surface.words
    let room = columns.end - columns.name
    let spent = PaymentText.sums(card.spent, words, to: room)
    guard let end = columns.amountEnd else {
      let used = surface.canvas.write(spent, columns.name, y, usual)
      let name = month.map { " " + words.activity.inMonth($0) } ?? ""
      surface.canvas.write(Text.truncate(name, to: room - used), columns.name + used, y, muted)
      return
    }
    surface.write(spent, endingAt: end, y, usual)
    let date = ", " + words.day(card.last.transactedAt, in: zone)
    let left = end - Text.width(of: spent) - 1 - columns.name - Text.width(of: date)
    surface.canvas.write(
      Text.truncate(card.last.description, to: left) + date, columns.name, y, muted)
  }

  /// At the end of a row without a second line.
  private func amount(_ surface: Surface, _ end: Int, _ y: Int, _ on: (Role) -> Style) {
    if case .task(_, let hint) = below, hint.width <= 11 {
      let x = end - hint.width
      let used = surface.canvas.write(hint.keys, x, y, on(.key))
      surface.canvas.write(hint.word, x + used + 1, y, on(.muted))
    } else if case .month(let card) = below, card.spent[0].minorUnits != 0 {
      surface.write(
        PaymentText.sums(card.spent, surface.words, to: 11), endingAt: end, y, on(.text))
    }
  }
}
