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
    PickerRows(
      frame: frame, list: list, selected: picker.selected, query: searchBytes(picker.input.text)
    ).draw(parts.lines, in: box)
    if let divider = parts.divider {
      frame.canvas.line(box.x + 1, divider, box.width - 2, on(.overlayBorder), border.horizontal)
    }
    if list.rows.indices.contains(picker.selected) {
      preview(list.rows[picker.selected], parts.preview)
    }
    var hints = [("Enter", verb), ("↑↓", words.choose)]
    if list.groups.count > 1 { hints.append(("Tab", words.screen.nextGroup)) }
    frame.hints(
      hints + [("Esc", leave ?? words.backHint)], parts.hints, on: .overlay, keepsLast: true)
    frame.canvas.mark(role, title, box)
  }

  private func on(_ role: Role) -> Style { theme[role].on(theme[.overlay].background) }

  private func input(_ picker: Picker, _ rect: Rect, _ found: String) {
    let ground = theme.depth > .mono ? Role.field : .overlay
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    frame.canvas.fill(rect, theme[ground])
    frame.canvas.write(prompt, rect.x + 1, rect.y, on(.key))
    let note = picker.input.text.isEmpty || rect.width < 60 ? "" : found
    let noteWidth = Text.width(of: note)
    let field = Rect(rect.x + 3, rect.y, rect.width - 4 - noteWidth, 1)
    frame.textInput(
      picker.input, hint: words.screen.typeToSearch, field, on(.overlayText), on: ground,
      isFocused: true)
    frame.canvas.write(note, rect.maxX - 1 - noteWidth, rect.y, on(.overlayMuted))
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
    let text = row.refusal.map { words.screen.standingAlone($0) + ". " + row.text } ?? row.text
    frame.paragraph(text, rect, theme[.overlayText])
  }
}

extension Frame {
  /// The frame of a box that has the keys: a heavy upper edge, `▸` before the title, and a note at
  /// the right.
  func overlayEdge(
    _ rect: Rect, title: String, note: String = "", border role: Role = .overlayBorder
  ) {
    let ground = theme[.overlay].background
    let style = theme[role].on(ground)
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
