import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// What was spent in a month, with all that is said of it.
struct MonthSummary: CachedView {
  let summary: SpendingSummary
  let uses: [BudgetUse]
  /// Only beside this month.
  let subscriptions: [Subscription]
  /// The month that it is now.
  let now: CalendarMonth
  let zone: TimeZone
  /// Whether the six months come first.
  let isOverview: Bool

  init(_ summary: SpendingSummary, _ state: State, isOverview: Bool = false) {
    let month = state.activity.month
    self.summary = summary
    uses = state.activity.budgets.map { summary.uses(of: $0) } ?? []
    subscriptions = summary.month == month.summary?.month ? month.subscriptions : []
    now = CalendarMonth(state.clock.wall, in: state.clock.zone)
    zone = state.clock.zone
    self.isOverview = isOverview
  }

  func draw(on surface: Surface, in rect: Rect) {
    let view = MonthSummaryView(surface: surface, values: self)
    isOverview ? view.overview(rect) : view.draw(rect)
  }
}

/// Sum and comparison, categories, merchants, six months. The main screen and that of payments show
/// it.
struct MonthSummaryView: SurfacePart {
  let surface: Surface
  private let values: MonthSummary
  let summary: SpendingSummary

  init(frame: Frame, summary: SpendingSummary) {
    self.init(surface: frame, values: MonthSummary(summary, frame.state))
  }

  fileprivate init(surface: Surface, values: MonthSummary) {
    self.surface = surface
    self.values = values
    summary = values.summary
  }

  /// Lines of everything that there is to show.
  var wholeHeight: Int {
    let budgets = uses.isEmpty ? 0 : uses.count + 2
    let merchants = min(topMerchants.count, Self.mostMerchants) + 2
    return facts().count + budgets + allCategories.count + 2 + merchants + subscriptionHeight
      + Self.barHeight + 3
  }

  private static let mostMerchants = 10
  private static let barHeight = 4
  private static let highestBars = 12
  private var allCategories: [SpendingSummary.Part<MerchantCategory>] {
    summary.byCurrency.flatMap(\.categories)
  }
  private var subscriptions: [Subscription] { values.subscriptions }
  /// Lines that they take: a line of air, the title and three of them at most.
  private var subscriptionHeight: Int {
    subscriptions.isEmpty ? 0 : 2 + min(3, subscriptions.count)
  }
  private var uses: [BudgetUse] { values.uses }
  /// Those with more paid than came back.
  private var topMerchants: [SpendingSummary.Part<String>] {
    summary.byCurrency.flatMap(\.merchants).filter { $0.spent.minorUnits > 0 }
  }

  /// What fits: budgets and categories first, then merchants, then the six months.
  func draw(_ rect: Rect) {
    var y = rect.y
    for fact in facts(rect.width) where y < rect.maxY {
      surface.canvas.write(fact.label, rect.x, y, theme[.muted])
      surface.write(fact.value, endingAt: rect.maxX, y, theme[fact.role])
      y += 1
    }
    let budgets = budgetCount(in: rect.maxY - y)
    if budgets > 0 {
      let line = Rect(rect.x, y + 1, rect.width, 0)
      y = BudgetsView(surface: surface, zone: values.zone).budgets(uses, budgets, line)
    }
    // A title, a line of air and at least three lines each.
    var room = rect.maxY - y
    guard room >= 5, !allCategories.isEmpty else { return }
    var counts = [min(allCategories.count, 3), 0, 0]
    room -= counts[0] + 2
    let comesBack = room >= 10 + subscriptionHeight ? subscriptionHeight : 0
    room -= comesBack
    if !topMerchants.isEmpty, room >= 3 + 2 {
      counts[1] = min(topMerchants.count, 3)
      room -= counts[1] + 2
    }
    if room >= 2 + 3 {
      counts[2] = 2
      room -= 2 + 3
    }
    func grow(_ section: Int, to most: Int) {
      guard counts[section] > 0 else { return }
      let more = max(0, min(room, most - counts[section]))
      counts[section] += more
      room -= more
    }
    grow(0, to: min(allCategories.count, 7))
    grow(1, to: min(topMerchants.count, Self.mostMerchants))
    grow(2, to: Self.barHeight)
    grow(0, to: allCategories.count)
    grow(1, to: topMerchants.count)
    grow(2, to: Self.highestBars)
    y += 1
    y = categories(counts[0], note: words.activity.ofAll, Rect(rect.x, y, rect.width, 0))
    if counts[1] > 0 { y = merchants(counts[1], Rect(rect.x, y + 1, rect.width, 0)) }
    if comesBack > 0 {
      let lines = Rect(rect.x, y + 1, rect.width, comesBack - 1)
      BudgetsView(surface: surface, zone: values.zone).subscriptions(subscriptions, lines)
      y += comesBack
    }
    if counts[2] > 0 {
      let line = Rect(rect.x, y + 1, rect.width, counts[2] + 2)
      surface.section(words.activity.sixMonths, note: monthsNote(), line)
      months(line.splitTop(1).rest)
    }
  }

