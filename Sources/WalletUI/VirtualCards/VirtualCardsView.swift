import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The list of virtual cards by persona, and the card in focus.
struct VirtualCardsView: FramePart {
  let frame: Frame
  private let list: ListPane<VirtualRow>
  /// It holds the state, so there is one for all rows.
  private let text: VirtualText

  init(frame: Frame) {
    self.frame = frame
    list = frame.state.virtual.list
    text = VirtualText(state: frame.state)
  }

  func draw() {
    let areas = VirtualAreas(state)
    let title = words.screen.virtualScreen.title
    let position = list.count == 0 ? "" : words.position(list.selected + 1, of: list.count)
    let isLoading = list.isLoading && !state.virtual.isMissing ? "…" : ""
    let place = position.isEmpty ? "" : position + isLoading
    // The frame, the mark of the focus and a line between them.
    let room = areas.list.width - Text.width(of: title) - 12
    let notes = [place.isEmpty ? "" : words.virtualCards.byPersona(place), place].map { place in
      [place, searched].filter { !$0.isEmpty }.joined(separator: " · ")
    }
    let note = notes.first { Text.width(of: $0) <= room } ?? place
    frame.pane(areas.list, title: title, note: note, focused: true)
    frame.canvas.mark(.list, "\(title), \(note)", areas.list, target: Target.pane(.list).text)
    filter(areas)
    if list.count == 0 {
      empty(areas.rows)
    } else {
      rows(areas)
    }
    if !areas.details.isEmpty { details(areas.details) }
    if !areas.partial.isEmpty, let row = VirtualAreas.partial(state) {
      partial(row, areas.partial)
    }
    if let wide = areas.wide, list.count > 0 { VirtualSideView(frame: frame).draw(wide) }
  }

  /// How far a search by name has come; empty: it is at its end.
  private var searched: String {
    VirtualCards.searched(state).map {
      words.virtualCards.searchedVirtual(words.number($0.count), of: words.number($0.total))
    } ?? ""
  }

  // MARK: The filter

  private func filter(_ areas: VirtualAreas) {
    guard !areas.filter.isEmpty, let filter = list.filter else { return }
    filterLine(list, areas.filter)
    guard case .mistake(let mistake) = VirtualSearch(filter.input.text) else { return }
    let text = words.virtualCards.mistakeAt(mistake.position + 1, words.text(mistake.reason))
    frame.canvas.write(
      Text.truncate(text, to: areas.filter.width), areas.filter.x, areas.filter.y + 1,
      theme[.danger])
  }

  // MARK: Empty

  private func empty(_ rect: Rect) {
    if state.virtual.isMissing {
      frame.paragraph(words.virtualCards.noVirtualService + ".", rect, theme[.muted])
    } else if list.filter?.input.text.isEmpty == false {
      let text =
        searched.isEmpty
        ? words.virtualCards.noVirtualMatches : words.virtualCards.searchingVirtual + "…"
      frame.paragraph(text, rect, theme[.muted])
    } else if let text = list.unread(words.virtualCards.readingVirtual, state) {
      frame.paragraph(text, rect, theme[.muted])
    } else {
      let used = explain(rect)
      let rest = rect.splitTop(used + 1).rest
      for index in 0..<min(4, rest.height / 3) {
        frame.outline(Rect(rest.x, rest.y + 3 * index, rest.width, 2))
      }
    }
  }

  /// Lines of the explanation: the title, the text, and the keys.
  private func explanation(_ width: Int) -> [String] {
    Text.wrap(words.virtualCards.oneCardExplained, to: width)
  }

  /// Why there are virtual cards, and how to begin. Returns the lines used.
  @discardableResult
  private func explain(_ rect: Rect) -> Int {
    let lines = explanation(rect.width)
    frame.section(words.virtualCards.oneCardForEachShop, rect)
    let used =
      frame.paragraph(
        words.virtualCards.oneCardExplained, rect.splitTop(1).rest, theme[.muted]) + 1
    guard used + 2 <= rect.height else { return used }
    var x = rect.x
    for id in VirtualCardForms.commands.map(\.id) + [Tab.saved.command.id] {
      let word =
        id == Tab.saved.command.id ? words.limits.note(words.savedCards.savedScreen.title) : nil
      guard let hint = Hint.of(id, as: word, frame) else { continue }
      guard x + hint.width <= rect.maxX else { break }
      x += frame.hint(hint, x, rect.y + used + 1) + 3
    }
    return lines.count + 3
  }

  // MARK: Rows

