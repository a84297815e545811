import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// Each category of the month in sight beside the month before, up to the same day.
struct MonthComparison: Overlay {
  /// The number of lines above the first visible one.
  var scroll = 0

  static let command = Command(
    "activity.compare", \.compareMonths, keys: [.character("=")], place: .activity,
    disabled: { refusal($0) }, run: { $0.push(MonthComparison()) })

  private static func refusal(_ state: State) -> String? {
    guard let summary = summary(state) else { return state.words.readingShort }
    return summary.changes == nil ? state.words.notAllLoaded : nil
  }

  static func summary(_ state: State) -> SpendingSummary? {
    state.screen(ActivityScreen.self)?.summary
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    let last = max(0, (Self.summary(state)?.changes?.count ?? 0) - 1)
    switch state.keymap.command(for: key)?.id {
    case "move.down": go(to: min(scroll + 1, last), &state)
    case "move.up": go(to: max(0, scroll - 1), &state)
    case "move.first", "move.page.up": go(to: 0, &state)
    case "move.last", "move.page.down": go(to: last, &state)
    case "back", "open", "quit", Self.command.id: state.pop()
    default: break
    }
    return []
  }

  private func go(to scroll: Int, _ state: inout State) {
    state.replaceTop(MonthComparison(scroll: scroll))
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { MonthComparisonView(frame: frame).draw(scroll) }
}

private struct MonthComparisonView: FramePart {
  let frame: Frame

  func draw(_ scroll: Int) {
    let most = PickerView.box(state)
    let summary = MonthComparison.summary(state)
    let changes = summary?.changes ?? []
    let air = most.height >= 16 ? 1 : 0
    // The edge, the titles, the sum of all, other currencies, and the hints.
    let around = 5 + 2 * air + ((summary?.others ?? 0) > 0 ? 1 : 0)
    let box = Rect(
      most.x, most.y, most.width, min(most.height, max(1, changes.count) + around))
    frame.box = box
    frame.canvas.fill(box, theme[.overlay])
    let title = words.compareMonths.title
    let note = summary.map { words.comparing($0.month, upTo: $0.lastDay) } ?? ""
    let fits = Text.width(of: title) + Text.width(of: note) + 14 <= box.width
    frame.overlayEdge(box, title: title, note: fits ? note : "")
    frame.canvas.mark(.dialog, title, box)
    let inset = most.width < 60 ? 2 : 3
    var rect = Rect(
      box.x + inset, box.y + 1 + air, box.width - 2 * inset, box.height - 3 - 2 * air)
    frame.hints(
      [("Esc", words.closeHint), ("↑↓", words.scroll)],
      Rect(rect.x, box.maxY - 2, rect.width, 1), on: .overlay)
    guard let summary, summary.changes != nil else {
      frame.canvas.write(words.monthBeforeIsMissing, rect.x, rect.y, theme[.overlayMuted])
      return
    }
    if state.settings.isLinear {
      return sentences(changes + (summary.change.map { [$0] } ?? []), rect)
    }
    if summary.others > 0 {
      frame.canvas.write(
        Text.truncate(words.otherCurrencies(summary.others), to: rect.width), rect.x,
        rect.maxY - 1, theme[.overlayMuted])
      rect = rect.splitBottom(1).rest
    }
    table(summary, changes, scroll, rect, saysDay: !fits)
  }

  private func sentences(_ changes: [SpendingSummary.Change], _ rect: Rect) {
    for (index, change) in changes.prefix(rect.height).enumerated() {
      frame.canvas.write(words.changeSentence(change), rect.x, rect.y + index, theme[.overlayText])
    }
  }

  /// The month before is left out where there is no room for it.
  ///
  /// - Parameter saysDay: Whether the day up to which both months count stands here.
  private func table(
    _ summary: SpendingSummary, _ changes: [SpendingSummary.Change], _ scroll: Int, _ rect: Rect,
    saysDay: Bool
  ) {
    let all = summary.change
    let rows = changes + (all.map { [$0] } ?? [])
    func width(_ text: (SpendingSummary.Change) -> String) -> Int {
      rows.map { Text.width(of: text($0)) }.max() ?? 0
    }
    let now = max(width { words.money($0.spent) }, 3)
    let before = max(width { words.money($0.before) }, 3)
    let difference = width { words.difference($0) }
    let end = rect.maxX - 1
    let name = 12
    let showsBefore = name + now + before + difference + 6 <= rect.width - 1
    let beforeEnd = end - difference - 2
    let nowEnd = showsBefore ? beforeEnd - before - 2 : beforeEnd
    func row(_ change: SpendingSummary.Change, _ y: Int) {
      frame.canvas.write(
        Text.truncate(words.name(change), to: max(4, nowEnd - now - 1 - rect.x)), rect.x, y,
        theme[.overlayText])
      frame.write(words.money(change.spent), endingAt: nowEnd, y, theme[.overlayText])
      if showsBefore {
        frame.write(words.money(change.before), endingAt: beforeEnd, y, theme[.overlayMuted])
      }
      frame.write(words.difference(change), endingAt: end, y, theme[.overlayText])
      frame.canvas.mark(
        .row, words.changeSentence(change), Rect(rect.x, y, rect.width, 1))
    }
    let month = words.monthShort(summary.month)
    frame.write(month, endingAt: nowEnd, rect.y, theme[.overlayMuted])
    let day = words.upToDay(summary.lastDay)
    if saysDay, Text.width(of: day) < nowEnd - Text.width(of: month) - rect.x {
      frame.canvas.write(day, rect.x, rect.y, theme[.overlayMuted])
    }
    if showsBefore {
      frame.write(
        words.monthShort(summary.month.adding(-1)), endingAt: beforeEnd, rect.y,
        theme[.overlayMuted])
    }
    let room = max(0, rect.height - 2)
    for (index, change) in changes.dropFirst(scroll).prefix(room).enumerated() {
      row(change, rect.y + 1 + index)
    }
    if let all { row(all, rect.y + 1 + min(room, max(0, changes.count - scroll))) }
    frame.scrollbar(
      first: scroll, visible: room, of: changes.count,
      Rect(rect.maxX, rect.y + 1, 1, room), focused: true, on: .overlay)
  }
}
