import Canvas
import TextLayout
import Themes
import WalletAPI
package import WalletModel
import Words

extension CardStatus {
  /// A sign as well, since colour must not be the only difference.
  package func glyph(ascii: Bool) -> String {
    if ascii {
      switch self {
      case .active: return "*"
      case .locked, .suspended: return "#"
      case .digital, .issued, .pending, .applied: return "o"
      case .cancelled, .expired, .rejected: return "x"
      case .other: return "?"
      }
    }
    switch self {
    case .active: return "●"
    case .locked: return "■"
    case .suspended: return "▲"
    case .digital: return "◌"
    case .issued: return "◔"
    case .pending, .applied: return "◷"
    case .cancelled, .expired, .rejected: return "✕"
    case .other: return "?"
    }
  }

  var role: Role {
    switch self {
    case .active: .statusActive
    case .locked, .suspended: .statusLocked
    case .digital: .statusDigital
    case .issued, .pending, .applied: .statusIssued
    case .cancelled, .expired, .rejected: .statusExpired
    case .other: .statusOther
    }
  }

  /// The card's status is final: shown faint.
  var isOver: Bool { role == .statusExpired }
}

struct CardListView: FramePart {
  let frame: Frame

  func cardList(_ areas: CardAreas) {
    let words = words
    let list = state.list
    let note = listNote
    frame.pane(
      areas.list, title: state.shown.tab.title(words), note: note, focused: state.pane == .list)
    let title = "\(state.shown.tab.title(words)), \(note)"
    frame.canvas.mark(.list, title, areas.list, target: Target.pane(.list).text)
    filterLine(areas.list)
    let rows = areas.rows
    if list.count == 0 { return emptyList(rows) }
    let statusWidth = statusWidth
    self.rows(list, from: list.top, in: rows, height: areas.rowHeight, name: name) {
      row($0, at: $1, isSelected: $2, statusWidth: statusWidth)
    }
    scrollbar(areas)
  }

  private var listNote: String {
    let list = state.list
    if list.count == 0 { return list.isLoading ? "…" : words.position(0, of: list.total) }
    let of = list.matches == nil ? list.total : list.count
    return words.position(list.selected + 1, of: of) + (list.isLoading ? "…" : "")
  }

  private func filterLine(_ pane: Rect) {
    guard let filter = state.list.filter else { return }
    let y = pane.y + 1
    let x = pane.x + 2
    frame.canvas.write("/", x, y, theme[.key])
    let style = theme[filter.isEditing ? .strong : .muted]
    frame.textInput(
      filter.input, hint: "", Rect(x + 2, y, pane.width - 6, 1), style,
      isFocused: filter.isEditing && state.overlays.isEmpty)
  }

  private func emptyList(_ rect: Rect) {
    let text =
      if let filter = state.list.filter, !filter.input.text.isEmpty {
        words.noCardMatches(Text.truncate(filter.input.text, to: rect.width / 2))
      } else if state.list.isLoading {
        words.readingCards + "…"
      } else if !state.list.isKnown {
        words.cardsNotRead(key: state.keyLabel(for: "wallet.reload"))
      } else if state.list.condition?.onlyVirtual == true {
        words.noVirtualCards
      } else {
        words.noCards(key: state.keyLabel(for: "card.create"))
      }
    frame.paragraph(text, rect.inset(2, 1), theme[.muted])
  }

  /// The width of the longest status with its glyph.
  private var statusWidth: Int {
    2 + (CardStatus.allCases.map { Text.width(of: words.status($0)) }.max() ?? 0)
  }

  /// What a row says after its numbers: the status, or the unfinished change.
  private func word(_ row: CardRow) -> String {
    state.unanswered[row.id].map { words.pending($0.title(words)) }
      ?? state.pending[row.id].map { words.progress(of: $0.action) } ?? words.status(row.status)
  }

