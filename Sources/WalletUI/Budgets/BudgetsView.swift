import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// Lines with a name, a bar and a figure: the budgets of a month, and what comes back every month.
struct BudgetsView: SurfacePart {
  let surface: Surface
  let zone: TimeZone

  private static let leastBar = 4
  private static let widestBar = 30

  /// The first budgets that fit below the title, each with a bar and what is left in words. Returns
  /// the line below.
  func budgets(_ uses: [BudgetUse], _ count: Int, _ rect: Rect) -> Int {
    let note = uses.count > count ? words.position(count, of: uses.count) : ""
    surface.section(words.activity.budgets, note: note, Rect(rect.x, rect.y, rect.width, 1))
    let shown = uses.prefix(count)
    let figures = shown.map { words.activity.rest($0) }
    let figure = figures.map { Text.width(of: $0) }.max() ?? 0
    let names = shown.map { words.activity.category($0.category) }
    let longest = min(names.map { Text.width(of: $0) }.max() ?? 0, rect.width >= 50 ? 24 : 17)
    let bar = min(Self.widestBar, rect.width - longest - figure - 2)
    for (index, use) in shown.enumerated() {
      let y = rect.y + 1 + index
      let hasBar = bar >= Self.leastBar
      let room = hasBar ? longest : max(4, rect.width - figure - 1)
      surface.canvas.write(Text.truncate(names[index], to: room), rect.x, y, theme[.text])
      // Never red: nothing is declined for it.
      let role: Role = use.level == .within ? .accent : .warning
      if hasBar {
        surface.thinBar(use.share, Rect(rect.maxX - figure - 1 - bar, y, bar, 1), role)
      }
      surface.write(
        figures[index], endingAt: rect.maxX, y, theme[use.level == .within ? .text : .warning])
      surface.canvas.mark(
        .activity, words.activity.budgetSentence(use), Rect(rect.x, y, rect.width, 1))
    }
    return rect.y + 1 + shown.count
  }

  /// What comes back every month, as many as fit below the title, with their sums.
  func subscriptions(_ all: [Subscription], _ rect: Rect) {
    let sums = PaymentText.sums(all.map(\.amount).sums, words, to: rect.width / 2)
    surface.section(words.activity.comesBack, note: sums, Rect(rect.x, rect.y, rect.width, 1))
    for (index, one) in all.prefix(rect.height - 1).enumerated() {
      let y = rect.y + 1 + index
      let day = words.day(one.next, in: zone)
      let figures = "\(words.activity.nextOn(day))  \(words.money(one.amount))"
      let room = max(4, rect.width - Text.width(of: figures) - 1)
      surface.canvas.write(Text.truncate(one.merchant, to: room), rect.x, y, theme[.text])
      surface.write(figures, endingAt: rect.maxX, y, theme[.text])
    }
  }
}
