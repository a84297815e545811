import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// What was spent in a month: sum and comparison, categories, merchants, six months.
struct MonthSummaryView: FramePart {
  let frame: Frame
  let summary: SpendingSummary

  /// Lines of everything that there is to show.
  var wholeHeight: Int {
    factCount + 2 + summary.categories.count + 2 + min(summary.merchants.count, Self.mostMerchants)
      + 2 + Self.barHeight + 1
  }

  private static let mostMerchants = 10
  private static let barHeight = 4
  private var factCount: Int { facts.count }

  /// What fits: categories first, then merchants, then the six months.
  ///
  /// - Parameter hasMerchants: Whether the merchants stand here.
  func draw(_ rect: Rect, hasMerchants: Bool = true) {
    var y = rect.y
    for fact in facts where y < rect.maxY {
      frame.canvas.write(fact.label, rect.x, y, theme[.muted])
      frame.write(fact.value, endingAt: rect.maxX, y, theme[fact.role])
      y += 1
    }
    // A title, a line of air and at least three lines each.
    var room = rect.maxY - y
    guard room >= 5, !summary.categories.isEmpty else { return }
    var counts = [min(summary.categories.count, 3), 0, 0]
    room -= counts[0] + 2
    let merchants = hasMerchants ? min(summary.merchants.count, Self.mostMerchants) : 0
    if merchants > 0, room >= 3 + 2 {
      counts[1] = min(merchants, 3)
      room -= counts[1] + 2
    }
    if room >= 2 + 3 {
      counts[2] = 2
      room -= 2 + 3
    }
    let more = min(room, min(summary.categories.count, merchants > 0 ? 7 : 10) - counts[0])
    counts[0] += max(0, more)
    room -= max(0, more)
    if counts[1] > 0 {
      let more = max(0, min(room, merchants - counts[1]))
      counts[1] += more
      room -= more
    }
    if counts[2] > 0 { counts[2] += max(0, min(room, hasMerchants ? Self.barHeight - 2 : 8)) }
    y += 1
    y = section(
      words.byCategory, note: words.ofAll,
      summary.categories.prefix(counts[0]).map {
        Line(name: words.category($0.name), spent: $0.spent, note: "\($0.percent) %")
      }, Rect(rect.x, y, rect.width, 0), noteWidth: 5)
    if counts[1] > 0 {
      y = section(
        words.topMerchants, note: words.times,
        summary.merchants.prefix(counts[1]).map {
          Line(name: $0.name, spent: $0.spent, note: "\($0.count)")
        }, Rect(rect.x, y + 1, rect.width, 0), noteWidth: 5)
    }
    if counts[2] > 0 { months(Rect(rect.x, y + 1, rect.width, counts[2] + 2)) }
  }

  // MARK: Facts

  private var facts: [(label: String, value: String, role: Role)] {
    let before = summary.month.adding(-1)
    var facts: [(String, String, Role)] = [
      (words.spent, words.money(summary.spent), .strong)
    ]
    if !summary.isLoaded { facts.append(("", words.notAllLoaded, .warning)) }
    if summary.others > 0 { facts.append(("", words.otherCurrencies(summary.others), .muted)) }
    guard let spentBefore = summary.spentBefore else { return facts }
    let day = min(summary.lastDay, before.days)
    facts.append((words.spentBy(day, before), words.money(spentBefore), .text))
    if let difference = summary.difference, difference.minorUnits != 0 {
      let isLess = difference.minorUnits < 0
      let amount = words.money(
        Money(
          isLess ? -max(difference.minorUnits, -.max) : difference.minorUnits, difference.currency))
      facts.append(
        (
          words.difference,
          words.difference(amount, isLess: isLess, percent: summary.differencePercent),
          isLess ? .credit : .text
        ))
    }
    return facts
  }

  /// The difference in one line; nil: there is nothing to compare with.
  var comparison: (String, Role)? {
    if !summary.isLoaded { return (words.notAllLoaded, .warning) }
    guard let difference = summary.difference else { return nil }
    let before = summary.month.adding(-1)
    let day = min(summary.lastDay, before.days)
    if difference.minorUnits == 0 { return (words.asMuch(as: day, before), .muted) }
    let isLess = difference.minorUnits < 0
    let amount = words.money(
      Money(
        isLess ? -max(difference.minorUnits, -.max) : difference.minorUnits, difference.currency))
    return (
      words.difference(amount, isLess: isLess, than: day, before), isLess ? .credit : .text
    )
  }

  // MARK: Days

