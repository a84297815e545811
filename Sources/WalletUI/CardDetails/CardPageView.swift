import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// Draws the part of a card's page that is in sight.
struct CardPageView: FramePart {
  let frame: Frame

  /// Columns left of the content, for the mark of the selected line.
  private static let indent = 2
  /// Columns of the labels of rules.
  private static let ruleLabels = 12

  func page(_ page: CardPage) {
    guard let row = state.cards.list.focused else { return }
    let area = state.areas.page
    let outline = PageOutline(state)
    let clip = Rect(area.x, area.y, area.width + Self.indent, area.height)
    frame.page(area, clip: clip, from: page.top, of: outline.height) {
      for section in outline.sections {
        let top = area.y + section.top - page.top
        let bottom = area.y + section.end - page.top
        guard bottom > area.y, top < area.maxY else { continue }
        draw(section, row, page, outline, area)
      }
    }
  }

  private func draw(
    _ section: PageOutline.Section, _ row: CardRow, _ page: CardPage, _ outline: PageOutline,
    _ area: Rect
  ) {
    let details = state.cards.details[row.id]
    let facts = CardFacts(state: state)
    let first = area.y + section.firstLine - page.top
    let content = Rect(area.x, first, area.width, section.lines)
    let title = Rect(area.x, first - 1, area.width, 1)
    switch section.kind {
    case .face: face(row, details, outline, content, area)
    case .facts:
      let column = DetailsView(frame: frame).column(row, details)
      let all = column.facts.facts + [column.fact(words)]
      lines(section, page, content) { index, line, _ in
        if index < all.count { frame.facts([all[index]], in: line) }
      }
    case .actions:
      let actions = CardActions(frame)
      frame.section(
        actions.possible.isEmpty ? words.screen.notPossibleNow : words.cards.youCan, title)
      self.actions(actions, section, page, content, columns: outline.columns)
    case .payments:
      payments(details, section, page, content, area, title)
    case .limits: limits(details, section, page, content, title)
    case .phones:
      let phones = details.map { facts.phones($0.card, on: row.status) } ?? []
      let hint = "\(state.keyLabel(for: TokenPicker.command.id)) \(words.phones.tokensHint)"
      frame.section(words.cards.phones, note: phones.isEmpty ? "" : hint, title)
      lines(section, page, content) { index, line, _ in
        if phones.isEmpty {
          frame.canvas.write(words.cards.onNoPhone, line.x, line.y, theme[.muted])
        } else {
          frame.facts([phones[index]], in: line, labels: 14)
        }
      }
    case .about:
      guard let details else { return }
      let all = facts.further(details.card)
      frame.section(words.cards.aboutCard, title)
      let rows = section.lines
      lines(section, page, content) { index, line, _ in
        let here = stride(from: index, to: all.count, by: rows).map { all[$0] }
        let width = line.width / outline.columns
        for (column, fact) in here.enumerated() {
          frame.facts(
            [fact],
            in: Rect(line.x + column * width, line.y, width - (column + 1 < here.count ? 2 : 0), 1),
            labels: 12)
        }
      }
    }
  }

  /// The lines of a section that are in sight; the selected one has its ground.
  private func lines(
    _ section: PageOutline.Section, _ page: CardPage, _ content: Rect,
    _ draw: (Int, Rect, Role) -> Void
  ) {
    let area = state.areas.page
    let first = max(0, area.y - content.y)
    let last = min(section.lines, area.maxY - content.y)
    guard first < last else { return }
    for index in first..<last {
      let stop = section.stops.lowerBound + index
      let isStop = section.stops.contains(stop)
      let line = Rect(content.x, content.y + index, content.width, 1)
      let isSelected = isStop && stop == page.selected
      let ground = isSelected ? select(line) : .surface
      if isStop {
        frame.canvas.mark(.row, "\(index + 1)", line, target: Target.item(stop).text)
      }
      draw(index, Rect(line.x + Self.indent, line.y, line.width - Self.indent, 1), ground)
      if isSelected, section.kind != .payments { onSelection(line) }
    }
  }

  private func select(_ line: Rect) -> Role {
    frame.selectedRow(
      Rect(line.x, line.y, line.width + Self.indent, 1), isFocused: true)
  }