  /// How many budgets are shown in so many lines: all, or half of the lines with their title.
  private func budgetCount(in lines: Int) -> Int {
    min(uses.count, lines >= uses.count + 7 ? uses.count : max(0, lines / 2 - 2))
  }

  /// Six months, then budgets and categories, then as many merchants as fit.
  func overview(_ rect: Rect) {
    let chart = min(8, rect.height / 3)
    guard chart >= 4 else { return }
    months(rect.splitTop(chart).top)
    var rest = rect.splitTop(chart + 1).rest
    let budgets = budgetCount(in: rest.height)
    if budgets > 0 {
      let end = BudgetsView(surface: surface, zone: values.zone).budgets(uses, budgets, rest)
      rest = rest.splitTop(end + 1 - rest.y).rest
    }
    guard rest.height >= 3, !allCategories.isEmpty else { return }
    let most = max(2, min(6, rest.height - 5))
    let spent = PaymentText.sums(summary.inEach(\.spent), words, to: rest.width / 2)
    let y = categories(min(most, allCategories.count), note: spent, rest)
    let comesBack = rest.maxY - y >= 5 + subscriptionHeight ? subscriptionHeight : 0
    let count = min(topMerchants.count, rest.maxY - y - 2 - comesBack)
    let end = count > 0 ? merchants(count, Rect(rest.x, y + 1, rest.width, 0)) : y
    guard comesBack > 0 else { return }
    let lines = Rect(rest.x, end + 1, rest.width, comesBack - 1)
    BudgetsView(surface: surface, zone: values.zone).subscriptions(subscriptions, lines)
  }

  /// The largest ones. Returns the line below.
  private func categories(_ count: Int, note: String, _ rect: Rect) -> Int {
    section(
      words.activity.byCategory, note: note,
      allCategories.prefix(count).map {
        Line(name: words.activity.category($0.name), amounts: [$0.spent], note: "\($0.percent) %")
      }, rect)
  }

  /// The largest ones. Returns the line below.
  private func merchants(_ count: Int, _ rect: Rect) -> Int {
    section(
      words.activity.topMerchants, note: words.activity.times,
      topMerchants.prefix(count).map {
        Line(name: $0.name, amounts: [$0.spent], note: "\($0.count)")
      }, rect)
  }

  // MARK: Facts

  private func facts(_ width: Int = .max) -> [(label: String, value: String, role: Role)] {
    let before = summary.month.adding(-1)
    var facts: [(String, String, Role)] = summary.inEach(\.spent).enumerated().map {
      ($0.offset == 0 ? words.activity.spent : "", words.money($0.element), .strong)
    }
    if !summary.isLoaded { facts.append(("", words.activity.notAllLoaded, .warning)) }
    guard summary.isComparable(in: values.now), let spentBefore = summary.spentBefore else {
      return facts
    }
    let day = min(summary.lastDay, before.days)
    let label = words.activity.spentBy(day, before)
    let sums = summary.inEach { $0.spentBefore ?? spentBefore }
    let room = width - Text.width(of: label) - 1
    facts.append((label, PaymentText.sums(sums, words, to: room), .text))
    if let difference = summary.difference, difference.minorUnits != 0 {
      let isLess = difference.minorUnits < 0
      let amount = words.money(isLess ? -difference : difference)
      let text = words.activity.difference(
        amount, isLess: isLess, percent: summary.differencePercent)
      facts.append((words.activity.difference, text, isLess ? .credit : .text))
    }
    return facts
  }

