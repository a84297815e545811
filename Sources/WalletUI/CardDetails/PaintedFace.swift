import Canvas
import ScreenKit
import TextLayout
import Themes

/// The ground of a card's face, and writing on it.
struct PaintedFace: FramePart {
  let frame: Frame
  let rect: Rect
  private let paint: FacePaint
  private let base: Style

  init(frame: Frame, row: CardRow, rect: Rect) {
    self.init(frame: frame, face: row.face, row.faceDimming, rect: rect)
  }

  init(frame: Frame, face: FaceName, _ dimming: FaceDimming = .full, rect: Rect) {
    self.frame = frame
    self.rect = rect
    paint = frame.theme.paint(face, dimming)
    base =
      frame.theme.depth > .mono
      ? Style(paint.text) : frame.theme[dimming == .full ? .text : .faint]
  }

  var strong: Style { base.with(.bold) }
  var text: Style { base }
  var muted: Style { theme.depth > .mono ? Style(paint.muted) : base }

  private var isMono: Bool { theme.depth == .mono }

  /// Which shade a half of a cell has. `half` counts half rows from the top.
  private func step(_ x: Int, _ half: Int) -> Int {
    let across = Double(x - rect.x) / Double(max(1, rect.width - 1))
    let down = Double(half) / Double(max(1, 2 * rect.height - 1))
    let count = paint.shades.count
    return min(count - 1, Int((across + down) / 2 * Double(count)))
  }

  private func shade(_ x: Int, _ y: Int) -> Color { paint.shades[step(x, 2 * (y - rect.y))] }

  /// The gradient along the diagonal, with half blocks where one shade meets the next; without colours a
  /// frame.
  func ground() {
    if isMono { return frame.canvas.box(rect, base, border) }
    let shades = paint.shades
    let hasBlocks = !state.settings.ascii && shades.count > 1
    for y in 0..<rect.height {
      for x in rect.x..<rect.maxX {
        let (upper, lower) = (step(x, 2 * y), step(x, 2 * y + 1))
        // All cells of a shade have one style, also those that show the next one in their lower half.
        let style =
          hasBlocks
          ? Style(shades[min(upper + 1, shades.count - 1)], on: shades[upper])
          : Style(paint.text, on: shades[upper])
        frame.canvas.fill(
          Rect(x, rect.y + y, 1, 1), style, hasBlocks && upper != lower ? "▄" : " ")
      }
    }
  }

  /// Returns the columns used.
  @discardableResult
  func write(_ text: String, _ x: Int, _ y: Int, _ style: Style) -> Int {
    let end = min(x + Text.width(of: text), rect.maxX)
    if !isMono {
      clearBlocks(y)
      for column in x..<max(x, end) {
        frame.canvas.fill(Rect(column, y, 1, 1), style.on(shade(column, y)))
      }
    }
    return frame.canvas.write(
      text, x, y, style, limit: max(0, rect.maxX - x), keepBackground: !isMono)
  }

  /// A row with text has blanks and no blocks, so that what is copied from the terminal is the text.
  private func clearBlocks(_ y: Int) {
    for x in rect.x..<rect.maxX where (0x2580...0x2588).contains(frame.canvas[x, y].scalar) {
      frame.canvas.fill(Rect(x, y, 1, 1), Style(paint.text, on: shade(x, y)))
    }
  }

  /// Right-aligned.
  func write(_ text: String, endingAt end: Int, _ y: Int, _ style: Style) {
    write(text, end - Text.width(of: text), y, style)
  }

  func secret(_ x: Int, _ y: Int) -> Style { theme.secret(on: paint, shade(x, y)) }

  /// The golden chip, and the sign for paying without contact.
  func chip(_ x: Int, _ y: Int, rows: Int) {
    write(")))", x + 7, y, muted)
    for row in 0..<rows {
      if isMono {
        let isPlain = rows == 1 || state.settings.ascii
        frame.canvas.write(isPlain ? "[---]" : row == 0 ? "╭─┬─╮" : "╰─┴─╯", x, y + row, base)
        continue
      }
      let dark = Color.rgb(0, 0, 0)
      let gold = paint.chip.mixed(with: dark, row == 0 ? 0 : 0.08)
      let lines = theme.depth == .ansi16 ? Color.indexed(0) : paint.chip.mixed(with: dark, 0.5)
      frame.canvas.write("─│ │─", x, y + row, Style(lines, on: gold))
    }
  }
}
