import Canvas

/// How the panes share the screen.
package enum Layout: Sendable, Equatable {
  /// 100 columns or more: list and details side by side.
  case wide
  /// 60…99 columns: the list above the details.
  case stacked
  /// 40…59 columns: one pane at a time.
  case narrow
}

/// The areas that all screens have.
struct Areas {
  var header: Rect
  /// The area that a screen draws.
  var body: Rect
  var footer: Rect
  /// Whether there is an empty line below the body.
  var hasSpacing: Bool { footer.y > body.maxY }
}

extension State {
  package var layout: Layout {
    settings.isLinear ? .narrow : size.width >= 100 ? .wide : size.width >= 60 ? .stacked : .narrow
  }

  var areas: Areas {
    let airy = size.height >= 32
    let (header, below) = Rect(size).splitTop(airy ? 2 : 1)
    let (body, footer) = below.splitBottom(airy ? 2 : 1)
    return Areas(
      header: header, body: body, footer: Rect(footer.x, footer.maxY - 1, footer.width, 1))
  }
}
