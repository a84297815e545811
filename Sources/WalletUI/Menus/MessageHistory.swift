import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// The past messages, and what happened to payments, newest first.
struct MessageHistory: Overlay {
  /// The number of lines above the first visible one.
  var scroll = 0

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    let last = max(0, MessageHistoryView.lines(state).count - 1)
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
  func draw(in frame: Frame) { MessageHistoryView(frame: frame).messages(scroll) }
  /// They are in the list already.
  var allowsToasts: Bool { false }
}

struct MessageHistoryView: FramePart {
  let frame: Frame

  /// A line of a message; the first one also has its time and sign.
  struct Line {
    let text: String
    var message: NewsItem?
    /// The place of its message, from 1.
    let place: Int
  }

  /// The columns before the text: the time and the sign.
  private static func indent(_ state: State) -> Int { isNarrow(state) ? 9 : 12 }
  private static func isNarrow(_ state: State) -> Bool { PickerView.box(state).width < 60 }
  private static func inset(_ state: State) -> Int { isNarrow(state) ? 2 : 3 }

  static func lines(_ state: State) -> [Line] {
    // One column is left free before the scrollbar.
    let room = PickerView.box(state).width - 2 * inset(state) - indent(state) - 1
    let messages = NewsItem.latest(.max, state.toasts.history, state)
    return messages.enumerated().flatMap { index, message in
      let texts = Text.wrap(message.line, to: room)
      return texts.enumerated().map { offset, text in
        Line(text: text, message: offset == 0 ? message : nil, place: index + 1)
      }
    }
  }

  /// A time of day; of another day its date.
  private func shown(_ time: Timestamp) -> String {
    let zone = state.clock.zone
    guard time.civil(in: zone).dayNumber == state.clock.wall.civil(in: zone).dayNumber
    else { return Text.pad(words.day(time, in: zone), to: words.dayColumns, right: true) }
    return Self.isNarrow(state) ? words.minute(time, in: zone) : words.second(time, in: zone)
  }

  /// In the place of a picker, as high as the messages need.
  func messages(_ scroll: Int) {
    let most = PickerView.box(state)
    let inset = Self.inset(state)
    let indent = Self.indent(state)
    let lines = Self.lines(state)
    let air = most.height >= 16 ? 1 : 0
    let height = min(most.height, max(1, lines.count) + 3 + 2 * air)
    let box = Rect(most.x, most.y, most.width, height)
    frame.box = box
    frame.canvas.fill(box, theme[.overlay])
    let visible = lines.dropFirst(scroll)
    let count = lines.last?.place ?? 0
    frame.overlayEdge(
      box, title: words.messages.title,
      note: visible.first.map { words.position($0.place, of: count) } ?? "")
    frame.canvas.mark(.dialog, words.messages.title, box)
    let background = theme[.overlay].background
    let rect = Rect(box.x + inset, box.y + 1 + air, box.width - 2 * inset, height - 3 - 2 * air)
    if lines.isEmpty {
      frame.canvas.write(words.nothingHappened, rect.x, rect.y, theme[.overlayMuted])
    }
    for (offset, line) in visible.prefix(rect.height).enumerated() {
      let y = rect.y + offset
      if let message = line.message {
        frame.canvas.write(shown(message.time), rect.x, y, theme[.overlayMuted])
        frame.canvas.write(
          message.sign, rect.x + indent - 2, y, theme[message.role].on(background))
      }
      frame.canvas.write(line.text, rect.x + indent, y, theme[.overlayText])
    }
    if !state.settings.isLinear {
      frame.scrollbar(
        first: scroll, visible: rect.height, of: lines.count,
        Rect(box.maxX - 2, rect.y, 1, rect.height), focused: true, on: .overlay)
    }
    frame.hints(
      [("Esc", words.closeHint), ("↑↓", words.scroll)],
      Rect(rect.x, box.maxY - 2, rect.width, 1), on: .overlay)
  }
}
