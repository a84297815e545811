import Canvas
import TextLayout
import Themes
import Words

struct MenuView: FramePart {
  let frame: Frame

  /// Help and palette: title, keys and description. If a command is not possible now, the reason.
  func menu(_ menu: CommandMenu) {
    let commands = menu.commands(state)
    let isLinear = state.settings.isLinear
    let width = min(
      isLinear ? .max : 92, frame.canvas.size.width - (frame.canvas.size.width >= 60 ? 6 : 2))
    let height = min(
      frame.canvas.size.height - 2, max(8, min(commands.count + 7, isLinear ? .max : 30)))
    let title = menu.kind == .help ? words.keys : words.commands.title
    let box = Rect(frame.canvas.size).centred(Size(width, height))
    _ = frame.overlayBox(box, title: title, border: .overlayBorder)
    let rect = box.inset(2, 1)
    frame.canvas.write(menu.kind == .help ? "/" : ":", rect.x, rect.y, theme[.key].on(background))
    frame.textInput(
      menu.input, hint: words.typeToSearch, Rect(rect.x + 2, rect.y, rect.width - 3, 1),
      theme[.overlayText], isFocused: true)
    let lines = Rect(rect.x, rect.y + 2, rect.width, rect.height - 4)
    let first = max(0, min(menu.selected - lines.height / 2, commands.count - lines.height))
    for (line, command) in commands.dropFirst(first).prefix(lines.height).enumerated() {
      let rect = Rect(lines.x - 1, lines.y + line, lines.width + 2, 1)
      item(command, rect, isSelected: first + line == menu.selected)
      let title = command.text(words).title
      frame.canvas.mark(.button, title, rect, target: Target.item(first + line).text)
    }
    if commands.isEmpty {
      frame.canvas.write(words.nothingMatches, lines.x, lines.y, theme[.overlayMuted])
    }
    frame.hints(
      [("Enter", words.run), ("Esc", words.closeHint), ("↑↓", words.move)],
      Rect(rect.x, box.maxY - 2, rect.width, 1), on: .overlay)
    frame.canvas.mark(menu.kind == .help ? .help : .palette, title, box)
  }

  private var background: Color { theme[.overlay].background }

  private func item(_ command: Command, _ rect: Rect, isSelected: Bool) {
    let reason = state.refusal(of: command)
    let text = command.text(words)
    let base: Role = isSelected ? .selection : .overlay
    frame.canvas.fill(rect, theme[base])
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: base) }
    let keys = state.keymap.labels(command.id).joined(separator: " ")
    let keyWidth = 12
    // In line mode two spaces separate a title from its description.
    let titleWidth = state.settings.isLinear ? 40 : 24
    frame.canvas.write(
      Text.truncate(keys, to: keyWidth - 1), rect.x + 1, rect.y, on(reason == nil ? .key : .faint))
    let titleRoom = min(titleWidth, rect.width - keyWidth - 2)
    frame.canvas.write(
      Text.truncate(text.title, to: titleRoom), rect.x + 1 + keyWidth, rect.y,
      on(reason == nil ? .overlayText : .overlayMuted))
    let docX = rect.x + 1 + keyWidth + titleWidth + 1
    let room = rect.maxX - docX - 1
    if room >= 12 {
      let line = reason.map(words.notNow(because:)) ?? text.doc
      frame.canvas.write(
        Text.truncate(line, to: room), docX, rect.y, on(reason == nil ? .overlayMuted : .warning))
    }
  }

  /// The past messages, newest first.
  func messages(_ scroll: Int) {
    let width = min(84, frame.canvas.size.width - 2)
    let height = min(frame.canvas.size.height - 2, 22)
    let box = Rect(frame.canvas.size).centred(Size(width, height))
    _ = frame.overlayBox(box, title: words.messages.title, border: .overlayBorder)
    let rect = box.inset(2, 1)
    var y = rect.y
    if state.toasts.history.isEmpty {
      frame.canvas.write(words.nothingHappened, rect.x, y, theme[.overlayMuted])
    }
    for toast in state.toasts.history.reversed().dropFirst(scroll) {
      guard y < rect.maxY - 1 else { break }
      frame.canvas.write(
        words.second(toast.time.wall, offset: toast.time.utcOffset), rect.x, y, theme[.overlayMuted]
      )
      let room = Rect(rect.x + 10, y, rect.width - 10, rect.maxY - 1 - y)
      y += max(1, frame.paragraph(toast.line, room, theme[toast.kind.textRole].on(background)))
    }
    frame.hints(
      [("Esc", words.closeHint), ("↑↓", words.scroll)], Rect(rect.x, box.maxY - 2, rect.width, 1),
      on: .overlay)
  }
}
