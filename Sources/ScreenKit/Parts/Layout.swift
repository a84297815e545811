package import Canvas

/// How the panes share the screen.
package enum Layout: Sendable, Equatable {
  /// 100 columns or more: list and details side by side.
  case wide
  /// 60–99: the list above the details.
  case stacked
  /// 40–59: the list alone.
  case narrow
}

/// Where the parts of all screens are at a size: the header, one empty row from 100 columns, the
/// body, the row for toasts, the footer.
package struct Areas {
  package var header: Rect
  /// What a screen draws its panes in.
  package var body: Rect
  package var footer: Rect
  /// What a page draws in that takes the whole screen, without a frame. A scrollbar is at its right.
  package var page: Rect
}

extension Layout {
  package init(_ size: Size, isLinear: Bool) {
    self = isLinear ? .narrow : size.width >= 100 ? .wide : size.width >= 60 ? .stacked : .narrow
  }
}

extension Areas {
  /// The widest that a card's pane or page gets: no table is stretched over empty columns.
  package static let widestPage = 86

  package init(_ size: Size, isLinear: Bool) {
    let (header, below) = Rect(size).splitTop(1)
    let (rest, footer) = below.splitBottom(1)
    // Nothing but toasts is drawn in the last row.
    let all = rest.splitBottom(1).rest
    let isAiry = size.width >= 100 && size.height >= 20
    let body = all.splitTop(isAiry ? 1 : 0).rest
    let page = all.splitTop(size.height >= 20 ? 1 : 0).rest
    let isWide = Layout(size, isLinear: isLinear) == .wide
    self.init(
      header: header,
      body: isWide ? Rect(body.x + 1, body.y, body.width - 2, body.height) : body,
      footer: footer,
      page: Rect(2, page.y, min(size.width - 7, Self.widestPage), page.height))
  }
}