  /// What was drawn on the page's ground gets that of the selected row.
  private func onSelection(_ line: Rect) {
    let ground = theme[.selection]
    frame.canvas.restyle(Rect(line.x + 1, line.y, line.width + Self.indent - 1, 1)) {
      Style($0.foreground, on: ground.background, $0.attributes.union(ground.attributes))
    }
  }

  private func face(
    _ row: CardRow, _ details: CardDetails?, _ outline: PageOutline, _ content: Rect, _ area: Rect
  ) {
    let size = outline.isWide ? CardFaceView.page : CardFaceView.small
    let view = DetailsView(frame: frame)
    let face = Rect(area.x, content.y, size.width, size.height)
    CardFaceView(row, details?.card, frame).draw(on: frame, in: face)
    view.hintRow(row, Rect(area.x, face.maxY, outline.isWide ? max(size.width, 44) : area.width, 1))
    if row.isDamaged {
      frame.paragraph(words.cards.recordIsDamaged, view.beside(face, area), theme[.danger])
    } else if outline.hasFactsBeside {
      view.column(row, details).draw(on: frame, in: view.beside(face, area))
    }
  }

  private func limits(
    _ details: CardDetails?, _ section: PageOutline.Section, _ page: CardPage, _ content: Rect,
    _ title: Rect
  ) {
    let rules = details.map { words.limits.rules($0.card) } ?? []
    let key = state.input.keymap.label(CardLimits.command.id)
    frame.section(
      words.limits.cardLimits.title, note: key.map { "\($0) \(words.cardForms.change)" } ?? "",
      title)
    lines(section, page, content) { index, line, _ in
      guard rules.indices.contains(index) else {
        frame.canvas.write(words.limits.noLimits, line.x, line.y, theme[.muted])
        return
      }
      let rule = rules[index]
      frame.canvas.write(rule.label, line.x, line.y, theme[.muted], limit: Self.ruleLabels - 1)
      let start = line.x + Self.ruleLabels
      let value = Text.truncate(rule.value, to: line.maxX - start)
      frame.canvas.write(value, start, line.y, theme[.text])
      guard let use = rule.use else { return }
      let x = start + Text.width(of: value) + 2
      let percent = words.limits.used(use)
      let end = line.maxX - Text.width(of: percent) - 2
      if end - x >= 8 {
        frame.thinBar(
          use.share, Rect(x, line.y, end - x, 1), VirtualText.role(ofShare: use.share))
        frame.write(percent, endingAt: line.maxX, line.y, theme[.muted])
      }
    }
  }

  private func actions(
    _ actions: CardActions, _ section: PageOutline.Section, _ page: CardPage, _ content: Rect,
    columns: Int
  ) {
    let view = CardActionsView(surface: frame)
    let inner = Rect(
      content.x + Self.indent, content.y, content.width - Self.indent, content.height)
    for (index, place) in view.areas(actions, columns: columns, inner).enumerated() {
      let stop = section.stops.lowerBound + index
      let line = Rect(place.x - Self.indent, place.y, place.width + Self.indent, 1)
      let isSelected = stop == page.selected
      let ground = isSelected ? frame.selectedRow(line, isFocused: true) : .surface
      frame.canvas.mark(
        .row, actions.all[index].title, line, target: Target.item(stop).text)
      view.action(actions.all[index], place, on: ground)
    }
  }

  private func payments(
    _ details: CardDetails?, _ section: PageOutline.Section, _ page: CardPage, _ content: Rect,
    _ area: Rect, _ title: Rect
  ) {
    let all = details?.transactions ?? []
    let more = details?.nextToken == nil ? "" : "+"
    let index = page.selected - section.stops.lowerBound
    let note =
      all.isEmpty
      ? ""
      : all.indices.contains(index)
        ? words.position(index + 1, of: all.count) + more
        : words.number(all.count) + more
    frame.section(words.cards.paymentsTitle, note: note, title)
    if all.isEmpty {
      frame.canvas.write(words.cards.noPayments, content.x + Self.indent, content.y, theme[.muted])
    }
    lines(section, page, content) { index, line, ground in
      guard all.indices.contains(index) else { return }
      TransactionsView(surface: frame, zone: state.clock.zone).transaction(
        all[index], line, isSelected: ground == .selection, on: ground)
    }
  }
}