  private func rows(_ areas: VirtualAreas) {
    let placed = areas.placed(list, from: list.top)
    let columns = Columns(areas, stateWidth(placed))
    for place in placed {
      guard let row = list[place.position] else { break }
      if let y = place.head {
        head(row.group, Rect(areas.rows.x, y, areas.rows.width, 1))
      }
      let rect = Rect(areas.rows.x, place.y, areas.rows.width, min(areas.rowHeight, 2))
      let isSelected = place.position == list.selected
      frame.canvas.mark(.row, name(row), rect, target: Target.item(place.position).text)
      self.row(row, rect, isSelected: isSelected, columns)
    }
    frame.scrollbar(
      first: list.top, visible: placed.count, of: list.count,
      Rect(areas.list.maxX - 2, areas.rows.y, 1, areas.rows.height), focused: true)
    guard let last = placed.last, last.position == list.count - 1, state.layout == .wide else {
      return
    }
    let rest = areas.rows.splitTop(last.y + areas.rowHeight - areas.rows.y).rest
    let below = areas.rowHeight == 3 ? rest : rest.splitTop(1).rest
    if below.height >= explanation(below.width).count + 3, list.filter == nil { explain(below) }
  }

  private func head(_ group: VirtualGroup, _ line: Rect) {
    let isPersona = if case .persona = group { true } else { false }
    frame.section(
      text.persona(group), detail: isPersona ? words.virtualCards.personaWord : "",
      note: text.sum(group), line)
  }

  /// Where the parts of a row are.
  private struct Columns {
    /// With fewer columns the names need the room of the little faces, which are all alike.
    static let leastForChip = 36
    let name: Int
    let state: Int
    let end: Int
    /// nil: there is no room for it.
    let lastFour: Int?
    let amountEnd: Int?

    init(_ areas: VirtualAreas, _ stateWidth: Int) {
      let width = areas.rows.width
      name = areas.rows.x + (width < Self.leastForChip ? 0 : Frame.chip.width + 2)
      end = areas.rows.maxX
      state = end - stateWidth
      let isTall = areas.rowHeight > 1
      amountEnd = isTall ? state - 1 : width >= 62 ? state - 2 : nil
      lastFour = !isTall && width >= 46 ? (amountEnd.map { $0 - 18 } ?? state) - 8 : nil
    }
  }

  private func stateWidth(_ placed: [VirtualAreas.Placed]) -> Int {
    let widths = placed.compactMap { list[$0.position] }.map {
      Text.width(of: text.status($0).word) + 2
    }
    return max(state.layout == .wide ? 15 : 9, min(18, widths.max() ?? 0))
  }

  private func name(_ row: VirtualRow) -> String {
    let lastFour = row.card.map { ", \(CardScheme.visa.short) ··\($0.lastFour)" } ?? ""
    let month = row.card.flatMap(text.month).map { ", " + $0 } ?? ""
    return "\(text.name(row))\(lastFour), \(text.status(row).word)\(month)"
  }

  private func row(_ row: VirtualRow, _ rect: Rect, isSelected: Bool, _ columns: Columns) {
    let ground = rowGround(rect, isSelected: isSelected, isFocused: true)
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    let isFaint = text.isFaint(row)
    if !state.settings.isLinear, columns.name > rect.x { chip(row, rect, ground) }
    let nameX = state.settings.isLinear ? rect.x : columns.name
    let status = text.status(row)
    frame.state(
      status.sign, status.word, status.role, columns.state, rect.y,
      room: columns.end - columns.state, on: ground)
    let isTall = rect.height > 1
    let afterName = isTall ? columns.state : columns.amountEnd ?? columns.state
    let nameEnd = (columns.lastFour ?? afterName) - 1
    let name = Text.truncate(text.name(row), to: nameEnd - nameX)
    frame.canvas.write(
      name, nameX, rect.y, on(isFaint || row.cause != nil ? .muted : isSelected ? .strong : .text))
    if case .text(let query, _, _)? = list.condition {
      frame.underline(query, in: name, nameX, rect.y, on(isFaint ? .muted : .key))
    }
    if let x = columns.lastFour, let card = row.card, !card.isDamaged {
      frame.canvas.write("··" + card.lastFour, x, rect.y, on(isFaint ? .muted : .text))
    }
    if isTall {
      secondLine(row, rect.y + 1, columns, ground)
    } else if let end = columns.amountEnd, let month = row.card.flatMap(text.month) {
      frame.write(Text.truncate(month, to: 18), endingAt: end, rect.y, on(.text))
    }
  }

