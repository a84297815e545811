import Canvas
import TextLayout
import Themes
import Words

/// Draws a picker: a box in a fixed place, the line that is typed into, groups, and at the foot the
/// text of the selected row.
struct PickerView: FramePart {
  let frame: Frame
  let title: String
  /// Before the line that is typed into.
  var prompt = ":"
  var role = Region.Role.palette
  /// What Enter does.
  let verb: String
  /// What Esc does.
  var leave: String?

  /// How the rows of a picker share a height.
  struct Parts {
    let box: Rect
    let input: Rect
    let lines: Rect
    let divider: Int?
    let preview: Rect
    let hints: Rect

    init(_ box: Rect) {
      self.box = box
      let air = box.height >= 28 ? 1 : 0
      let isNarrow = box.width < 60
      let inside = Rect(
        box.x + (isNarrow ? 2 : 3), box.y + 1, box.width - (isNarrow ? 5 : 7), box.height - 2)
      input = Rect(inside.x, inside.y + air, inside.width, 1)
      hints = Rect(inside.x, inside.maxY - 1, inside.width, 1)
      // Its title needs a line of its own where there are many.
      let text = box.height >= 16 ? 3 : box.height >= 9 ? 2 : 0
      preview = Rect(inside.x, hints.y - air - text, inside.width, text)
      divider = text > 0 && box.height >= 11 ? preview.y - 1 : nil
      let top = input.maxY + air
      let bottom = (divider ?? preview.y) - air
      lines = Rect(inside.x, top, inside.width, max(1, bottom - top))
    }
  }

  /// Where a picker is: its place depends on the screen alone.
  static func box(_ state: State) -> Rect {
    let size = state.size
    if state.settings.isLinear { return Rect(size) }
    let width = min(86, size.width - (size.width >= 60 ? 6 : 2))
    let top = size.height >= 20 ? 3 : size.height >= 15 ? 1 : 0
    let bottom = state.areas.footer.y - 1 - (size.height >= 32 ? 2 : 0)
    return Rect((size.width - width) / 2, top, width, min(33, bottom - top))
  }

  /// Lines that a page goes.
  static func page(_ state: State) -> Int { max(1, Parts(box(state)).lines.height - 2) }

  func draw(_ picker: Picker, _ list: PickerList, in box: Rect, found: String = "") {
    let parts = Parts(box)
    frame.box = box
    frame.canvas.fill(box, theme[.overlay])
    let place =
      list.rows.isEmpty ? "" : words.position(picker.selected + 1, of: list.rows.count)
    frame.overlayEdge(box, title: title, note: place)
    input(picker, parts.input, found)
    lines(picker, list, parts.lines, box)
    if let divider = parts.divider {
      frame.canvas.line(box.x + 1, divider, box.width - 2, on(.overlayBorder), border.horizontal)
    }
    if list.rows.indices.contains(picker.selected) {
      preview(list.rows[picker.selected], parts.preview)
    }
    var hints = [("Enter", verb), ("↑↓", words.choose)]
    if list.groups.count > 1 { hints.append(("Tab", words.nextGroup)) }
    frame.hints(
      hints + [("Esc", leave ?? words.backHint)], parts.hints, on: .overlay, keepsLast: true)
    frame.canvas.mark(role, title, box)
  }

  private func on(_ role: Role) -> Style { theme[role].on(theme[.overlay].background) }

  private func input(_ picker: Picker, _ rect: Rect, _ found: String) {
    let ground = theme.depth > .mono ? theme[.field] : theme[.overlay]
    frame.canvas.fill(rect, ground)
    frame.canvas.write(prompt, rect.x + 1, rect.y, theme[.key].on(ground.background))
    let note = picker.input.text.isEmpty || rect.width < 60 ? "" : found
    let noteWidth = Text.width(of: note)
    let field = Rect(rect.x + 3, rect.y, rect.width - 4 - noteWidth, 1)
    frame.textInput(
      picker.input, hint: words.typeToSearch, field, theme[.overlayText].on(ground.background),
      isFocused: true)
    frame.canvas.write(
      note, rect.maxX - 1 - noteWidth, rect.y, theme[.overlayMuted].on(ground.background))
  }

  // MARK: Rows

  private enum Line {
    case heading(PickerList.Group)
    case row(Int)
  }

  private func lines(_ picker: Picker, _ list: PickerList, _ rect: Rect, _ box: Rect) {
    var lines: [Line] = []
    var selectedLine = 0
    var index = 0
    for group in list.groups {
      lines.append(.heading(group))
      for _ in group.rows {
        if index == picker.selected { selectedLine = lines.count }
        lines.append(.row(index))
        index += 1
      }
    }
    if lines.isEmpty {
      frame.canvas.write(words.nothingMatches, rect.x, rect.y, theme[.overlayMuted])
    }
    let first = max(0, min(selectedLine - rect.height / 2, lines.count - rect.height))
    let columns = Columns(list, rect.width)
    let query = searchBytes(picker.input.text)
    for (offset, line) in lines.dropFirst(first).prefix(rect.height).enumerated() {
      let y = rect.y + offset
      switch line {
      case .heading(let group): heading(group, Rect(rect.x, y, rect.width, 1))
      case .row(let index):
        let whole = Rect(box.x + 1, y, box.width - 3, 1)
        row(
          list.rows[index], Rect(rect.x, y, rect.width, 1), whole, columns, query,
          isSelected: index == picker.selected)
        frame.canvas.mark(
          .button, list.rows[index].title, whole, target: Target.item(index).text)
      }
    }
    guard !state.settings.isLinear else { return }
    frame.scrollbar(
      first: first, visible: rect.height, of: lines.count,
      Rect(box.maxX - 2, rect.y, 1, rect.height), focused: true, on: .overlay)
  }

