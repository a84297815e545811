package import Canvas
import TextLayout
package import Themes

extension Surface {
  /// A line of text, scrolled so that the cursor is visible.
  package func textInput(
    _ input: TextInput, hint: String, _ rect: Rect, _ style: Style, on ground: Role = .surface,
    isFocused: Bool
  ) {
    if input.text.isEmpty {
      canvas.write(
        Text.truncate(hint, to: rect.width), rect.x, rect.y,
        theme.style(.overlayMuted, on: ground))
    }
    let before = String(String.UnicodeScalarView(input.text.unicodeScalars.prefix(input.cursor)))
    let column = Text.width(of: before)
    // The cursor is after the last character, and needs its own cell.
    let shift = max(0, column - rect.width + 1)
    canvas.write(dropColumns(input.text, shift), rect.x, rect.y, style, limit: rect.width)
    if isFocused { canvas.cursor = Point(rect.x + column - shift, rect.y) }
  }

  private func dropColumns(_ text: String, _ columns: Int) -> String {
    var scalars = text.unicodeScalars[...]
    var dropped = 0
    while dropped < columns, let scalar = scalars.popFirst() {
      dropped += max(0, Text.width(of: scalar))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
