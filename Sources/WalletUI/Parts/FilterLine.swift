import Canvas
import Themes

extension Frame {
  /// The line on which a filter of the list is typed; nothing without a filter.
  func filterLine<Row>(_ list: ListPane<Row>, _ line: Rect) {
    guard let filter = list.filter, !line.isEmpty else { return }
    canvas.write("/", line.x, line.y, theme[.key])
    textInput(
      filter.input, hint: "", Rect(line.x + 2, line.y, line.width - 2, 1),
      theme[filter.isEditing ? .strong : .muted],
      isFocused: filter.isEditing && state.overlays.isEmpty)
  }
}
