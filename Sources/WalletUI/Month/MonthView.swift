import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The sums of this month: below the list, or in a pane of their own.
struct MonthView: FramePart {
  let frame: Frame

  /// Below the list, from the dividing line on.
  func block(_ places: CardAreas) {
    let rect = places.month
    guard !rect.isEmpty else { return }
    let focused = state.view.pane == .list
    frame.paneDivider(
      rect, rect.y, title: words.activity.thisMonth, note: census(isShort: true), focused: focused)
    let inside = Rect(
      rect.x + Frame.paneMargin, rect.y + 2, rect.width - 2 * Frame.paneMargin, rect.height - 2)
    frame.draw(sums(tasks: tasks, in: inside), in: inside)
  }

  /// A pane with a bar for each day.
  func pane(_ rect: Rect) {
    let summary = state.activity.month.summary
    let note = summary.map { words.activity.monthUpTo($0.month, day: $0.lastDay) } ?? ""
    let inside = frame.pane(rect, title: words.activity.thisMonth, note: note, focused: false)
    frame.draw(sums(tasks: nil, in: inside), in: inside)
  }

  /// A pane with what was spent in six months, and on what in this one.
  func spending(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    let view = state.activity.month.summary.map { MonthSummaryView(frame: frame, summary: $0) }
    // Without the year, so that all of it has room.
    let note = view.map { $0.monthsNote(words.monthName($0.summary.month)) } ?? ""
    let inside = frame.pane(rect, title: words.activity.spending, note: note, focused: false)
    guard let view else { return }
    let spent = words.sums(view.summary.inEach(\.spent))
    frame.canvas.mark(.activity, "\(words.activity.spending), \(spent)", rect)
    frame.draw(MonthSummary(view.summary, state, isOverview: true), in: inside)
  }

  /// The same as sentences, for those who listen.
  var sentences: [String] {
    guard let summary = state.activity.month.summary else { return [] }
    let spent = words.activity.spentInMonth(words.sums(summary.inEach(\.spent)), summary.month)
    let comparison = MonthSummaryView(frame: frame, summary: summary).comparison
    return [spent] + (comparison.map { [$0.0] } ?? [])
  }

  private func sums(tasks: [MonthSums.Task]?, in rect: Rect) -> MonthSums {
    let isEmpty = state.cards.list.isKnown && state.cards.list.rows.isEmpty
    let summary = state.activity.month.summary
    return MonthSums(
      balance: state.activity.month.balance(state), summary: summary,
      now: CalendarMonth(state.clock.wall, in: state.clock.zone),
      census: MonthSums.isWide(rect) ? census() : "",
      unread: PaymentReading.failure(state)
        ?? (isEmpty ? words.cards.noPayments : words.readingShort),
      tasks: tasks)
  }

  /// `2 active · 1 locked`: cards by their status.
  private func census(isShort: Bool = false) -> String {
    let counts = state.cards.reading.census.counts
    guard !counts.isEmpty else { return "" }
    let parts: [(CardStatus, Int)] = [.active, .locked].compactMap { status in
      counts[status].map { (status, $0) }
    }
    let others = state.cards.list.total - parts.reduce(0) { $0 + $1.1 }
    return words.activity.cardsByStatus(parts, others: isShort ? 0 : others)
  }

  // MARK: Next

  /// The most pressing first.
  private var tasks: [MonthSums.Task] {
    var tasks: [MonthSums.Task] = []
    func add(
      _ sign: StateSign, _ role: Role, _ text: String, _ command: Command.ID, _ word: String?
    ) {
      guard state.command(command) != nil else { return }
      let hint = Hint(state.keyLabel(for: command), word ?? "", runs: command)
      tasks.append(MonthSums.Task(sign: sign, role: role, text: text, hint: hint))
    }
    if let id = state.cards.reading.census.waiting, let row = state.cards.list.row(id) {
      add(
        .waiting, .statusIssued, words.activity.isWaiting(row.title), "card.activate",
        words.cards.activateCard.hint)
    }
    if let declined = state.activity.month.notable.first(where: { $0.type == .decline }),
      state.clock.wall.seconds(since: declined.transactedAt) < 7 * 86_400
    {
      add(
        .ended, .danger, words.activity.wasDeclined(declined.description),
        Tab.activity.command.id, words.activity.see)
    }
    add(.active, .accent, words.shop.payInShop.title, "shop.pay", words.shop.pay)
    add(.active, .accent, words.cards.newCard.title, "card.create", words.activity.order)
    return tasks
  }

  // MARK: News