  private func name(_ row: CardRow) -> String {
    "\(row.title), \(words.scheme(row.scheme)) ··\(row.lastFour), \(word(row))"
  }

  private func row(_ row: CardRow, at rect: Rect, isSelected: Bool, statusWidth: Int) {
    let isFaint = row.status.isOver || row.isDamaged
    let background: Role = isSelected ? .selection : .surface
    if isSelected {
      frame.canvas.fill(rect, theme[background])
      frame.canvas.write(
        state.settings.ascii ? ">" : "▌", rect.x, rect.y,
        theme.style(.selectionBar, on: background))
      if state.pane == .list && state.overlays.isEmpty && frame.canvas.cursor == nil {
        frame.canvas.cursor = Point(rect.x, rect.y)
      }
    }
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: background) }
    // Leaves a column to the frame if there is room.
    let end = rect.maxX - (statusWidth > 11 && rect.width >= 50 ? 1 : 0)
    let lastX = end - 19
    let schemeX = lastX - 5
    let nameStyle = isFaint ? on(.muted) : isSelected ? on(.strong) : on(.text)
    frame.canvas.write(
      Text.truncate(row.title, to: schemeX - rect.x - 3), rect.x + 2, rect.y, nameStyle)
    let dots = state.settings.ascii ? ".." : "··"
    let lastFour = dots + row.lastFour
    if state.unanswered[row.id] != nil {
      // Longer than any status, so it takes the place of the scheme.
      frame.canvas.write(lastFour, schemeX, rect.y, on(.text))
      let glyph = CardRow.pendingGlyph(ascii: state.settings.ascii)
      let text = "\(glyph) \(word(row))"
      let room = rect.maxX - schemeX - 8
      frame.canvas.write(Text.truncate(text, to: room), schemeX + 8, rect.y, on(.warning))
      return
    }
    frame.canvas.write(Text.truncate(row.scheme.short, to: 4), schemeX, rect.y, on(.muted))
    frame.canvas.write(lastFour, lastX, rect.y, isFaint ? on(.muted) : on(.text))
    status(row, Rect(end - statusWidth, rect.y, statusWidth, 1), on)
  }

  private func status(_ row: CardRow, _ rect: Rect, _ on: (Role) -> Style) {
    let text =
      row.isDamaged ? (state.settings.ascii ? "! " : "▲ ") + words.damaged : statusText(row)
    let role = row.isDamaged ? Role.danger : row.status.role
    // A long word starts further left, so that it does not reach the frame. A server's word may
    // have any length.
    let shown = row.status.isKnown ? text : Text.truncate(text, to: rect.width)
    let x = rect.x - max(0, Text.width(of: shown) - rect.width)
    frame.canvas.write(shown, x, rect.y, on(role))
  }

  /// `■ Locked`, or `◷ Locking` until the change is confirmed.
  func statusText(_ row: CardRow) -> String {
    let ascii = state.settings.ascii
    guard let change = state.pending[row.id] else {
      return "\(row.status.glyph(ascii: ascii)) \(words.status(row.status))"
    }
    return "\(CardRow.pendingGlyph(ascii: ascii)) \(words.progress(of: change.action))"
  }

  /// The position on the right border, if not all rows fit.
  private func scrollbar(_ areas: CardAreas) {
    let list = state.list
    guard list.count > list.height, areas.rows.height > 2 else { return }
    let length = max(1, areas.rows.height * list.height / list.count)
    let room = areas.rows.height - length
    let start = room * list.top / max(1, list.count - list.height)
    for offset in 0..<length {
      frame.canvas.write(
        state.settings.ascii ? "#" : "┃", areas.list.maxX - 1, areas.rows.y + start + offset,
        theme[state.pane == .list ? .borderFocus : .border])
    }
  }
}

extension CardRow {
  /// For a change that is not confirmed.
  static func pendingGlyph(ascii: Bool) -> String { ascii ? "~" : "◷" }
}
