import Canvas

/// How the panes share the screen.
package enum Layout: Sendable, Equatable {
  /// 100 columns or more: list and details side by side.
  case wide
  /// 60–99: the list above the details.
  case stacked
  /// 40–59: one pane at a time.
  case narrow
}

/// Where everything is at a size. The reducer asks it too: for clicks and for the list's height.
struct Places {
  var header: Rect
  var list: Rect
  var details: Rect
  var footer: Rect
  /// The list's lines, inside its frame.
  var rows: Rect
  /// Screen lines per card: 2 where all cards fit with air between.
  var rowHeight: Int
}

extension State {
  package var layout: Layout {
    settings.isLinear ? .narrow : size.width >= 100 ? .wide : size.width >= 60 ? .stacked : .narrow
  }

  var places: Places {
    let airy = size.height >= 32
    let (header, below) = Rect(size).splitTop(airy ? 2 : 1)
    let (body, footer) = below.splitBottom(airy ? 2 : 1)
    var list = body
    var details = body
    switch layout {
    case .wide: (list, details) = body.splitLeft(min(50, max(42, size.width * 35 / 100)))
    case .stacked:
      let wanted = min(list.height - 11, max(6, min(self.list.count + 2, body.height * 2 / 5)))
      (list, details) = body.splitTop(max(5, wanted))
    case .narrow: break
    }
    var rows = list.inset(1, 1)
    if self.list.filter != nil { rows = rows.splitTop(1).rest }
    let fits = self.list.total * 2 <= rows.height - 1
    if fits && layout == .wide { rows = rows.splitTop(1).rest }
    return Places(
      header: header, list: list, details: details,
      footer: Rect(footer.x, footer.maxY - 1, footer.width, 1), rows: rows,
      rowHeight: fits && layout == .wide ? 2 : 1)
  }

  /// Tells the list how many lines it has. Called whenever that can have changed.
  mutating func measure() {
    let places = places
    let height = max(1, (places.rows.height + places.rowHeight - 1) / places.rowHeight)
    if list.height != height { list.height = height }
    list.scroll()
  }
}
