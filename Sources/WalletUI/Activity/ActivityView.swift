import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The screen of payments: the table, the month, and the payment in focus.
struct ActivityView: FramePart {
  let frame: Frame

  func activity(_ activity: ActivityScreen) {
    let areas = ActivityAreas(state, activity)
    if state.settings.isLinear {
      return ActivityLines(frame: frame, activity: activity).draw(areas)
    }
    if !areas.hasSide, activity.pane == .details { return page(activity, areas.main) }
    PaymentTableView(frame: frame, activity: activity, areas: areas).draw()
    if let rect = areas.month { monthPane(activity, rect) }
    if let rect = areas.payment { paymentPane(activity, rect) }
    if let rect = areas.days { daysPane(activity, rect) }
  }

  private func hint(_ id: Command.ID, _ word: String) -> Hint? { Hint.of(id, as: word, frame) }

  /// What its footer offers between help and quit, best first.
  func hints(_ activity: ActivityScreen) -> [Hint] {
    let words = words
    let hasSide = ActivityAreas(state, activity).hasSide
    var hints: [Hint?] = []
    if state.isWaiting || activity.pane == .details { hints.append(hint("back", words.backHint)) }
    let isNarrow = state.view.size.width < 60
    if !isNarrow { hints.append(hint("open", words.cards.openHint)) }
    // The other page.
    if !hasSide, activity.pane == .list {
      hints.append(hint("pane.next", words.activity.summaryHint))
    }
    hints.append(hint("list.filter", words.activity.findHint))
    hints.append(hint("activity.sort", words.activity.sortPayments.hint ?? ""))
    let months = ["activity.month.before", "activity.month.after"].compactMap(
      state.input.keymap.label)
    if !months.isEmpty {
      hints.append(Hint(months.joined(separator: " "), words.activity.monthHint))
    }
    if hasSide { hints.append(hint("palette", words.screen.commands.hint ?? "")) }
    // The last ones are those that one finds in the help.
    let most = isNarrow ? 2 : state.view.size.width < 80 ? 3 : 9
    return Array(hints.compactMap(\.self).prefix(most))
  }

  // MARK: Beside the table

  private func monthPane(_ activity: ActivityScreen, _ rect: Rect) {
    let keys = ["activity.month.before", "activity.month.after"].map {
      state.input.keymap.label($0) ?? ""
    }
    let title = words.month(activity.month)
    func note(_ name: (CalendarMonth) -> String) -> String {
      let names = [-1, 1].map { name(activity.month.adding($0)) }
      return "\(keys[0]) \(names[0])   \(names[1]) \(keys[1])"
    }
    let isFocused = activity.pane == .details
    // The title is not cut for it: `[ Sep   Nov ]`. The sign of the focus takes two columns.
    let room =
      rect.width - 2 * Frame.paneMargin - Text.width(of: title) - 3 - (isFocused ? 2 : 0)
    let long = note(words.monthName)
    let note = Text.width(of: long) <= room ? long : note(words.monthShort)
    let inside = frame.pane(rect, title: title, note: note, focused: isFocused)
    let end = inside.maxX
    frame.write(keys[1], endingAt: end, rect.y, theme[.key])
    frame.canvas.write(keys[0], end - Text.width(of: note), rect.y, theme[.key])
    frame.canvas.mark(
      .details, words.month(activity.month), rect, target: Target.pane(.details).text)
    guard let summary = activity.summary else { return }
    frame.draw(MonthSummary(summary, state), in: inside)
  }

  /// What was spent each day and each week, and with which card.
  private func daysPane(_ activity: ActivityScreen, _ rect: Rect) {
    let inside = frame.pane(rect, title: words.activity.dayByDay, focused: false)
    guard let summary = activity.summary else { return }
    MonthSummaryView(frame: frame, summary: summary).days(inside, now: state.clock) {
      PaymentCard($0, state)?.title ?? words.card
    }
  }

  private func paymentPane(_ activity: ActivityScreen, _ rect: Rect) {
    guard let payment = activity.list.focused else {
      frame.pane(rect, title: words.shop.payment, focused: false)
      return
    }
    let sheet = PaymentSheet(state: state, payment: payment)
    let inside = frame.pane(rect, title: sheet.title, note: sheet.amount, focused: false)
    frame.write(sheet.amount, endingAt: inside.maxX, rect.y, theme[.text])
    let facts = sheet.facts.prefix(max(0, inside.height - 1))
    frame.facts(Array(facts), in: inside, labels: PaymentSheet.labels)
    let y = min(inside.maxY - 1, inside.y + facts.count + 1)
    if y >= inside.y + facts.count { actions(activity, Rect(inside.x, y, inside.width, 1)) }
  }

  /// What can be done with its card.
  private func actions(_ activity: ActivityScreen, _ line: Rect) {
    var x = line.x
    for hint in [
      hint("activity.card", words.activity.cardOfPayment.hint ?? ""),
      hint("card.lock", words.activity.lockItHint),
      hint("card.unlock", words.activity.unlockItHint),
      hint("reveal.copy", words.copying.copyIDHint),
    ].compactMap(\.self) {
      guard x + hint.width <= line.maxX else { return }
      x += frame.hint(hint, x, line.y) + 3
    }
  }

  // MARK: In its place

  /// The month, as far as it is scrolled.
  private func page(_ activity: ActivityScreen, _ rect: Rect) {
    let title = words.month(activity.month)
    let inside = frame.pane(rect, title: title, focused: true)
    frame.canvas.mark(.details, title, rect)
    guard let summary = activity.summary else { return }
    let month = MonthSummaryView(frame: frame, summary: summary)
    let height = month.wholeHeight
    let top = max(0, min(activity.scroll, height - inside.height))
    frame.canvas.clip(to: inside)
    month.draw(Rect(inside.x, inside.y - top, inside.width, max(height, inside.height)))
    frame.canvas.clip(to: nil)
    frame.scrollbar(
      first: top, visible: inside.height, of: height,
      Rect(rect.maxX - 2, inside.y, 1, inside.height), focused: true)
  }
}
