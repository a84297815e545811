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
    let columns = Columns(places, frame, statusWidth: statusWidth(places))
    self.rows(list, from: list.top, in: places.rows, height: places.rowHeight, name: name) {
      row($0, at: $1, isSelected: $2, columns)
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

  /// Where the parts of a row are.
  private struct Columns {
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

  private func row(_ row: CardRow, at rect: Rect, isSelected: Bool, _ columns: Columns) {
    let isFaint = row.status.isOver || row.isDamaged
    let ground = rowGround(rect, isSelected: isSelected, isFocused: isFocused)
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    frame.chip(
      row, Rect(rect.x, rect.y, columns.chip.width, columns.chip.height), on: ground)
    if let x = columns.scheme { frame.canvas.write(row.scheme.short, x, rect.y, on(.muted)) }
    let nameEnd = (columns.scheme ?? columns.lastFour ?? columns.status) - 1
    let title = Text.truncate(row.title, to: nameEnd - columns.name)
    frame.canvas.write(
      title, columns.name, rect.y, on(isFaint ? .muted : isSelected ? .strong : .text))
    if let filter = state.cards.list.filter {
      frame.underline(
        searchBytes(filter.input.text), in: title, columns.name, rect.y,
        on(isFaint ? .muted : .key))
    }
    if let x = columns.lastFour {
      frame.canvas.write("··" + row.lastFour, x, rect.y, on(isFaint ? .muted : .text))
    }
    let status = status(row)
    frame.state(
      status.sign, status.word, status.role, columns.status, rect.y,
      room: (columns.isTall ? columns.end : columns.amountEnd.map { $0 - 11 } ?? columns.end)
        - columns.status, on: ground)
    if columns.isTall {
      secondLine(row, rect.y + 1, columns, ground)
    } else if let end = columns.amountEnd {
      amount(row, end, rect.y, ground)
    }
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
  /// of the month.
  private func secondLine(_ row: CardRow, _ y: Int, _ columns: Columns, _ ground: Role) {
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    let room = columns.end - columns.name
    if let change = state.backend.unanswered[row.id] {
      frame.canvas.write(
        Text.truncate(words.cards.pending(change.title(words)), to: room), columns.name, y,
        on(.warning))
      return
    }
    if let parts = task(row) {
      var x = columns.name
      for (index, part) in parts.enumerated() {
        x += frame.canvas.write(
          part, x, y, on(index == 1 ? .key : .muted), limit: max(0, columns.end - x))
      }
      return
    }
    if let note = note(row) {
      var left = room
      if case .limit(let use) = row.note {
        left = columns.status - 1 - columns.name
        let bar = Rect(columns.status, y, columns.end - columns.status, 1)
        frame.thinBar(use.share, bar, VirtualText.role(ofShare: use.share), on: ground)
      }
      frame.canvas.write(
        Text.truncate(note, to: left), columns.name, y, on(row.status.isOver ? .muted : .text))
      return
    }
    guard !row.isDamaged, let summary = state.activity.month.summary else { return }
    guard let month = state.activity.month[row.id] else {
      frame.canvas.write(
        Text.truncate(words.activity.noPaymentsLately, to: room), columns.name, y, on(.muted))
      return
    }
    let spent = PaymentText.sums(month.spent, words, to: room)
    guard let end = columns.amountEnd else {
      let used = frame.canvas.write(spent, columns.name, y, on(row.status.isOver ? .muted : .text))
      frame.canvas.write(
        Text.truncate(" " + words.activity.inMonth(summary.month), to: room - used),
        columns.name + used, y,
        on(.muted))
      return
    }
    frame.write(spent, endingAt: end, y, on(row.status.isOver ? .muted : .text))
    let last = month.last
    let date = ", " + words.day(last.transactedAt, in: state.clock.zone)
    let left = end - Text.width(of: spent) - 1 - columns.name - Text.width(of: date)
    frame.canvas.write(
      Text.truncate(last.description, to: left) + date, columns.name, y, on(.muted))
  }

  /// What a person can do with such a card: before the key, the key, after it. nil: nothing in
  /// particular.
  private func task(_ row: CardRow) -> [String]? {
    guard row.status == .issued, row.cardType == .physical, !row.isDamaged else { return nil }
    return words.activity.arrived(key: state.keyLabel(for: "card.activate"))
  }

  /// At the end of a row without a second line.
  private func amount(_ row: CardRow, _ end: Int, _ y: Int, _ ground: Role) {
    let style = { (role: Role) in theme.style(role, on: ground) }
    if task(row) != nil {
      let hint = Hint(state.keyLabel(for: "card.activate"), words.cards.activateCard.hint ?? "")
      guard hint.width <= 11 else { return }
      let x = end - hint.width
      let used = frame.canvas.write(hint.keys, x, y, style(.key))
      frame.canvas.write(hint.word, x + used + 1, y, style(.muted))
    } else if let month = state.activity.month[row.id], month.spent[0].minorUnits != 0 {
      frame.write(PaymentText.sums(month.spent, words, to: 11), endingAt: end, y, style(.text))
    }
  }
}

extension CardRow {
  /// For a change that is not known to be done.
  static func pendingGlyph(ascii: Bool) -> String { StateSign.waiting.text(ascii: ascii) }
}