  private func secondLine(_ row: VirtualRow, _ y: Int, _ columns: Columns, _ ground: Role) {
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    let bar = Rect(columns.state, y, columns.end - columns.state, 1)
    let rule = text.rule(row)
    var end = columns.end
    if let making = row.making {
      end = columns.state - 1
      if making.isMaking {
        let time = words.virtualCards.seconds(words.number(Int(text.tenths(making) / 10)))
        frame.canvas.write(time, bar.x, y, on(.muted))
      }
    } else if let card = row.card, !card.isDamaged, !card.state.isOver {
      end = columns.state - 1
      if row.cause == .keyMissing(card.sealed.keyID) {
        if let command = state.command("virtual.import"),
          let key = state.input.keymap.label(command.id)
        {
          frame.hint(
            Hint(key, words.virtualCards.importIt, runs: command.id), bar.x, y, on: ground)
        }
      } else if card.rules.isSingleUse {
        let most = card.rules.monthlyLimit.map {
          words.limits.upTo(words.short(Money($0, card.currency)))
        }
        frame.canvas.write(most ?? "", bar.x, y, on(.text), limit: bar.width)
      } else if let share = text.share(card) {
        frame.thinBar(share, bar, VirtualText.role(ofShare: share), on: ground)
        if let month = text.month(card) {
          frame.write(month, endingAt: end, y, on(.text))
          end -= Text.width(of: month) + 1
        }
      } else if let month = text.month(card) {
        frame.canvas.write(
          Text.truncate(words.virtualCards.inThisMonth(month), to: bar.width), bar.x, y, on(.text))
      }
    }
    let room = end - columns.name
    // A beginning that is too short to be understood is left out.
    guard Text.width(of: rule) <= room || room >= 12 else { return }
    frame.canvas.write(Text.truncate(rule, to: room), columns.name, y, on(.muted))
  }

  /// The little face; while the card is being made, as much of it as there is.
  private func chip(_ row: VirtualRow, _ rect: Rect, _ ground: Role) {
    let place = Rect(rect.x, rect.y, Frame.chip.width, rect.height)
    let lastFour = row.card.map { $0.isDamaged ? "????" : $0.lastFour } ?? ""
    let texts = row.making == nil ? [CardScheme.visa.short, lastFour] : ["", ""]
    frame.chip(texts, .visa, text.face(row), place, on: ground)
    guard let making = row.making else { return }
    let filled = making.isMaking ? Int(text.progress(making) * Double(place.width)) : 0
    let rest = Rect(place.x + filled, place.y, place.width - filled, place.height)
    frame.canvas.fill(rest, theme[ground])
    frame.canvas.line(rest.x, rest.y, rest.width, theme.style(.faint, on: ground), "·")
    if rest.height > 1 {
      frame.canvas.line(rest.x, rest.y + 1, rest.width, theme.style(.faint, on: ground), "·")
    }
  }

  // MARK: The card in focus

  private func details(_ rect: Rect) {
    guard let row = list.focused else {
      if state.layout == .wide { frame.pane(rect, title: words.card, focused: false) }
      return
    }
    let name = text.name(row)
    let note = "\(words.cards.scheme(CardScheme.visa)) · \(words.cards.type(.virtual))"
    var inside: Rect
    if state.layout == .wide {
      inside = frame.pane(rect, title: name, note: note, focused: false)
    } else {
      frame.paneDivider(rect, rect.y, title: name, note: note, focused: true)
      inside = Rect(
        rect.x + Frame.paneMargin, rect.y + 1, rect.width - 2 * Frame.paneMargin, rect.height - 1)
    }
    frame.canvas.mark(.details, name, rect, target: Target.pane(.details).text)
    inside.height = max(0, inside.height)
    let sheet = VirtualSheet(state, row, width: inside.width, height: inside.height)
    VirtualSheetView(frame: frame, sheet: sheet).draw(inside)
  }

  /// Why a card cannot be read here, what still works, and the key that helps.
  private func partial(_ row: VirtualRow, _ rect: Rect) {
    guard let card = row.card, let why = VirtualContent(state: state, row: row).why
    else { return }
    let inside = frame.pane(
      rect, title: words.virtualCards.cardNamed(lastFour: card.lastFour),
      note: words.limits.note(text.status(row).word), focused: false)
    let used = frame.paragraph(why.text, inside, theme[.text])
    let rest = inside.splitTop(used + 1).rest
    let zone = state.clock.zone
    let sign = StateSign.active.text(ascii: state.settings.ascii)
    let facts: [CardFacts.Fact] = [
      (words.statusLabel, "\(sign) \(words.virtualCards.virtualState(card.state))", .statusActive),
      (words.since, words.date(card.createdAt, in: zone), .text),
      (
        words.virtualCards.spentLabel, words.money(Money(card.spentThisMonth, card.currency)),
        .text
      ),
      (words.virtualCards.personaLabel, text.persona(row.group), .text),
    ]
    let lines = Sheet.grid(facts, width: rest.width) + [.blank, .hints(why.commands)]
    SheetView(frame: frame).draw(Sheet(lines: lines), rest)
  }
}