  /// A bar for each day with a scale, the weeks, and the merchants.
  func days(_ rect: Rect, now: Clock) {
    let count = summary.days.count
    let isToday = CalendarMonth(now.wall, offset: now.utcOffset) == summary.month
    let values = summary.days.map { max(0, $0.minorUnits) }
    let most = words.money(Money(values.max() ?? 0, summary.spent.currency))
    frame.section(
      words.days, note: words.atMost(most), Rect(rect.x, rect.y, rect.width, 1))
    let height = max(3, min(8, rect.height - 22))
    let gap = rect.width >= count * 2 - 1 ? 1 : 0
    let bars = Rect(rect.x, rect.y + 1, rect.width, height)
    frame.uprightBars(
      values, in: bars, width: 1, gap: gap, highlighted: isToday ? summary.lastDay - 1 : nil)
    for day in stride(from: 1, through: count, by: 7) {
      let isNearToday = isToday && abs(day - summary.lastDay) < 3
      if !isNearToday { label(day, .muted) }
    }
    if isToday { label(summary.lastDay, .strong) }
    func label(_ day: Int, _ role: Role) {
      let x = rect.x + (day - 1) * (1 + gap)
      if x + 2 <= rect.maxX { frame.canvas.write("\(day)", x, bars.maxY, theme[role]) }
    }
    var y = bars.maxY + 2
    let weeks = summary.weeks.enumerated().map { index, week in
      Line(
        name: "\(index * 7 + 1)–\(min(index * 7 + 7, count))", spent: week,
        note: summary.percent(of: week).map { "\($0) %" } ?? "")
    }
    guard y + weeks.count + 1 < rect.maxY else { return }
    let line = Rect(rect.x, y, rect.width, 1)
    y = section(words.weeks, note: words.ofAll, weeks, line, noteWidth: 6, bar: 30) + 1
    let merchants = summary.merchants.prefix(max(0, rect.maxY - y - 1)).map {
      Line(name: $0.name, spent: $0.spent, note: "\($0.count)")
    }
    guard !merchants.isEmpty else { return }
    _ = section(
      words.topMerchants, note: words.times, merchants, Rect(rect.x, y, rect.width, 1),
      noteWidth: 6, bar: 30)
  }

  // MARK: Sections

  private struct Line {
    let name: String
    let spent: Money
    let note: String
  }

  /// Names, bars, amounts. Returns the line below.
  private func section(
    _ title: String, note: String, _ lines: [Line], _ rect: Rect, noteWidth: Int,
    bar widest: Int = 12
  ) -> Int {
    frame.section(title, note: note, Rect(rect.x, rect.y, rect.width, 1))
    let most = Double(max(1, lines.map(\.spent.minorUnits).max() ?? 1))
    let amounts = lines.map { words.money($0.spent) }
    let amountWidth = max(7, amounts.map { Text.width(of: $0) }.max() ?? 0)
    let longest = lines.map { Text.width(of: $0.name) }.max() ?? 0
    let bar = max(
      0, min(widest, rect.width - noteWidth - amountWidth - 4 - min(longest, widest > 12 ? 24 : 14))
    )
    let hasBar = bar >= 4
    let room = rect.width - noteWidth - amountWidth - 2 - (hasBar ? bar + 1 : 0)
    for (index, line) in lines.enumerated() {
      let y = rect.y + 1 + index
      frame.canvas.write(Text.truncate(line.name, to: room - 1), rect.x, y, theme[.text])
      if hasBar {
        frame.blockBar(Double(line.spent.minorUnits) / most, Rect(rect.x + room, y, bar, 1))
      }
      frame.write(amounts[index], endingAt: rect.maxX - noteWidth, y, theme[.text])
      frame.write(line.note, endingAt: rect.maxX, y, theme[.muted])
    }
    return rect.y + 1 + lines.count
  }

  /// A bar for each month, with its name.
  private func months(_ rect: Rect) {
    let isWhole = summary.months.allSatisfy(\.isLoaded)
    frame.section(
      words.sixMonths, note: isWhole ? "" : words.notAllLoaded,
      Rect(rect.x, rect.y, rect.width, 1))
    let width = max(3, min(4, (rect.width + 2) / 6 - 2))
    let gap = max(1, min(3, (rect.width - 6 * width) / 5))
    let bars = Rect(rect.x, rect.y + 1, rect.width, rect.height - 2)
    frame.uprightBars(
      summary.months.map { max(0, $0.spent.minorUnits) }, in: bars, width: width, gap: gap,
      highlighted: summary.months.count - 1)
    for (index, month) in summary.months.enumerated() {
      let x = rect.x + index * (width + gap)
      let isLast = index == summary.months.count - 1
      frame.canvas.write(
        words.monthShort(month.month), x, rect.maxY - 1, theme[isLast ? .strong : .muted])
    }
    frame.canvas.mark(
      .activity,
      summary.months.map { words.monthSentence($0.month, words.money($0.spent)) }
        .joined(separator: " "), rect)
  }
}
