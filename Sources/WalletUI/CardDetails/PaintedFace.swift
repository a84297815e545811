import Canvas
import ScreenKit
import TextLayout
import Themes

/// The ground of a card's face, and writing on it.
struct PaintedFace: SurfacePart {
  let surface: Surface
  let rect: Rect
  private let paint: FacePaint
  private let base: Style
  private let isMono: Bool
  /// The shade of each half of a cell, row by row: each text asks for those of its row.
  private let steps: [UInt8]

  init(surface: Surface, face: FaceName, _ dimming: FaceDimming = .full, rect: Rect) {
    self.surface = surface
    self.rect = rect
    paint = surface.theme.paint(face, dimming)
    isMono = surface.theme.depth == .mono
    base = isMono ? surface.theme[dimming == .full ? .text : .faint] : Style(paint.text)
    steps = Self.steps(rect, of: paint.shades.count)
  }

  private static func steps(_ rect: Rect, of count: Int) -> [UInt8] {
    let across = (0..<max(0, rect.width)).map { Double($0) / Double(max(1, rect.width - 1)) }
    var steps: [UInt8] = []
    steps.reserveCapacity(max(0, 2 * rect.height * rect.width))
    for half in 0..<max(0, 2 * rect.height) {
      let down = Double(half) / Double(max(1, 2 * rect.height - 1))
      for part in across {
        steps.append(UInt8(max(0, min(count - 1, Int((part + down) / 2 * Double(count))))))
      }
    }
    return steps
  }

  var strong: Style { base.with(.bold) }
  var text: Style { base }
  var muted: Style { isMono ? base : Style(paint.muted) }

  /// Which shade a half of a cell has. `half` counts half rows from the top.
  private func step(_ x: Int, _ half: Int) -> Int {
    let column = max(0, min(x - rect.x, rect.width - 1))
    return Int(steps[max(0, min(half, 2 * rect.height - 1)) * rect.width + column])
  }

  private func shade(_ x: Int, _ y: Int) -> Color { paint.shades[step(x, 2 * (y - rect.y))] }

  /// Calls `draw` for each part of a row that has the same two shades, with those of its upper and of
  /// its lower half.
  private func runs(_ columns: Range<Int>, _ y: Int, _ draw: (Rect, Int, Int) -> Void) {
    let half = 2 * (y - rect.y)
    var start = columns.lowerBound
    while start < columns.upperBound {
      let (upper, lower) = (step(start, half), step(start, half + 1))
      var end = start + 1
      while end < columns.upperBound, step(end, half) == upper, step(end, half + 1) == lower {
        end += 1
      }
      draw(Rect(start, y, end - start, 1), upper, lower)
      start = end
    }
  }

  /// The gradient along the diagonal, with half blocks where one shade meets the next; without colours a
  /// frame.
  func ground() {
    surface.faces.append(rect)
    if isMono { return surface.canvas.box(rect, base, border) }
    let shades = paint.shades
    let hasBlocks = !surface.isASCII && shades.count > 1
    for y in rect.y..<rect.maxY {
      runs(rect.x..<rect.maxX, y) { run, upper, lower in
        // All cells of a shade have one style, also those that show the next one in their lower half.
        let style =
          hasBlocks
          ? Style(shades[min(upper + 1, shades.count - 1)], on: shades[upper])
          : Style(paint.text, on: shades[upper])
        surface.canvas.fill(run, style, hasBlocks && upper != lower ? "▄" : " ")
      }
    }
  }

  /// Returns the columns used.
  @discardableResult
  func write(_ text: String, _ x: Int, _ y: Int, _ style: Style) -> Int {
    let end = min(x + Text.width(of: text), rect.maxX)
    if !isMono {
      clearBlocks(y)
      runs(x..<max(x, end), y) { run, upper, _ in
        surface.canvas.fill(run, style.on(paint.shades[upper]))
      }
    }
    return surface.canvas.write(
      text, x, y, style, limit: max(0, rect.maxX - x), keepBackground: !isMono)
  }

  /// A row with text has blanks and no blocks, so that what is copied from the terminal is the text.
  private func clearBlocks(_ y: Int) {
    runs(rect.x..<rect.maxX, y) { run, upper, lower in
      guard upper != lower else { return }
      surface.canvas.clearBlocks(run, Style(paint.text, on: paint.shades[upper]))
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
        let isPlain = rows == 1 || surface.isASCII
        surface.canvas.write(isPlain ? "[---]" : row == 0 ? "╭─┬─╮" : "╰─┴─╯", x, y + row, base)
        continue
      }
      let dark = Color.rgb(0, 0, 0)
      let gold = paint.chip.mixed(with: dark, row == 0 ? 0 : 0.08)
      let lines = theme.depth == .ansi16 ? Color.indexed(0) : paint.chip.mixed(with: dark, 0.5)
      surface.canvas.write("─│ │─", x, y + row, Style(lines, on: gold))
    }
  }
}

extension Canvas {
  /// What is not there yet of a face: a dotted ground with a slanting edge. Texts stay.
  ///
  /// - Parameter share: What is there, 0…1.
  mutating func cover(
    _ face: Rect, from share: Double, text: Style, dots: Style, ground: Style
  ) {
    let filled = Int(share * Double(face.width))
    for line in 0..<face.height {
      let start = face.x + max(0, min(face.width, filled + face.height / 2 - line))
      let y = face.y + line
      let texts = Set((start..<face.maxX).filter { self[$0, y].isText })
      for x in start..<face.maxX {
        let cell = Rect(x, y, 1, 1)
        if texts.contains(x) {
          restyle(cell) { text.with($0.attributes.intersection(.bold)) }
        } else if (x + line * 2) % 4 == 0, !texts.contains(x - 1), !texts.contains(x + 1) {
          fill(cell, dots, "·")
        } else {
          fill(cell, ground)
        }
      }
    }
  }

  fileprivate mutating func clearBlocks(_ run: Rect, _ style: Style) {
    for x in run.x..<run.maxX where (0x2580...0x2588).contains(self[x, run.y].scalar) {
      fill(Rect(x, run.y, 1, 1), style)
    }
  }
}