  /// The difference in one line; nil: there is nothing to compare with.
  var comparison: (String, Role)? { summary.comparison(in: values.now, words) }

  // MARK: Days

  /// A bar for each day with a scale, the weeks, and the cards.
  ///
  /// - Parameter name: What a card is called.
  func days(_ rect: Rect, now: Clock, name: (CardID) -> String) {
    let count = summary.days.count
    let isToday = CalendarMonth(now.wall, in: now.zone) == summary.month
    let values = summary.days.map { max(0, $0.minorUnits) }
    let highest = words.money(Money(values.max() ?? 0, summary.spent.currency))
    surface.section(words.activity.days, note: words.activity.atMost(highest), rect)
    let weeks = summary.weeks.enumerated().map { index, week in
      Line(
        name: words.activity.dayRange(index * 7 + 1, min(index * 7 + 7, count)),
        amounts: [week] + summary.others.map { $0.weeks[index] }.filter { $0.minorUnits != 0 },
        note: summary.percent(of: week).map { "\($0) %" } ?? "")
    }
    let cards = summary.byCurrency.flatMap(\.cards)
      .prefix(max(0, rect.height - weeks.count - 11)).map {
        Line(name: name($0.name), amounts: [$0.spent], note: "\($0.percent) %")
      }
    // Above the bars is their title; below them are their numbers.
    let below = 1 + weeks.count + 2 + (cards.isEmpty ? 0 : cards.count + 2)
    let height = max(3, min(16, rect.height - 1 - below))
    let gap = rect.width >= count * 2 - 1 ? 1 : 0
    let bars = Rect(rect.x, rect.y + 1, rect.width, height)
    surface.uprightBars(
      values, in: bars, width: 1, gap: gap, highlighted: isToday ? summary.lastDay - 1 : nil)
    for day in stride(from: 1, through: count, by: 7) {
      let isNearToday = isToday && abs(day - summary.lastDay) < 3
      if !isNearToday { label(day, .muted) }
    }
    if isToday { label(summary.lastDay, .strong) }
    func label(_ day: Int, _ role: Role) {
      let x = rect.x + (day - 1) * (1 + gap)
      if x + 2 <= rect.maxX { surface.canvas.write("\(day)", x, bars.maxY, theme[role]) }
    }
    let y = bars.maxY + 2
    guard y + weeks.count < rect.maxY else { return }
    let line = Rect(rect.x, y, rect.width, 1)
    let end = section(words.activity.weeks, note: words.activity.ofAll, weeks, line)
    guard !cards.isEmpty else { return }
    _ = section(
      words.activity.byCard, note: words.activity.ofAll, cards,
      Rect(rect.x, end + 1, rect.width, 1))
  }

  // MARK: Sections

  private struct Line {
    let name: String
    /// The first one has the bar.
    let amounts: [Money]
    let note: String
  }

  /// Names, bars, amounts. Returns the line below.
  private func section(
    _ title: String, note: String, _ lines: [Line], _ rect: Rect
  ) -> Int {
    let isWide = rect.width >= 50
    // A blank before the widest note. `99 %` is the usual one.
    let noteWidth = 1 + max(4, lines.map { Text.width(of: $0.note) }.max() ?? 0)
    surface.section(title, note: note, Rect(rect.x, rect.y, rect.width, 1))
    // Amounts of different currencies cannot be compared.
    let most = Dictionary(
      lines.map { ($0.amounts[0].currency, $0.amounts[0].minorUnits) },
      uniquingKeysWith: { max($0, $1) })
    let amounts = lines.map { PaymentText.sums($0.amounts, words, to: rect.width / 2) }
    let amountWidth = max(7, amounts.map { Text.width(of: $0) }.max() ?? 0)
    let longest = lines.map { Text.width(of: $0.name) }.max() ?? 0
    let nameWidth = min(longest, isWide ? 24 : 17)
    let bar = max(0, min(isWide ? 30 : 12, rect.width - noteWidth - amountWidth - 3 - nameWidth))
    let hasBar = bar >= 4
    let room = rect.width - noteWidth - amountWidth - 2 - (hasBar ? bar : 0)
    for (index, line) in lines.enumerated() {
      let y = rect.y + 1 + index
      surface.canvas.write(Text.truncate(line.name, to: room - 1), rect.x, y, theme[.text])
      if hasBar {
        let spent = line.amounts[0]
        let share = Double(spent.minorUnits) / Double(max(1, most[spent.currency] ?? 1))
        surface.blockBar(share, Rect(rect.x + room, y, bar, 1))
      }
      surface.write(amounts[index], endingAt: rect.maxX - noteWidth, y, theme[.text])
      surface.write(line.note, endingAt: rect.maxX, y, theme[.muted])
    }
    return rect.y + 1 + lines.count
  }

