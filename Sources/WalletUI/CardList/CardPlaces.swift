import Canvas

/// Where list and details are at a size. The reducer asks it too: for clicks and for the list's
/// height.
struct CardPlaces {
  let list: Rect
  let details: Rect
  /// The list's lines, inside its frame.
  let rows: Rect
  /// Screen lines per card: 2 where all cards fit with air between.
  let rowHeight: Int

  init(_ state: State) {
    let body = state.places.body
    var list = body
    var details = body
    switch state.layout {
    case .wide: (list, details) = body.splitLeft(min(50, max(42, state.size.width * 35 / 100)))
    case .stacked:
      let wanted = min(list.height - 11, max(6, min(state.list.count + 2, body.height * 2 / 5)))
      (list, details) = body.splitTop(max(5, wanted))
    case .narrow: break
    }
    var rows = list.inset(1, 1)
    if state.list.filter != nil { rows = rows.splitTop(1).rest }
    let fits = state.list.total * 2 <= rows.height - 1
    if fits && state.layout == .wide { rows = rows.splitTop(1).rest }
    self.list = list
    self.details = details
    self.rows = rows
    rowHeight = fits && state.layout == .wide ? 2 : 1
  }

  /// Whole lines of the list.
  var height: Int { max(1, (rows.height + rowHeight - 1) / rowHeight) }
}
