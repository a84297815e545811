import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The past messages, and what happened to payments, newest first. What one is about can be opened.
struct MessageHistory: Overlay {
  /// The place of the message in focus, from 0.
  var selected = 0

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch state.input.keymap.command(for: key)?.id {
    case "move.down": go(to: selected + 1, &state)
    case "move.up": go(to: selected - 1, &state)
    case "move.page.down": go(to: selected + 10, &state)
    case "move.page.up": go(to: selected - 10, &state)
    case "move.first": go(to: 0, &state)
    case "move.last": go(to: .max, &state)
    case "open": return choose(selected, &state)
    case "back", "messages", "quit": state.pop()
    default: break
    }
    return []
  }

  private func go(to place: Int, _ state: inout State) {
    let last = NewsItem.latest(.max, state.toasts.history, state).count - 1
    state.replaceTop(MessageHistory(selected: max(0, min(place, last))))
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    let messages = NewsItem.latest(.max, state.toasts.history, state)
    guard messages.indices.contains(index) else { return [.bell] }
    state.pop()
    return messages[index].subject?.open(&state) ?? []
  }

  func click(line: Int, _ state: inout State) -> [Effect] { choose(line, &state) }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { MessageHistoryView(frame: frame).messages(selected) }
  /// They are in the list already.
  var allowsToasts: Bool { false }
}

extension ToastState.Toast.Subject {
  func open(_ state: inout State) -> [Effect] {
    switch self {
    case .card(let id):
      CardsScreen().endFilter(&state)
      state.cards.list.focus(id)
      return CardsScreen().enter(&state)
    case .payment(let id): return ActivityScreen.show(id, &state)
    }
  }
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
  private static func isNarrow(_ state: State) -> Bool { state.pickerBox.width < 60 }
  private static func inset(_ state: State) -> Int { isNarrow(state) ? 2 : 3 }

  static func lines(_ state: State) -> [Line] {
    // One column is left free before the scrollbar.
    let room = state.pickerBox.width - 2 * inset(state) - indent(state) - 1
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
    else { return Text.pad(words.day(time, in: zone), to: words.activity.dayColumns, right: true) }
    return Self.isNarrow(state) ? words.minute(time, in: zone) : words.second(time, in: zone)
  }

  /// In the place of a picker, as high as the messages need.
  func messages(_ selected: Int) {
    let most = state.pickerBox
    let inset = Self.inset(state)
    let indent = Self.indent(state)
    let lines = Self.lines(state)
    let air = most.height >= 16 ? 1 : 0
    let height = min(most.height, max(1, lines.count) + 3 + 2 * air)
    let box = Rect(most.x, most.y, most.width, height)
    frame.box = box
    frame.canvas.fill(box, theme[.overlay])
    let count = lines.last?.place ?? 0
    frame.overlayEdge(
      box, title: words.screen.messages.title,
      note: count == 0 ? "" : words.position(selected + 1, of: count))
    frame.canvas.mark(.dialog, words.screen.messages.title, box)
    let rect = Rect(box.x + inset, box.y + 1 + air, box.width - 2 * inset, height - 3 - 2 * air)
    if lines.isEmpty {
      frame.canvas.write(words.screen.nothingHappened, rect.x, rect.y, theme[.overlayMuted])
    }
    // The message in focus is in the middle, with all of its lines if there is room.
    let focus = lines.firstIndex { $0.place == selected + 1 } ?? 0
    let length = lines.count { $0.place == selected + 1 }
    let above = max(0, rect.height - length) / 2
    let scroll = max(0, min(focus - above, lines.count - rect.height))
    for (offset, line) in lines.dropFirst(scroll).prefix(rect.height).enumerated() {
      let y = rect.y + offset
      let base: Role = line.place == selected + 1 ? .selection : .overlay
      let whole = Rect(box.x + 1, y, box.width - 3, 1)
      if base == .selection {
        frame.canvas.fill(whole, theme[base])
        frame.canvas.write("▌", whole.x, y, theme.style(.selectionBar, on: base))
      }
      if let message = line.message {
        if base == .selection { frame.canvas.cursor = Point(rect.x, y) }
        frame.canvas.write(shown(message.time), rect.x, y, theme.style(.overlayMuted, on: base))
        frame.canvas.write(
          message.sign, rect.x + indent - 2, y, theme.style(message.role, on: base))
      }
      frame.canvas.write(line.text, rect.x + indent, y, theme.style(.overlayText, on: base))
      // Line by line a message has one number.
      if line.message != nil || !state.settings.isLinear {
        frame.canvas.mark(.button, line.text, whole, target: Target.item(line.place - 1).text)
      }
    }
    if !state.settings.isLinear {
      frame.scrollbar(
        first: scroll, visible: rect.height, of: lines.count,
        Rect(box.maxX - 2, rect.y, 1, rect.height), focused: true, on: .overlay)
    }
    let canOpen = lines.first { $0.place == selected + 1 }?.message?.subject != nil
    frame.hints(
      (canOpen ? [("Enter", words.activity.see)] : [])
        + [("Esc", words.closeHint), ("↑↓", words.choose)],
      Rect(rect.x, box.maxY - 2, rect.width, 1), on: .overlay)
  }
}
