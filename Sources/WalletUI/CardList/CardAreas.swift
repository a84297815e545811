import Canvas
import ScreenKit

/// Where list, month and details are at a size. The reducer asks it too: for clicks and for the
/// list's height.
struct CardAreas {
  /// The list's frame. On narrower screens the details are in it, too.
  let list: Rect
  /// The frame of the details; below 100 columns their part of the list's frame.
  let details: Rect
  /// The line on which a filter is typed; empty: there is none.
  let filter: Rect
  /// The list's lines.
  let rows: Rect
  /// Screen lines per card: 3 where all cards fit with air between, 2 where there is room for a
  /// second line, else 1.
  let rowHeight: Int
  /// The part of the list's frame with the sums of this month, from its dividing line; empty: none.
  let month: Rect
  /// Panes of their own, where there are three columns; else empty.
  let monthPane: Rect
  let news: Rect
  let spending: Rect
  let actions: Rect

  /// Lines of the block below the list, with the dividing line: all of it; without the weeks; only the
  /// sums.
  private static let monthHeights = [15, 9, 5]

  init(_ state: State) {
    let air = state.view.size.width >= 80 ? 1 : 0
    let places = Self.frames(state)
    var inside = Frame.paneInside(places.list, air: air)
    let hasFilter = state.cards.list.filter != nil
    filter = hasFilter ? Rect(inside.x, inside.y, inside.width, 1) : Rect(0, 0, 0, 0)
    if hasFilter { inside = inside.splitTop(2).rest }
    let count = max(state.cards.list.total, state.cards.list.count)
    var month = Rect(0, 0, 0, 0)
    var details = places.details
    switch state.layout {
    case .wide where !places.hasMonthPane:
      let wanted = min(count * 2 + 1, max(8, inside.height / 2))
      let height = Self.monthHeights.first { inside.height - $0 >= wanted } ?? 0
      let (rest, below) = inside.splitBottom(height)
      inside = rest
      month = Rect(places.list.x, below.y, places.list.width, below.height)
    case .wide, .narrow: break
    case .stacked:
      let least =
        DetailsView.shortHeights(width: inside.width).first {
          inside.height - $0 >= min(count, 4) + 1
        } ?? 0
      let wanted = max(3, min(count + 1, inside.height - least))
      let (rest, below) = inside.splitTop(least == 0 ? inside.height : wanted)
      inside = rest.splitBottom(least == 0 ? 0 : 1).rest
      details = Rect(places.list.x, below.y, places.list.width, least == 0 ? 0 : below.height)
    }
    let fits = { (lines: Int) in count * lines - (lines - 2) <= inside.height }
    rowHeight =
      state.layout != .wide || inside.height < 6 || state.settings.isLinear
      ? 1 : fits(3) ? 3 : 2
    list = places.list
    self.details = details
    rows = inside
    self.month = month
    monthPane = places.month
    news = places.news
    spending = places.spending
    actions = places.actions
  }

  /// Whole entries of the list. The last one needs no air below it.
  var height: Int { max(1, (rows.height + (rowHeight == 3 ? 1 : 0)) / rowHeight) }

  /// The frames of the panes.
  private struct Frames {
    var list: Rect
    var details = Rect(0, 0, 0, 0)
    var month = Rect(0, 0, 0, 0)
    var news = Rect(0, 0, 0, 0)
    var spending = Rect(0, 0, 0, 0)
    var actions = Rect(0, 0, 0, 0)
    var hasMonthPane: Bool { !month.isEmpty }
  }

  private static func frames(_ state: State) -> Frames {
    let body = state.areas.body
    guard state.layout == .wide else { return Frames(list: body) }
    guard state.hasThreeColumns else {
      let (left, rest) = body.splitLeft(42)
      let details = rest.splitLeft(1).rest
      return Frames(
        list: left,
        details: Rect(
          details.x, details.y, min(details.width, Areas.widestPage + 6), details.height))
    }
    let (left, rest) = body.splitLeft(58)
    let (middle, right) = rest.splitLeft(min(Areas.widestPage + 1, rest.width - 53))
    var frames = Frames(list: left, details: middle.splitLeft(1).rest)
    let column = right.splitLeft(1).rest.splitLeft(52).left
    let actions = min(body.height / 2, 22)
    (frames.spending, frames.actions) = column.splitBottom(actions)
    guard body.height >= 44 else { return frames }
    let count = max(1, state.cards.list.total)
    let list = max(9, min(count * 3 + 3, body.height - 16 - 12))
    let below: Rect
    (frames.list, below) = left.splitTop(list)
    (frames.month, frames.news) = below.splitTop(16)
    return frames
  }
}