  /// The widest bar, of 3 to 8 columns, with which six end at the right edge, or nearest to it.
  private static func monthWidth(_ room: Int) -> Int {
    func left(_ width: Int) -> Int { (room - 6 * width) % 5 }
    return (3...8).filter { 6 * $0 + 5 <= room }.min { (left($0), -$0) < (left($1), -$1) } ?? 3
  }

  /// The bars of six months are of one currency, and of what was read.
  func monthsNote(_ month: String? = nil) -> String {
    let code = summary.others.isEmpty ? nil : summary.spent.currency.code
    let rest = summary.months.allSatisfy(\.isLoaded) ? nil : words.activity.notAllLoaded
    return [month, code, rest].compactMap(\.self).joined(separator: " · ")
  }

  /// A bar for each month, with its name below and, where there is room, its sum above.
  private func months(_ rect: Rect) {
    let width = Self.monthWidth(rect.width)
    let gap = max(1, (rect.width - 6 * width) / 5)
    let sums = summary.months.map { words.roughly($0.spent) }
    let hasSums =
      rect.height >= 5 && sums.allSatisfy { Text.width(of: $0) < width + gap }
      && Text.width(of: sums.last ?? "") <= width
    let values = summary.months.map { max(0, $0.spent.minorUnits) }
    let most = Double(max(1, values.max() ?? 1))
    let bars = Rect(rect.x, rect.y, rect.width, rect.height - 1).splitTop(hasSums ? 1 : 0).rest
    surface.uprightBars(
      values, in: bars, width: width, gap: gap, highlighted: summary.months.count - 1)
    for (index, month) in summary.months.enumerated() {
      let x = rect.x + index * (width + gap)
      let style = theme[index == summary.months.count - 1 ? .strong : .muted]
      surface.canvas.write(words.monthShort(month.month), x, rect.maxY - 1, style)
      guard hasSums else { continue }
      let filled = Int((Double(values[index]) / most * Double(bars.height)).rounded(.up))
      surface.canvas.write(sums[index], x, bars.maxY - 1 - max(1, min(bars.height, filled)), style)
    }
    surface.canvas.mark(.activity, monthSentences.joined(separator: " "), rect)
  }

  var subscriptionSentences: [String] {
    subscriptions.map {
      words.activity.subscriptionSentence(
        $0.merchant, words.money($0.amount), words.day($0.next, in: values.zone))
    }
  }

  /// What was spent in each month, as sentences.
  var monthSentences: [String] {
    summary.months.enumerated().map { index, month in
      words.activity.monthSentence(
        month.month, words.sums(summary.inEach { $0.months[index].spent }))
    }
  }
}

extension SpendingSummary {
  /// Of a month that has not begun there is nothing to compare, nor if nothing was spent in either.
  fileprivate func isComparable(in now: CalendarMonth) -> Bool {
    month <= now && (spent.minorUnits != 0 || spentBefore?.minorUnits != 0)
  }

  /// The difference in one line; nil: there is nothing to compare with.
  func comparison(in now: CalendarMonth, _ words: Words) -> (String, Role)? {
    if !isLoaded { return (words.activity.notAllLoaded, .warning) }
    guard isComparable(in: now), let difference else { return nil }
    let before = month.adding(-1)
    let day = min(lastDay, before.days)
    if difference.minorUnits == 0 { return (words.activity.asMuch(as: day, before), .muted) }
    let isLess = difference.minorUnits < 0
    let amount = words.money(isLess ? -difference : difference)
    return (
      words.activity.difference(amount, isLess: isLess, than: day, before),
      isLess ? .credit : .text
    )
  }
}
