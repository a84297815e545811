package import Canvas
import TextLayout
import Themes
import Words

/// Draws a picker: a box in a fixed place, the line that is typed into, groups, and at the foot the
/// text of the selected row.
package struct PickerView: SurfacePart {
  package let surface: Surface
  let title: String
  /// Before the line that is typed into.
  let prompt: String
  let role: Region.Role
  /// What Enter does.
  let verb: String
  /// What Esc does.
  let leave: String?

  package init(
    surface: Surface, title: String, prompt: String, role: Region.Role = .palette, verb: String,
    leave: String? = nil
  ) {
    self.surface = surface
    self.title = title
    self.prompt = prompt
    self.role = role
    self.verb = verb
    self.leave = leave
  }

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
  package static func box(_ size: Size, isLinear: Bool) -> Rect {
    if isLinear { return Rect(size) }
    let width = min(86, size.width - (size.width >= 60 ? 6 : 2))
    let top = size.height >= 20 ? 3 : size.height >= 15 ? 1 : 0
    let bottom = Areas(size, isLinear: isLinear).footer.y - 1 - (size.height >= 32 ? 2 : 0)
    return Rect((size.width - width) / 2, top, width, min(33, bottom - top))
  }

  /// Lines that a page goes.
  package static func page(_ size: Size, isLinear: Bool) -> Int {
    max(1, Parts(box(size, isLinear: isLinear)).lines.height - 2)
  }

  package func draw(_ picker: Picker, _ list: PickerList, in box: Rect, found: String = "") {
    let parts = Parts(box)
    surface.box = box
    surface.canvas.fill(box, theme[.overlay])
    let place =
      list.rows.isEmpty ? "" : words.position(picker.selected + 1, of: list.rows.count)
    surface.overlayEdge(box, title: title, note: place)
    input(picker, parts.input, found)
    PickerRows(
      surface: surface, list: list, selected: picker.selected, query: searchBytes(picker.input.text)
    ).draw(parts.lines, in: box)
    if let divider = parts.divider {
      surface.canvas.line(box.x + 1, divider, box.width - 2, on(.overlayBorder), border.horizontal)
    }
    if list.rows.indices.contains(picker.selected) {
      preview(list.rows[picker.selected], parts.preview)
    }
    var hints = [("Enter", verb), ("↑↓", words.choose)]
    if list.groups.count > 1 { hints.append(("Tab", words.screen.nextGroup)) }
    surface.hints(
      hints + [("Esc", leave ?? words.backHint)], parts.hints, on: .overlay, keepsLast: true)
    surface.canvas.mark(role, title, box)
  }

  private func on(_ role: Role) -> Style { theme[role].on(theme[.overlay].background) }

  private func input(_ picker: Picker, _ rect: Rect, _ found: String) {
    let ground = theme.depth > .mono ? Role.field : .overlay
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    surface.canvas.fill(rect, theme[ground])
    surface.canvas.write(prompt, rect.x + 1, rect.y, on(.key))
    let note = picker.input.text.isEmpty || rect.width < 60 ? "" : found
    let noteWidth = Text.width(of: note)
    let field = Rect(rect.x + 3, rect.y, rect.width - 4 - noteWidth, 1)
    surface.textInput(
      picker.input, hint: words.screen.typeToSearch, field, on(.overlayText), on: ground,
      isFocused: true)
    surface.canvas.write(note, rect.maxX - 1 - noteWidth, rect.y, on(.overlayMuted))
  }

  // MARK: The foot

  /// The whole text of a row: why it is not possible, else what it does.
  private func preview(_ row: PickerList.Row, _ rect: Rect) {
    guard rect.height > 0, !surface.isLinear else { return }
    var rect = rect
    if rect.height > 2 {
      let codeWidth = Text.width(of: row.code)
      let hasCode = Text.width(of: row.title) + codeWidth + 2 <= rect.width
      surface.canvas.write(Text.truncate(row.title, to: rect.width), rect.x, rect.y, on(.strong))
      if hasCode {
        surface.canvas.write(row.code, rect.maxX - codeWidth, rect.y, theme[.overlayMuted])
      }
      rect = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    }
    let text = row.refusal.map { words.screen.standingAlone($0) + ". " + row.text } ?? row.text
    surface.paragraph(text, rect, theme[.overlayText])
  }
}
