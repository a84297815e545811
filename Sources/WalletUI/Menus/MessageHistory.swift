import Canvas

/// The past messages, newest first.
struct MessageHistory: Overlay {
  /// The number of newer messages above the first visible one.
  var scroll = 0

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    let last = max(0, state.toasts.history.count - 1)
    switch state.keymap.command(for: key)?.id {
    case "move.down": go(to: min(scroll + 1, last), &state)
    case "move.up": go(to: max(0, scroll - 1), &state)
    case "move.page.down": go(to: min(scroll + 10, last), &state)
    case "move.page.up": go(to: max(0, scroll - 10), &state)
    case "move.first": go(to: 0, &state)
    case "move.last": go(to: last, &state)
    case "back", "open", "messages", "quit": state.pop()
    default: break
    }
    return []
  }

  private func go(to scroll: Int, _ state: inout State) {
    state.replaceTop(MessageHistory(scroll: scroll))
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { MenuView(frame: frame).messages(scroll) }
  /// The list contains them already.
  var allowsToasts: Bool { false }
}
