package import Canvas
import TextOutput

/// Frames as output for a terminal. Each contains only the changes since the previous one.
///
/// Secrets are masked and shaded before anything is written, so no recording contains them.
package struct TerminalFrames {
  private let depth: ColorDepth
  private var shown: Canvas?

  package init(_ depth: ColorDepth) { self.depth = depth }

  /// Empty: nothing has changed.
  package mutating func text(_ canvas: Canvas) -> String {
    let canvas = canvas.redacted
    var text = shown == nil ? "\u{1b}[2J" : ""
    canvas.forEachChange(since: shown) { point, cells in
      text += "\u{1b}[\(point.y + 1);\(point.x + 1)H"
      var last: Style?
      for cell in cells where cell.width > 0 {
        if cell.style != last { text += sequence(cell.style) }
        last = cell.style
        text += cell.characters
      }
    }
    if !text.isEmpty || canvas.cursor != shown?.cursor {
      text += "\u{1b}[0m"
      if let cursor = canvas.cursor {
        text += "\u{1b}[\(cursor.y + 1);\(cursor.x + 1)H\u{1b}[?25h"
      } else {
        text += "\u{1b}[?25l"
      }
    }
    shown = canvas
    return text
  }

  private func sequence(_ style: Style) -> String {
    var text = StyledText()
    text.append(sgr: AnsiPicture.sgr(style, depth))
    return text.text
  }
}
