import Canvas
import TextLayout
import Themes
import WalletModel
import Words

struct ActivityView: FramePart {
  let frame: Frame
  private var lines: TransactionsView { TransactionsView(frame: frame) }

  /// The screen of payments: a chart, the list, and the payment in focus.
  func activity(_ activity: ActivityScreen, _ between: Rect) {
    // The screen also uses the empty line above the footer.
    let body = Rect(
      between.x, between.y, between.width, state.areas.footer.y - between.y)
    if state.layout == .wide {
      let (list, side) = body.splitLeft(body.width * 58 / 100)
      payments(activity, list)
      let (chart, detail) = side.splitTop(min(12, max(8, side.height / 3)))
      spendingPane(activity, chart)
      paymentPane(activity, detail)
    } else if activity.pane == .details {
      paymentPane(activity, body)
    } else {
      let chart = body.height >= 16 ? 8 : 0
      let (top, list) = body.splitTop(chart)
      if chart > 0 { spendingPane(activity, top) }
      payments(activity, list)
    }
  }

  /// The footer's hints between help and quit, most important first.
  func activityHints(_ activity: ActivityScreen) -> [Hint] {
    let isDetail = activity.pane == .details && state.layout != .wide
    let all = activity.requested.card != nil
    let words = words
    var hints: [(Command.ID, String?)] = state.isWaiting ? [] : [("back", words.backHint)]
    hints += [
      ("activity.range", words.paymentsRange.hint), ("activity.order", words.paymentsOrder.hint),
      ("activity.card", all ? words.allCardsHint : words.paymentsOfCard.hint),
    ]
    if state.layout != .wide && !isDetail { hints.append(("open", words.detailHint)) }
    return hints.compactMap { id, word in
      state.keymap.label(id).map { Hint($0, word ?? "", runs: id) }
    }
  }

  private func rangeText(_ range: ActivityScreen.Range) -> String {
    range == .all ? words.everything : words.days(range.rawValue)
  }

  // MARK: List

  private func payments(_ activity: ActivityScreen, _ rect: Rect) {
    let words = words
    let isNarrow = state.layout == .narrow
    let title = activity.title
    let scope = title.card.map { id in state.list.row(id)?.title ?? "" } ?? words.allCards
    let order = title.query.order == .ascending ? words.oldestFirst : words.newestFirst
    let note = isNarrow ? rangeText(title.range) : "\(rangeText(title.range)) · \(order)"
    frame.pane(rect, title: scope, note: note, focused: true)
    let inside = rect.inset(2, 1)
    frame.canvas.mark(.list, words.payments(activity.list.rows.count, more: false), rect)
    if activity.list.rows.isEmpty {
      return noPayments(activity, inside)
    }
    let first = activity.list.centredTop(inside.height)
    self.rows(activity.list, from: first, in: inside, name: name) { payment, row, isSelected in
      lines.transaction(payment, row)
      guard isSelected else { return }
      let whole = Rect(rect.x + 1, row.y, rect.width - 2, 1)
      let background = theme[.selection]
      frame.canvas.restyle(whole) {
        Style($0.foreground, on: background.background, $0.attributes.union(background.attributes))
      }
      frame.canvas.cursor = Point(row.x, row.y)
    }
    let total = words.payments(activity.list.count, more: activity.list.nextToken != nil)
    if Text.width(of: total) + 6 < rect.width {
      frame.canvas.write(" \(total) ", rect.x + 2, rect.maxY - 1, theme[.muted])
    }
  }

  /// Why the list is empty: there were no payments, or they could not be read.
  private func noPayments(_ activity: ActivityScreen, _ rect: Rect) {
    guard activity.shown == nil, let error = activity.failure else {
      let text = activity.shown == nil ? words.readingShort : words.noPaymentsThen
      frame.paragraph(text, rect, theme[.muted])
      return
    }
    let used = frame.paragraph(words.sentence(error), rect, theme[.danger])
    let again = words.readsAgain(key: state.keyLabel(for: "wallet.reload"))
    let advice = state.unreadable == nil ? words.advice(error) + " " : ""
    frame.paragraph(advice + again + ".", rect.splitTop(used + 1).rest, theme[.muted])
  }

  // MARK: Chart

  private func spendingPane(_ activity: ActivityScreen, _ rect: Rect) {
    let words = words
    let range = activity.title.range
    let currency = activity.list.rows.first { $0.type != .decline && !$0.isDamaged }?.billedAmount
      .currency
    frame.pane(rect, title: words.spending, note: rangeText(range), focused: false)
    let inside = rect.inset(2, 1)
    guard let currency, inside.height >= 3 else { return }
    let oldest =
      activity.list.rows.filter { !$0.isDamaged }.map(\.transactedAt).min() ?? state.clock.wall
    let ever = max(7, Int(state.clock.wall.seconds(since: oldest) / 86_400) + 1)
    let spending = Spending(
      activity.list.rows, clock: state.clock, currency: currency,
      count: range == .all ? ever : range.rawValue)
    let total = words.money(Money(spending.total, currency))
    frame.canvas.write(total, inside.x, inside.y, theme[.strong])
    let bars = Rect(inside.x, inside.y + 1, inside.width, inside.height - 2)
    let columns = spending.columns(min(bars.width, spending.days.count))
    for (index, amount) in columns.enumerated() {
      let shade = Double(index) / Double(max(1, columns.count - 1))
      let start = index * bars.width / columns.count
      let width = (index + 1) * bars.width / columns.count - start
      bar(
        Double(amount) / Double(max(1, columns.max() ?? 1)), shade,
        Rect(bars.x + start, bars.y, width > 2 ? width - 1 : width, bars.height))
    }
    let most = words.money(Money(columns.max() ?? 0, currency))
    let label = "▲ \(most)"
    let text = state.settings.ascii ? words.atMost(most) : label
    frame.canvas.write(text, inside.maxX - Text.width(of: text), inside.y, theme[.muted])
    let offset = state.clock.utcOffset
    let start = state.clock.wall.adding(seconds: -Int64(spending.days.count - 1) * 86_400)
    frame.canvas.write(words.day(start, offset: offset), inside.x, inside.maxY - 1, theme[.muted])
    let end = words.today
    frame.canvas.write(end, inside.maxX - Text.width(of: end), inside.maxY - 1, theme[.muted])
    frame.canvas.mark(.activity, "\(words.spending), \(total)", rect)
  }

