import Canvas
import TextLayout
import Themes
import Words

struct ThemePickerView: FramePart {
  let frame: Frame

  /// The list of themes, beside a preview.
  func themes(_ picker: ThemePicker) {
    let screen = frame.canvas.size
    let width = min(34, screen.width - 2)
    let isNarrow = state.layout == .narrow
    let room = isNarrow ? screen.height / 2 : screen.height - 4
    let height = min(picker.count + 5, max(7, room))
    let box = Rect(
      screen.width - width - (isNarrow ? 1 : 2), screen.height - height - (isNarrow ? 1 : 2),
      width, height)
    _ = frame.overlayBox(box, title: words.theme.title, border: .overlayBorder)
    let place = words.place(picker.selected + 1, of: picker.count)
    frame.canvas.write(
      " \(place) ", box.maxX - Text.width(of: place) - 4, box.y,
      theme[.overlayMuted].on(theme[.overlay].background))
    let rect = box.inset(2, 1)
    let lines = Rect(rect.x, rect.y, rect.width, rect.height - 2)
    let first = max(0, min(picker.selected - lines.height / 2, picker.count - lines.height))
    for line in 0..<min(lines.height, picker.count - first) {
      let position = first + line
      let item = position == 0 ? nil : picker.items[position - 1]
      let row = Rect(lines.x - 1, lines.y + line, lines.width + 2, 1)
      self.row(item, row, isSelected: position == picker.selected)
      frame.canvas.mark(
        .button, item?.name ?? ThemeChoice.autoName, row, target: Target.item(position).text)
    }
    let rest = Rect(rect.x, box.maxY - 2, rect.width, 1)
    frame.hints([("Enter", words.useTheme), ("Esc", words.themeBack)], rest, on: .overlay)
    let title = words.themes
    frame.canvas.mark(.palette, title, box)
  }

  /// nil: `auto`, which follows the terminal's background.
  private func row(_ item: ThemeItem?, _ rect: Rect, isSelected: Bool) {
    let base: Role = isSelected ? .selection : .overlay
    frame.canvas.fill(rect, theme[base])
    if isSelected {
      frame.canvas.cursor = Point(rect.x, rect.y)
      frame.canvas.write(
        state.settings.ascii ? ">" : "▌", rect.x, rect.y, theme.style(.selectionBar, on: base))
    }
    let note =
      item.map { words.appearance(isLight: $0.appearance == .light) }
      ?? words.asTheTerminal
    let room = rect.width - 4 - Text.width(of: note)
    frame.canvas.write(
      Text.truncate(item?.name ?? ThemeChoice.autoName, to: room), rect.x + 2, rect.y,
      theme.style(isSelected ? .strong : .overlayText, on: base))
    frame.canvas.write(
      note, rect.maxX - 1 - Text.width(of: note), rect.y, theme.style(.overlayMuted, on: base))
  }
}
