package import Canvas
package import Themes

extension Surface {
  /// `━━━╸───`: a share of a whole, or time left.
  ///
  /// - Parameters:
  ///   - share: 0…1. A share above 0 has at least half a column.
  ///   - line: Its row and width; only the upper line is used.
  package func thinBar(
    _ share: Double, _ line: Rect, _ role: Role = .accent, on ground: Role = .surface
  ) {
    let halves = Self.steps(share, of: line.width * 2)
    let filled = theme.style(role, on: ground)
    canvas.line(line.x, line.y, line.width, theme.style(.border, on: ground), "─")
    canvas.line(line.x, line.y, halves / 2, filled, "━")
    if halves % 2 == 1 { canvas.write("╸", line.x + halves / 2, line.y, filled) }
  }

  /// `■■■■····`: compares amounts. The figure belongs beside it.
  ///
  /// - Parameter share: 0…1 of the largest amount.
  package func blockBar(_ share: Double, _ line: Rect) {
    let filled = min(line.width, Self.steps(share, of: line.width))
    for column in 0..<filled {
      canvas.line(line.x + column, line.y, 1, chartStyle(column, of: line.width), "■")
    }
    canvas.line(line.x + filled, line.y, line.width - filled, theme[.faint], "·")
  }

  /// Upright bars from left to right, as high as their share of the largest value. A value above 0
  /// has at least an eighth of a line; no value leaves a line at the foot.
  ///
  /// - Parameters:
  ///   - width: Columns of a bar: 1 for days, 6 for months.
  ///   - gap: Columns between two bars.
  ///   - highlighted: The bar of today or of this month.
  package func uprightBars(
    _ values: [Int64], in rect: Rect, width: Int = 1, gap: Int = 1, highlighted: Int? = nil
  ) {
    let most = Double(max(1, values.max() ?? 1))
    for (index, value) in values.enumerated() {
      let x = rect.x + index * (width + gap)
      guard x + width <= rect.maxX else { return }
      let style =
        index == highlighted ? theme[.accent].with(.bold) : chartStyle(index, of: values.count)
      uprightBar(
        Self.steps(Double(value) / most, of: rect.height * 8), style,
        Rect(x, rect.y, width, rect.height))
    }
  }

  /// - Parameter eighths: Its height in eighths of a line.
  private func uprightBar(_ eighths: Int, _ style: Style, _ rect: Rect) {
    if eighths == 0 { canvas.line(rect.x, rect.maxY - 1, rect.width, theme[.faint], "▁") }
    let signs: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    for line in 0..<rect.height {
      let filled = min(8, eighths - line * 8)
      guard filled > 0 else { return }
      let y = rect.maxY - 1 - line
      if filled == 8, theme.depth > .mono {
        // Some fonts leave gaps between blocks.
        canvas.fill(Rect(rect.x, y, rect.width, 1), Style(on: style.foreground))
      } else {
        canvas.line(rect.x, y, rect.width, style, signs[filled - 1])
      }
    }
  }

  /// A scrollbar in one column: `┃` for what is in sight, a hairline for the rest. Nothing if all is
  /// in sight.
  ///
  /// - Parameters:
  ///   - first: The first line in sight.
  ///   - visible: Lines in sight.
  ///   - count: All lines.
  package func scrollbar(
    first: Int, visible: Int, of count: Int, _ column: Rect, focused: Bool,
    on ground: Role = .surface
  ) {
    guard count > visible, visible > 0, column.height > 2 else { return }
    let length = max(1, column.height * visible / count)
    let start = (column.height - length) * min(first, count - visible) / (count - visible)
    for row in 0..<column.height {
      let isThumb = row >= start && row < start + length
      canvas.write(
        isThumb ? "┃" : "│", column.x, column.y + row,
        theme.style(isThumb && focused ? .borderFocus : .border, on: ground))
    }
  }

  /// Draws the part of a page that is in sight, with its scrollbar.
  ///
  /// - Parameters:
  ///   - clip: What may be drawn on.
  ///   - first: The first visible line.
  ///   - count: The number of all lines.
  package func page(_ area: Rect, clip: Rect, from first: Int, of count: Int, _ draw: () -> Void) {
    canvas.clip(to: clip)
    draw()
    canvas.clip(to: nil)
    scrollbar(
      first: first, visible: area.height, of: count, Rect(area.maxX + 2, area.y, 1, area.height),
      focused: true)
    if canvas.cursor == nil, !isCovered { canvas.cursor = Point(area.x, area.y) }
  }

  /// The colour of a chart at a column.
  func chartStyle(_ index: Int, of count: Int) -> Style {
    let low = theme[.chartLow]
    let part = Double(index) / Double(max(1, count - 1))
    return Style(
      low.foreground.mixed(with: theme[.chartHigh].foreground, part), on: low.background,
      low.attributes)
  }

  /// A share as whole steps; at least one step if it is above 0.
  private static func steps(_ share: Double, of count: Int) -> Int {
    share > 0 ? max(1, min(count, Int((share * Double(count)).rounded()))) : 0
  }
}