  /// What happened: declined payments, money that came back, and what others changed, newest first.
  func news(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    let inside = frame.pane(rect, title: words.activity.news, note: "", focused: false)
    let items = NewsItem.latest(
      (inside.height + 1) / 2, state.toasts.history.filter(\.isNews), state)
    if items.isEmpty {
      frame.paragraph(words.activity.noNews, inside, theme[.muted])
      return
    }
    for (index, news) in items.enumerated() {
      let y = inside.y + index * 2
      let zone = state.clock.zone
      frame.write(words.day(news.time, in: zone), endingAt: inside.x + 7, y, theme[.muted])
      frame.canvas.write(news.sign, inside.x + 8, y, theme[news.role])
      let room = inside.maxX - inside.x - 10
      frame.canvas.write(
        Text.truncate(news.title, to: room), inside.x + 10, y, theme[index == 0 ? .strong : .text])
      guard y + 1 < inside.maxY else { return }
      frame.write(words.minute(news.time, in: zone), endingAt: inside.x + 7, y + 1, theme[.muted])
      frame.canvas.write(Text.truncate(news.detail, to: room), inside.x + 10, y + 1, theme[.muted])
    }
  }
}

/// Balance, what was spent, and the difference to the month before; below it the weeks and what is
/// worth doing next, or the days.
private struct MonthSums: CachedView {
  struct Task: Equatable {
    let sign: StateSign
    let role: Role
    let text: String
    let hint: Hint
  }

  /// It comes first, since it differs from card to card.
  let balance: Money?
  let summary: SpendingSummary?
  let now: CalendarMonth
  /// Empty if there is no room for it.
  let census: String
  /// In place of sums that are not known.
  let unread: String
  /// nil: it has the days.
  let tasks: [Task]?

  /// Whether each line has room for a note.
  static func isWide(_ rect: Rect) -> Bool { rect.width >= 50 }

  func draw(on surface: Surface, in rect: Rect) {
    MonthSumsView(surface: surface, values: self).draw(rect)
  }
}

private struct MonthSumsView: SurfacePart {
  let surface: Surface
  let values: MonthSums

  func draw(_ rect: Rect) {
    var rest = sums(rect)
    guard let summary = values.summary else { return }
    if let tasks = values.tasks {
      if rest.height >= 9 { rest = weeks(summary, rest.splitTop(1).rest) }
      if rest.height >= 4 { next(tasks, rest.splitTop(1).rest) }
    } else if rest.height >= 5 {
      days(summary, rest.splitTop(1).rest)
    }
  }

  // MARK: Sums

  /// Balance, what was spent, and the difference to the month before. Returns what is left.
  private func sums(_ rect: Rect) -> Rect {
    let isWide = MonthSums.isWide(rect)
    func line(_ y: Int, _ label: String, _ value: String, _ role: Role, _ note: (String, Role)) {
      surface.canvas.write(label, rect.x, y, theme[.muted])
      let end = isWide ? rect.x + 18 : rect.maxX
      surface.write(value, endingAt: end, y, theme[role])
      if isWide { surface.write(note.0, endingAt: rect.maxX, y, theme[note.1]) }
    }
    let balance = values.balance.map(words.money) ?? "—"
    line(rect.y, words.cards.balance, balance, .text, (values.census, .muted))
    guard let summary = values.summary else {
      let lines = Rect(rect.x, rect.y + 1, rect.width, min(2, rect.height - 1))
      surface.paragraph(values.unread, lines, theme[.muted])
      return rect.splitTop(3).rest
    }
    // Beside the comparison there is room for one sum a line.
    let sums = summary.inEach(\.spent)
    let first = isWide ? words.money(sums[0]) : PaymentText.sums(sums, words, to: rect.width - 10)
    let difference = summary.comparison(in: values.now, words) ?? ("", .muted)
    line(rect.y + 1, words.activity.spent, first, .strong, difference)
    if isWide {
      for (index, sum) in sums.enumerated().dropFirst() {
        line(rect.y + 1 + index, "", words.money(sum), .strong, ("", .muted))
      }
      return rect.splitTop(1 + sums.count).rest
    }
    surface.canvas.write(
      Text.truncate(difference.0, to: rect.width), rect.x, rect.y + 2, theme[difference.1])
    return rect.splitTop(3).rest
  }

  // MARK: Weeks and days

  /// Returns what is left.
  private func weeks(_ summary: SpendingSummary, _ rect: Rect) -> Rect {
    let weeks = summary.weeks
    let most = Double(max(1, weeks.map(\.minorUnits).max() ?? 1))
    let sums = weeks.indices.map { index in
      PaymentText.sums(summary.inEach { $0.weeks[index] }, words, to: rect.width / 2)
    }
    let width = rect.width - 7 - max(10, 1 + (sums.map { Text.width(of: $0) }.max() ?? 0))
    for (index, week) in weeks.enumerated() where index < rect.height {
      let y = rect.y + index
      let last = min(index * 7 + 7, summary.days.count)
      let isFuture = index * 7 >= summary.lastDay
      surface.canvas.write(words.activity.dayRange(index * 7 + 1, last), rect.x, y, theme[.muted])
      surface.blockBar(Double(week.minorUnits) / most, Rect(rect.x + 7, y, width, 1))
      surface.write(sums[index], endingAt: rect.maxX, y, theme[isFuture ? .muted : .text])
    }
    return rect.splitTop(weeks.count).rest
  }

