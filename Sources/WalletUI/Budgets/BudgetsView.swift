import Canvas
import TextLayout
import Themes
import WalletModel
import Words

extension BudgetUse {
  /// Never red: nothing is declined for it.
  var role: Role { level == .within ? .accent : .warning }
}

/// The budgets of a month: a line each with a bar, and what is left in words.
struct BudgetsView: FramePart {
  let frame: Frame
  let uses: [BudgetUse]

  private static let leastBar = 4
  private static let widestBar = 30

  /// The first ones that fit below the title. Returns the line below.
  func draw(_ count: Int, _ rect: Rect) -> Int {
    let shown = uses.prefix(count)
    frame.section(
      words.budgets, note: uses.count > count ? words.position(count, of: uses.count) : "",
      Rect(rect.x, rect.y, rect.width, 1))
    let figures = shown.map { words.rest($0) }
    let figure = figures.map { Text.width(of: $0) }.max() ?? 0
    let names = shown.map { words.category($0.category) }
    let longest = min(names.map { Text.width(of: $0) }.max() ?? 0, rect.width >= 50 ? 24 : 17)
    let bar = min(Self.widestBar, rect.width - longest - figure - 2)
    for (index, use) in shown.enumerated() {
      let y = rect.y + 1 + index
      let name = max(4, rect.width - figure - 1)
      frame.canvas.write(
        Text.truncate(names[index], to: bar >= Self.leastBar ? longest : name), rect.x, y,
        theme[.text])
      if bar >= Self.leastBar {
        frame.thinBar(
          use.share, Rect(rect.maxX - figure - 1 - bar, y, bar, 1), use.role)
      }
      frame.write(
        figures[index], endingAt: rect.maxX, y, theme[use.level == .within ? .text : .warning])
      frame.canvas.mark(
        .activity, words.budgetSentence(use), Rect(rect.x, y, rect.width, 1))
    }
    return rect.y + 1 + shown.count
  }
}
