import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// Spending in the third column: six months, then the merchants of this month.
struct SpendingView: FramePart {
  let frame: Frame

  private static let monthWidth = 6
  private static let monthGap = 2
  private static let nameWidth = 18

  func pane(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    let summary = state.month.summary
    let note = summary.map { "\(words.monthName($0.month)) \($0.month.year)" } ?? ""
    let inside = frame.pane(rect, title: words.spending, note: note, focused: false)
    guard let summary else { return }
    frame.canvas.mark(.activity, "\(words.spending), \(words.money(summary.spent))", rect)
    let chart = min(8, inside.height / 3)
    guard chart >= 4 else { return }
    months(summary, inside.splitTop(chart).top)
    let rest = inside.splitTop(chart + 1).rest
    parts(
      words.topMerchants, note: words.money(summary.spent),
      summary.merchants.filter { $0.spent.minorUnits > 0 }.map {
        ($0.name, $0.spent, words.number($0.count))
      }, rest)
  }

  /// A bar for each of six months with its sum above and its name below.
  private func months(_ summary: SpendingSummary, _ rect: Rect) {
    let values = summary.months.map(\.spent.minorUnits)
    let most = max(1, values.max() ?? 1)
    let bars = Rect(rect.x, rect.y + 1, rect.width, rect.height - 2)
    frame.uprightBars(
      values, in: bars, width: Self.monthWidth, gap: Self.monthGap, highlighted: values.count - 1)
    for (index, month) in summary.months.enumerated() {
      let x = rect.x + index * (Self.monthWidth + Self.monthGap)
      let isNow = index == values.count - 1
      let share = Double(max(0, month.spent.minorUnits)) / Double(most)
      let filled = Int((share * Double(bars.height)).rounded(.up))
      let amount = words.roughly(month.spent)
      if Text.width(of: amount) <= Self.monthWidth + 1 {
        frame.canvas.write(
          amount, x, bars.maxY - 1 - max(1, min(bars.height, filled)),
          theme[isNow ? .strong : .muted])
      }
      frame.canvas.write(
        words.monthShort(month.month), x, rect.maxY - 1, theme[isNow ? .strong : .muted])
    }
  }

  /// A section of amounts, largest first: name, bar, amount, and a number at the end.
  private func parts(
    _ title: String, note: String, _ parts: [(name: String, spent: Money, last: String)],
    _ rect: Rect
  ) {
    guard rect.height >= 2 else { return }
    frame.section(title, note: note, rect)
    let most = Double(max(1, parts.first?.spent.minorUnits ?? 1))
    let barX = rect.x + Self.nameWidth + 1
    let end = rect.maxX - 4
    for (index, part) in parts.prefix(rect.height - 1).enumerated() {
      let y = rect.y + 1 + index
      frame.canvas.write(Text.truncate(part.name, to: Self.nameWidth), rect.x, y, theme[.text])
      frame.blockBar(
        Double(part.spent.minorUnits) / most, Rect(barX, y, end - barX - 10, 1))
      frame.write(words.money(part.spent), endingAt: end, y, theme[.text])
      frame.write(part.last, endingAt: rect.maxX, y, theme[.muted])
    }
  }
}