  /// Where the parts of a row begin.
  private struct Columns {
    let title: Int
    /// Of the reason why something is not possible.
    let reason: Int

    init(_ list: PickerList, _ width: Int) {
      let keys = list.rows.map { Text.width(of: $0.keys) }.max() ?? 0
      title = keys == 0 ? 0 : min(keys, width / 3) + 2
      let refused = list.rows.filter { $0.refusal != nil }
      reason = title + (refused.map { Text.width(of: $0.title) }.max() ?? 0) + 3
    }
  }

  private func heading(_ group: PickerList.Group, _ rect: Rect) {
    if state.settings.isLinear { return }
    var x = rect.x + frame.canvas.write(group.title, rect.x, rect.y, on(.strong)) + 1
    if !group.detail.isEmpty {
      x += 1 + frame.canvas.write(group.detail, x + 1, rect.y, theme[.overlayMuted]) + 1
    }
    if x < rect.maxX {
      frame.canvas.line(x, rect.y, rect.maxX - x, on(.border), border.horizontal)
    }
  }

  private func row(
    _ row: PickerList.Row, _ rect: Rect, _ whole: Rect, _ columns: Columns, _ query: [UInt8],
    isSelected: Bool
  ) {
    let base: Role = isSelected ? .selection : .overlay
    func on(_ role: Role) -> Style { theme.style(role, on: base) }
    if isSelected {
      frame.canvas.fill(whole, theme[base])
      frame.canvas.write(
        "▌", whole.x, rect.y, on(.selectionBar))
      if state.settings.isLinear { frame.canvas.cursor = Point(rect.x, rect.y) }
    }
    let isPossible = row.refusal == nil
    let keyRoom = columns.title - 2
    if keyRoom > 0 {
      frame.canvas.write(
        Text.truncate(row.keys, to: keyRoom), rect.x, rect.y, on(isPossible ? .key : .overlayMuted))
    }
    let x = rect.x + columns.title
    let noteWidth = Text.width(of: row.note)
    let title = Text.truncate(
      row.title, to: rect.maxX - x - (noteWidth > 0 ? noteWidth + 2 : 0))
    let role: Role = !isPossible ? .overlayMuted : isSelected ? .strong : .overlayText
    let width = frame.canvas.write(title, x, rect.y, on(role))
    if let match = title.firstMatch(query) {
      let before = Text.width(of: String(title[..<match.lowerBound]))
      frame.canvas.write(
        String(title[match]), x + before, rect.y,
        on(isPossible ? .key : .overlayMuted).with(.underline))
    }
    if !row.note.isEmpty {
      frame.canvas.write(row.note, rect.maxX - noteWidth, rect.y, on(.overlayMuted))
    }
    // Line by line the text follows the title. A reason that has no room is at the foot.
    let reason = row.refusal ?? (state.settings.isLinear ? row.text : "")
    let start = state.settings.isLinear ? x + max(width + 3, 40) : rect.x + columns.reason
    guard !reason.isEmpty, rect.maxX - start >= 8 else { return }
    if state.settings.isLinear || Text.width(of: reason) <= rect.maxX - start || rect.width >= 50 {
      frame.canvas.write(
        Text.truncate(reason, to: rect.maxX - start), start, rect.y, on(.overlayMuted))
    }
  }

  // MARK: The foot

  /// The whole text of a row: why it is not possible, else what it does.
  private func preview(_ row: PickerList.Row, _ rect: Rect) {
    guard rect.height > 0, !state.settings.isLinear else { return }
    var rect = rect
    if rect.height > 2 {
      let codeWidth = Text.width(of: row.code)
      let hasCode = Text.width(of: row.title) + codeWidth + 2 <= rect.width
      frame.canvas.write(Text.truncate(row.title, to: rect.width), rect.x, rect.y, on(.strong))
      if hasCode {
        frame.canvas.write(row.code, rect.maxX - codeWidth, rect.y, theme[.overlayMuted])
      }
      rect = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    }
    let text = row.refusal.map { words.standingAlone($0) + ". " + row.text } ?? row.text
    frame.paragraph(text, rect, theme[.overlayText])
  }
}

extension Frame {
  /// The frame of a box that has the keys: a heavy upper edge, `▸` before the title, and a note at
  /// the right.
  func overlayEdge(_ rect: Rect, title: String, note: String) {
    let ground = theme[.overlay].background
    let style = theme[.overlayBorder].on(ground)
    canvas.box(rect, style, border)
    canvas.line(rect.x + 1, rect.y, rect.width - 2, style, "━")
    var x = rect.x + 2
    x += canvas.write(" ▸ ", x, rect.y, style)
    let noteWidth = Text.width(of: note)
    let room = rect.maxX - 4 - x - (noteWidth > 0 ? noteWidth + 3 : 0)
    canvas.write(
      Text.truncate(title, to: max(0, room)) + " ", x, rect.y, theme[.strong].on(ground))
    if noteWidth > 0, room >= 4 {
      canvas.write(
        " \(note) ", rect.maxX - noteWidth - 4, rect.y, theme[.overlayMuted].on(ground))
    }
  }
}
