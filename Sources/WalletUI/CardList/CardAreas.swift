import Canvas

/// The areas of list and details. The reducer uses them too: for clicks and for the height of the
/// list.
struct CardAreas {
  let list: Rect
  let details: Rect
  /// The lines of the list, inside its frame.
  let rows: Rect
  /// Screen lines per card: 2 if all cards fit with empty lines between them.
  let rowHeight: Int

  init(_ state: State) {
    let body = state.areas.body
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

  /// The number of rows that are fully visible.
  var height: Int { max(1, (rows.height + rowHeight - 1) / rowHeight) }
}
