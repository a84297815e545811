import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

struct WhichKeyView: FramePart {
  let frame: Frame

  /// The keys that can follow the pressed ones, with command titles, above the footer.
  func whichKey(_ prefix: Prefix) {
    let items = state.input.keymap.continuations(of: prefix.keys).compactMap { binding in
      CommandRegistry.command(binding.command).map {
        (
          command: $0, title: $0.text(words).title,
          keys: Key.label(Array(binding.keys.dropFirst(prefix.keys.count)))
        )
      }
    }
    let keyWidth = items.map { Text.width(of: $0.keys) }.max() ?? 0
    let wanted = (items.map { Text.width(of: $0.title) }.max() ?? 0) + keyWidth + 4
    let inner = frame.canvas.size.width - 4
    let columns = max(1, min(inner / max(1, wanted), items.count))
    let lines = (items.count + columns - 1) / columns
    let height = min(lines + 2, frame.canvas.size.height - 2)
    let box = Rect(0, frame.canvas.size.height - 1 - height, frame.canvas.size.width, height)
    let title = Key.label(prefix.keys) + " …"
    frame.overlayBox(box, title: title)
    let rect = box.inset(2, 1)
    let background = theme[.overlay].background
    let column = rect.width / columns
    for (index, item) in items.enumerated() where index % lines < rect.height {
      let x = rect.x + index / lines * column
      let y = rect.y + index % lines
      let isPossible = state.refusal(of: item.command) == nil
      frame.canvas.write(item.keys, x, y, theme[isPossible ? .key : .faint].on(background))
      let room = column - keyWidth - 4
      frame.canvas.write(
        Text.truncate(item.title, to: room), x + keyWidth + 2, y,
        theme[isPossible ? .overlayText : .overlayMuted])
      frame.canvas.mark(
        .button, item.title, Rect(x, y, column - 1, 1), target: Target.command(item.command.id).text
      )
    }
  }
}