  /// A bar for each day, their numbers below, then the largest day and the average.
  private func days(_ summary: SpendingSummary, _ rect: Rect) {
    let fitting = (rect.width + 1) / 2
    let first = max(0, summary.lastDay - fitting)
    let shown = Array(summary.days[first..<min(summary.days.count, first + fitting)])
    let chart = rect.splitBottom(2).rest
    let today = summary.lastDay - 1
    surface.uprightBars(shown.map(\.minorUnits), in: chart, highlighted: today - first)
    for index in shown.indices {
      let day = first + index + 1
      guard day == today + 1 || (day == 1 || day % 5 == 0) && abs(day - today - 1) > 1 else {
        continue
      }
      let text = "\(day)"
      let x = min(rect.x + index * 2, rect.maxX - text.count)
      surface.canvas.write(text, x, chart.maxY, theme[day == today + 1 ? .strong : .muted])
    }
    guard let most = summary.days.max(by: { $0.minorUnits < $1.minorUnits }),
      let index = summary.days.firstIndex(of: most), most.minorUnits > 0
    else { return }
    let average = Money(summary.spent.minorUnits / Int64(summary.lastDay), summary.spent.currency)
    let y = rect.maxY - 1
    let largest = words.activity.largestDay(summary.month, day: index + 1, words.money(most))
    let used = surface.canvas.write(largest, rect.x, y, theme[.muted])
    let mean = words.activity.onAverage(words.money(average))
    if used + 2 + Text.width(of: mean) <= rect.width {
      surface.write(mean, endingAt: rect.maxX, y, theme[.muted])
    }
  }

  // MARK: Next

  /// What is worth doing next, with its key.
  private func next(_ tasks: [MonthSums.Task], _ rect: Rect) {
    surface.section(words.activity.next, rect)
    for (index, task) in tasks.prefix(rect.height - 1).enumerated() {
      let y = rect.y + 1 + index
      let hint = task.hint
      surface.hint(hint, rect.maxX - hint.width, y)
      let sign = task.sign.text(ascii: surface.isASCII)
      surface.canvas.write(sign, rect.x, y, theme[task.role])
      surface.canvas.write(
        Text.truncate(task.text, to: rect.width - hint.width - 4), rect.x + 2, y, theme[.text])
    }
  }
}

/// What happened: a message, or a payment.
struct NewsItem {
  let title: String
  let detail: String
  /// All of it, in the list of messages.
  let line: String
  let sign: String
  let role: Role
  let time: Timestamp
  let subject: ToastState.Toast.Subject?

  /// Of these messages and of the payments, newest first.
  static func latest(_ count: Int, _ toasts: [ToastState.Toast], _ state: State) -> [NewsItem] {
    let messages = toasts.suffix(count).reversed().map { NewsItem($0, state) }
    let payments = state.activity.month.notable.prefix(count).map { NewsItem($0, state) }
    // Stable: of the same time they stay in their order.
    return (messages + payments).enumerated().sorted {
      ($1.element.time, $0.offset) < ($0.element.time, $1.offset)
    }.prefix(count).map(\.element)
  }

  private init(_ toast: ToastState.Toast, _ state: State) {
    title = toast.text
    detail = toast.detail ?? ""
    sign = toast.kind.glyph(ascii: state.settings.ascii)
    role = toast.kind.textRole
    time = toast.time.wall
    subject = toast.subject
    if let offer = toast.offer, toast == state.toasts.lastOffering,
      let command = state.command(offer.command), state.refusal(of: command) == nil
    {
      line = toast.line
    } else {
      // What it offered is not possible any more.
      line = toast.news
    }
  }

  init(_ payment: Transaction, _ state: State) {
    let words = state.words
    sign = payment.type.sign.text(ascii: state.settings.ascii)
    role = payment.type.role
    time = payment.transactedAt
    subject = .payment(payment.id)
    let amount = words.money(payment.billedAmount)
    let card = PaymentCard(payment.cardID, state)?.title ?? words.card
    switch payment.type {
    case .decline:
      title = words.activity.wasDeclined(payment.description)
      detail = "\(card) · \(amount) · \(words.limits.declined(payment))"
    case .refund:
      title = words.activity.paidBack(payment.description, amount)
      detail = card
    case .pending, .complete, .other:
      title = words.activity.wasPaid(payment.description, amount)
      detail = card
    }
    line = "\(title) · \(detail)"
  }
}
