import Canvas
import ScreenKit
import Words

/// Where the list and the details of the screens Saved and Payments are.
struct WebAreas {
  let list: Rect
  /// Empty: there is no room beside the list.
  let details: Rect
  /// How it works, in the third column. Empty: there is none.
  let guide: Rect
  let filter: Rect
  let rows: Rect
  /// Lines of an entry, with the air below it.
  let rowHeight: Int

  init(_ state: State, hasFilter: Bool) {
    let air = state.view.size.width >= 80 ? 1 : 0
    let none = Rect(0, 0, 0, 0)
    var (left, middle, right) = (state.areas.body, none, none)
    if state.layout == .wide {
      (left, middle) = left.splitLeft(46)
      middle = middle.splitLeft(1).rest
      if state.hasThreeColumns {
        (middle, right) = middle.splitLeft(Areas.widestPage)
        right = right.splitLeft(1).rest
      }
    }
    (list, details, guide) = (left, middle, right)
    var inside = Frame.paneInside(list, air: air)
    filter = hasFilter ? Rect(inside.x, inside.y, inside.width, 1) : none
    if hasFilter { inside = inside.splitTop(2).rest }
    rows = inside
    rowHeight = state.settings.isLinear || inside.height < 6 ? 1 : state.layout == .wide ? 3 : 2
  }

  var height: Int { max(1, (rows.height + (rowHeight == 3 ? 1 : 0)) / rowHeight) }
}

/// The footer of both screens.
enum WebHints {
  static func hints(_ frame: Frame, _ ids: [Command.ID], pane: Pane) -> [Hint] {
    let state = frame.state
    var hints: [Hint] = []
    if state.isWaiting || pane == .details {
      hints += [Hint.of("back", as: state.words.backHint, frame)].compactMap(\.self)
    }
    hints += ids.compactMap { id -> Hint? in
      guard id == "list.filter" else { return Hint.of(id, frame) }
      return state.shown.lineCount(state) > 0
        ? Hint.of(id, as: state.words.activity.findHint, frame) : nil
    }
    return Array(hints.prefix(state.view.size.width < 60 ? 2 : 5))
  }
}
