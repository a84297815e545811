import Canvas
import ScreenKit
import Themes
import Words

/// The screens Saved and Payments: the list, the entry in focus, and how it works.
protocol WebListView: FramePart {
  associatedtype Row: ListRow
  var pane: Pane { get }
  var list: ListPane<Row> { get }
  var title: String { get }
  /// Why the list is empty.
  var emptyText: String { get }
  var guide: WebGuide { get }
  func entries(_ areas: WebAreas)
  /// What an empty list will hold.
  func outline(_ rect: Rect)
  func details(_ rect: Rect, focused: Bool)
}

extension WebListView {
  func draw() {
    let areas = WebAreas(state, hasFilter: list.filter != nil)
    if areas.details.isEmpty, pane == .details { return details(areas.list, focused: true) }
    listPane(areas)
    if !areas.guide.isEmpty { guide.pane(areas.guide, on: frame) }
    guard !areas.details.isEmpty else { return }
    if list.count == 0, areas.guide.isEmpty, !state.paying.web.isMissing {
      guide.pane(areas.details, on: frame)
    } else {
      details(areas.details, focused: pane == .details)
    }
  }

  private func listPane(_ areas: WebAreas) {
    let position = state.words.ofProgram.position(list.selected + 1, of: list.count)
    let note = list.count == 0 ? "" : position
    frame.pane(areas.list, title: title, note: note, focused: pane == .list)
    frame.canvas.mark(.list, "\(title), \(note)", areas.list, target: Target.pane(.list).text)
    filterLine(list, areas.filter)
    list.count == 0 ? empty(areas) : entries(areas)
  }

  /// Why there is nothing and what fills it; below it how it works, where that is not beside it.
  private func empty(_ areas: WebAreas) {
    let used = frame.paragraph(emptyText, areas.rows, theme[.muted])
    let rest = areas.rows.splitTop(used + 1).rest
    // The wallet has none, as far as is known.
    guard list.isKnown, !list.isLoading, !state.paying.web.isMissing, list.filter == nil else {
      return
    }
    areas.details.isEmpty ? frame.draw(guide, in: rest) : outline(rest)
  }

  /// Whether the numbers to try are nowhere else.
  var hasNoGuide: Bool {
    let areas = WebAreas(state, hasFilter: false)
    return areas.guide.isEmpty && !areas.details.isEmpty
  }
}
