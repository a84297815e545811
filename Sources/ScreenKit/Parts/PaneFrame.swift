package import Canvas
import TextLayout
package import Themes

extension Surface {
  /// Columns between the outer edge of a pane and its content: the frame and the padding.
  package static let paneMargin = 3

  /// Rows above the first line of a pane's content, below the frame.
  var paneAir: Int { canvas.size.width >= 80 ? 1 : 0 }

  /// A pane's frame, with its title and at the right a note. A focused pane has a heavy upper edge
  /// and `▸` before its title, so that focus is visible without colours.
  ///
  /// - Returns: Where the content is.
  @discardableResult
  package func pane(_ rect: Rect, title: String, note: String = "", focused: Bool) -> Rect {
    let style = theme[focused ? .borderFocus : .border]
    canvas.box(rect, style, border)
    if focused { canvas.line(rect.x + 1, rect.y, rect.width - 2, style, "━") }
    paneTitle(
      rect, rect.y, title: title, note: note, mark: focused ? "▸" : "",
      role: focused ? .title : .strong)
    return Self.paneInside(rect, air: paneAir)
  }

  /// Puts the cursor on the title of a pane in focus, for screen readers, unless something in it or
  /// above it has the cursor.
  package func putCursor(onTitleOf rect: Rect) {
    guard !isCovered, canvas.cursor == nil else { return }
    canvas.cursor = Point(rect.x + 3, rect.y)
  }

  /// Where the content of a pane is.
  package static func paneInside(_ rect: Rect, air: Int) -> Rect {
    Rect(
      rect.x + paneMargin, rect.y + 1 + air, rect.width - 2 * paneMargin, rect.height - 2 - air)
  }

  /// A line across a pane, at row `y`: another part begins below it.
  package func paneDivider(_ rect: Rect, _ y: Int, title: String, note: String = "", focused: Bool)
  {
    let style = theme[focused ? .borderFocus : .border]
    canvas.line(rect.x + 1, y, rect.width - 2, style, "─")
    canvas.write("├", rect.x, y, style)
    canvas.write("┤", rect.maxX - 1, y, style)
    paneTitle(rect, y, title: title, note: note, mark: "", role: .strong)
  }

  /// The title gives way to the note only when less than four columns of it are left.
  private func paneTitle(
    _ rect: Rect, _ y: Int, title: String, note: String, mark: String, role: Role
  ) {
    let room = rect.width - 2 * Self.paneMargin - (mark.isEmpty ? 0 : 2)
    guard room > 0 else { return }
    let noteWidth = Text.width(of: note)
    let hasNote = noteWidth > 0 && room >= noteWidth + 3 + min(4, Text.width(of: title))
    let shown = Text.truncate(title, to: room - (hasNote ? noteWidth + 3 : 0))
    var x = rect.x + Self.paneMargin - 1
    x += canvas.write(" ", x, y, theme[role])
    if !mark.isEmpty { x += canvas.write(mark + " ", x, y, theme[.borderFocus]) }
    canvas.write(shown + " ", x, y, theme[role])
    guard hasNote else { return }
    canvas.write(" \(note) ", rect.maxX - Self.paneMargin - noteWidth - 1, y, theme[.muted])
  }

  /// The first line of a section: a bold title, a hairline to the right edge, a note at its end.
  ///
  /// - Parameters:
  ///   - line: Its row; only the upper line is used.
  ///   - detail: What follows the title in plain type.
  package func section(
    _ title: String, detail: String = "", note: String = "", noteRole: Role = .muted, _ line: Rect,
    on ground: Role = .surface
  ) {
    guard line.width > 0 else { return }
    func on(_ role: Role) -> Style { theme[role].on(theme[ground].background) }
    let noteWidth = Text.width(of: note)
    let hasNote = noteWidth > 0 && noteWidth + 5 <= line.width
    let end = line.maxX - (hasNote ? noteWidth + 1 : 0)
    var x = line.x
    x += canvas.write(Text.truncate(title, to: end - x), x, line.y, on(.strong))
    if !detail.isEmpty, x + Text.width(of: detail) + 2 < end {
      x += 2 + canvas.write(detail, x + 2, line.y, on(ground == .overlay ? .overlayMuted : .muted))
    }
    canvas.line(x + 1, line.y, end - x - 1, on(.border), border.horizontal)
    if hasNote { canvas.write(note, line.maxX - noteWidth, line.y, on(noteRole)) }
  }

  /// The ground of a selected row. `▌` is at its left where the focus is, and `▏` where it is not.
  ///
  /// - Returns: The role that the row's texts are drawn on.
  @discardableResult
  package func selectedRow(_ rect: Rect, isFocused: Bool) -> Role {
    canvas.fill(rect, theme[.selection])
    let style = theme.style(.selectionBar, on: .selection)
    for y in rect.y..<rect.maxY { canvas.write(isFocused ? "▌" : "▏", rect.x, y, style) }
    if isFocused, !isCovered, canvas.cursor == nil {
      canvas.cursor = Point(rect.x, rect.y)
    }
    return .selection
  }

  /// The outline of a card that is not there: a dotted ground.
  package func outline(_ rect: Rect, on ground: Role = .surface) {
    let style = theme[.faint].on(theme[ground].background)
    for y in 0..<rect.height {
      for x in stride(from: y % 2, to: rect.width, by: 2) {
        canvas.fill(Rect(rect.x + x, rect.y + y, 1, 1), style, "·")
      }
    }
  }

  /// Text that ends before column `end`.
  package func write(_ text: String, endingAt end: Int, _ y: Int, _ style: Style) {
    canvas.write(text, end - Text.width(of: text), y, style)
  }
}