  /// A bar that fills `part` (0…1) of the height, in steps of an eighth of a line.
  private func bar(_ part: Double, _ shade: Double, _ rect: Rect) {
    let low = theme[.chartLow]
    let color = low.foreground.mixed(with: theme[.chartHigh].foreground, shade)
    let style = Style(color, on: low.background, low.attributes)
    let eighths = part > 0 ? max(1, Int(part * Double(rect.height * 8))) : 0
    let signs = Array(state.settings.ascii ? " ..::###" : " ▁▂▃▄▅▆▇")
    for line in 0..<rect.height {
      let filled = min(8, max(0, eighths - line * 8))
      let y = rect.maxY - 1 - line
      if filled == 0 {
        let baseline = String(repeating: state.settings.ascii ? "_" : "▁", count: rect.width)
        if line == 0 { frame.canvas.write(baseline, rect.x, y, theme[.faint]) }
        continue
      }
      let full: Character = state.settings.ascii ? "#" : "█"
      let sign = filled == 8 ? full : signs[filled]
      frame.canvas.write(String(repeating: sign, count: rect.width), rect.x, y, style)
    }
  }

  // MARK: Detail

  private func paymentPane(_ activity: ActivityScreen, _ rect: Rect) {
    guard let payment = activity.list.focused else {
      return frame.pane(rect, title: words.payment, note: "", focused: activity.pane == .details)
    }
    frame.pane(
      rect, title: name(of: payment), note: "",
      focused: activity.pane == .details && state.layout != .wide)
    let inside = rect.inset(2, 1)
    let name = name(of: payment)
    frame.canvas.mark(.details, name, rect)
    // When the list is beside it, the cursor is on the payment's row there.
    if frame.canvas.cursor == nil { frame.canvas.cursor = Point(inside.x, inside.y) }
    for (index, fact) in facts(of: payment).prefix(inside.height).enumerated() {
      let y = inside.y + index
      frame.canvas.write(fact.label, inside.x, y, theme[.muted], limit: 11)
      frame.canvas.write(
        Text.truncate(fact.value, to: inside.width - 12), inside.x + 12, y,
        theme[fact.role])
    }
  }

  private func name(of payment: Transaction) -> String {
    payment.isDamaged ? words.damagedRecord : payment.description
  }

  private func facts(of payment: Transaction) -> [(label: String, value: String, role: Role)] {
    if payment.isDamaged { return [(words.payment, payment.id.rawValue, .muted)] }
    let offset = state.clock.utcOffset
    func time(_ time: Timestamp) -> String {
      "\(words.date(time, offset: offset)) \(words.minute(time, offset: offset))"
    }
    var facts: [(label: String, value: String, role: Role)] = [
      (words.stateOfPayment, lines.stateText(payment), lines.role(payment.type)),
      (words.amount, words.money(payment.billedAmount), .strong),
    ]
    if payment.transactedAmount.currency != payment.billedAmount.currency {
      facts.append((words.atMerchant, words.money(payment.transactedAmount), .text))
    }
    for detail in payment.detail where detail.markupAmount.minorUnits != 0 {
      let percent = Money(detail.markup.percent / 10, Currency("EUR")).decimal
      facts.append(
        (words.markup, "\(words.money(detail.markupAmount)) (\(percent) %)", .text))
      facts.append((words.accountPays, words.money(detail.fundingSourceAmount), .text))
    }
    if payment.detail.contains(where: { $0.state == .insufficientFunds }) {
      facts.append((words.account, words.notCovered, .danger))
    }
    facts.append((words.when, time(payment.transactedAt), .text))
    if let settled = payment.settledAt { facts.append((words.settled, time(settled), .text)) }
    if let row = state.list.row(payment.cardID) {
      facts.append((words.card, "\(row.title) ··\(row.lastFour)", .text))
    }
    facts.append((words.payment, payment.id.rawValue, .muted))
    if payment.sequenceID != payment.id.rawValue {
      facts.append((words.sequence, payment.sequenceID, .muted))
    }
    return facts
  }
}

extension Spending {
  /// The days in this number of groups, oldest first. The last group ends today.
  func columns(_ count: Int) -> [Int64] {
    guard count > 0 else { return [] }
    let size = (days.count + count - 1) / count
    var columns: [Int64] = []
    var end = days.count
    while end > 0 {
      let start = max(0, end - size)
      columns.append(days[start..<end].reduce(into: 0) { $0.add($1) })
      end = start
    }
    return columns.reversed()
  }
}
