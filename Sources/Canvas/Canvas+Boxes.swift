/// The characters of a frame's border.
package struct Border: Hashable, Sendable {
  package var topLeft: Unicode.Scalar
  package var topRight: Unicode.Scalar
  package var bottomLeft: Unicode.Scalar
  package var bottomRight: Unicode.Scalar
  package var horizontal: Unicode.Scalar
  package var vertical: Unicode.Scalar

  package static let rounded = Border(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
    vertical: "│")
  package static let ascii = Border(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
    vertical: "|")
}

extension Canvas {
  /// Draws a frame just inside `rect`. Does nothing when it does not fit.
  package mutating func box(_ rect: Rect, _ style: Style, _ border: Border = .rounded) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    line(rect.x + 1, rect.y, rect.width - 2, style, border.horizontal)
    line(rect.x + 1, rect.maxY - 1, rect.width - 2, style, border.horizontal)
    fill(Rect(rect.x, rect.y + 1, 1, rect.height - 2), style, border.vertical)
    fill(Rect(rect.maxX - 1, rect.y + 1, 1, rect.height - 2), style, border.vertical)
    put(border.topLeft.value, 1, rect.x, rect.y, style)
    put(border.topRight.value, 1, rect.maxX - 1, rect.y, style)
    put(border.bottomLeft.value, 1, rect.x, rect.maxY - 1, style)
    put(border.bottomRight.value, 1, rect.maxX - 1, rect.maxY - 1, style)
  }

  /// A horizontal line of one character.
  package mutating func line(
    _ x: Int, _ y: Int, _ width: Int, _ style: Style, _ character: Unicode.Scalar
  ) {
    fill(Rect(x, y, width, 1), style, character)
  }
}
