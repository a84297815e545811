import Canvas
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

  /// nil: the command is not possible now, or has no key.
  private func hint(_ id: Command.ID, _ word: String) -> Hint? {
    guard state.command(id).map({ state.refusal(of: $0) == nil }) ?? false else { return nil }
    return state.keymap.label(id).map { Hint($0, word, runs: id) }
  }

  /// What its footer offers between help and quit, best first.
  func hints(_ activity: ActivityScreen) -> [Hint] {
    let words = words
    let hasSide = ActivityAreas(state, activity).hasSide
    var hints: [Hint?] = []
    if state.isWaiting || activity.pane == .details { hints.append(hint("back", words.backHint)) }
    let isNarrow = state.size.width < 60
    if !isNarrow { hints.append(hint("open", words.openCardHint)) }
    // The other page.
    if !hasSide {
      hints.append(
        activity.pane == .list
          ? hint("pane.next", words.summaryHint) : hint("reveal.copy", words.copyIDHint))
    }
    hints.append(hint("list.filter", words.findHint))
    hints.append(hint("activity.sort", words.sortPayments.hint ?? ""))
    let months = ["activity.month.before", "activity.month.after"].compactMap(state.keymap.label)
    if !months.isEmpty { hints.append(Hint(months.joined(separator: " "), words.monthHint)) }
    if hasSide { hints.append(hint("palette", words.commands.hint ?? "")) }
    // The last ones are those that one finds in the help.
    let most = isNarrow ? 2 : state.size.width < 80 ? 3 : 9
    return Array(hints.compactMap(\.self).prefix(most))
  }

  // MARK: Beside the table

  private func monthPane(_ activity: ActivityScreen, _ rect: Rect) {
    let keys = ["activity.month.before", "activity.month.after"].map {
      state.keymap.label($0) ?? ""
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
    MonthSummaryView(frame: frame, summary: summary).draw(inside)
  }

  /// What was spent each day and each week, and with which card.
  private func daysPane(_ activity: ActivityScreen, _ rect: Rect) {
    let inside = frame.pane(rect, title: words.dayByDay, focused: false)
    guard let summary = activity.summary else { return }
    MonthSummaryView(frame: frame, summary: summary).days(inside, now: state.clock) {
      PaymentCard($0, state)?.title ?? words.card
    }
  }

  private func paymentPane(_ activity: ActivityScreen, _ rect: Rect) {
    guard let payment = activity.list.focused else {
      frame.pane(rect, title: words.payment, focused: false)
      return
    }
    let amount = payment.isDamaged ? "" : PaymentText.amount(payment, words)
    let inside = frame.pane(rect, title: name(of: payment), note: amount, focused: false)
    frame.write(amount, endingAt: inside.maxX, rect.y, theme[.text])
    let used = facts(payment, Rect(inside.x, inside.y, inside.width, inside.height - 1))
    let y = min(inside.maxY - 1, inside.y + used + 1)
    if y >= inside.y + used { actions(activity, Rect(inside.x, y, inside.width, 1)) }
  }

  /// What can be done with its card.
  private func actions(_ activity: ActivityScreen, _ line: Rect) {
    var x = line.x
    for hint in [
      hint("activity.card", words.cardOfPayment.hint ?? ""), hint("card.lock", words.lockItHint),
      hint("card.unlock", words.unlockItHint), hint("reveal.copy", words.copyIDHint),
    ].compactMap(\.self) {
      guard x + hint.width <= line.maxX else { return }
      x += frame.hint(hint, x, line.y) + 3
    }
  }

  // MARK: In its place

  /// The payment and the month, one below the other, as far as they are scrolled.
  private func page(_ activity: ActivityScreen, _ rect: Rect) {
    let inside = frame.pane(
      rect, title: words.month(activity.month), note: activity.list.focused.map(name) ?? "",
      focused: true)
    frame.canvas.mark(.details, words.month(activity.month), rect)
    let isWide = inside.width >= 74
    let half = (inside.width - 4) / 2
    let month = activity.summary.map { MonthSummaryView(frame: frame, summary: $0) }
    let factLines = activity.list.focused.map { facts(of: $0).count + 2 } ?? 0
    let height =
      isWide
      ? max(month?.wholeHeight ?? 0, factLines + 2) : factLines + (month?.wholeHeight ?? 0)
    let top = max(0, min(activity.scroll, height - inside.height))
    let whole = Rect(inside.x, inside.y - top, inside.width, max(height, inside.height))
    frame.canvas.clip(to: inside)
    if isWide {
      month?.draw(Rect(whole.x, whole.y, half, whole.height))
      payment(
        activity, Rect(whole.x + half + 4, whole.y, whole.width - half - 4, whole.height))
    } else {
      payment(activity, whole)
      month?.draw(
        Rect(whole.x, whole.y + factLines, whole.width, whole.height - factLines))
    }
    frame.canvas.clip(to: nil)
    frame.scrollbar(
      first: top, visible: inside.height, of: height,
      Rect(rect.maxX - 2, inside.y, 1, inside.height), focused: true)
  }

  private func payment(_ activity: ActivityScreen, _ rect: Rect) {
    guard let payment = activity.list.focused else { return }
    let amount = payment.isDamaged ? "" : PaymentText.amount(payment, words)
    frame.section(
      name(of: payment), note: amount, noteRole: .strong, Rect(rect.x, rect.y, rect.width, 1))
    _ = facts(payment, Rect(rect.x, rect.y + 1, rect.width, rect.height - 1))
  }

  // MARK: Facts

  private func name(of payment: Transaction) -> String {
    payment.isDamaged ? words.damagedRecord : payment.description
  }

  /// Returns the lines that they took.
  private func facts(_ payment: Transaction, _ rect: Rect) -> Int {
    let facts = facts(of: payment).prefix(max(0, rect.height))
    for (index, fact) in facts.enumerated() {
      let y = rect.y + index
      frame.canvas.write(fact.label, rect.x, y, theme[.muted], limit: 11)
      frame.canvas.write(
        fact.isID
          ? fact.value.shortened(to: rect.width - 12)
          : Text.truncate(fact.value, to: rect.width - 12),
        rect.x + 12, y, theme[fact.role])
    }
    return facts.count
  }

  struct Fact {
    let label: String
    let value: String
    var role = Role.text
    /// Is shortened in its middle.
    var isID = false
  }

  func facts(of payment: Transaction) -> [Fact] {
    let id = Fact(label: words.payment, value: payment.id.rawValue, role: .muted, isID: true)
    if payment.isDamaged { return [id] }
    let zone = state.clock.zone
    let time = payment.transactedAt
    let year = time.civil(in: zone).year
    var facts = [
      Fact(
        label: words.when,
        value:
          "\(words.weekday(time, in: zone)) \(year), \(words.minute(time, in: zone))"),
      Fact(label: words.stateOfPayment, value: stateText(payment), role: payment.type.role),
    ]
    if let card = PaymentCard(payment.cardID, state) {
      facts.append(Fact(label: words.card, value: card.full))
    }
    facts.append(Fact(label: words.category, value: words.category(payment.category)))
    facts.append(id)
    if payment.transactedAmount.currency != payment.billedAmount.currency {
      facts.append(Fact(label: words.atMerchant, value: words.money(payment.transactedAmount)))
    }
    for detail in payment.detail where detail.markupAmount.minorUnits != 0 {
      let percent = Money(detail.markup.percent / 10, Currency("EUR")).decimal
      facts.append(
        Fact(
          label: words.markup, value: "\(words.money(detail.markupAmount)) (\(percent) %)"))
      facts.append(
        Fact(label: words.accountPays, value: words.money(detail.fundingSourceAmount)))
    }
    if payment.detail.contains(where: { $0.state == .insufficientFunds }) {
      facts.append(Fact(label: words.account, value: words.notCovered, role: .danger))
    }
    if payment.sequenceID != payment.id.rawValue {
      facts.append(
        Fact(label: words.sequence, value: payment.sequenceID, role: .muted, isID: true))
    }
    return facts
  }

  /// `✓ complete, booked 20 Nov`.
  private func stateText(_ payment: Transaction) -> String {
    let sign =
      state.settings.isLinear
      ? "" : payment.type.glyph(ascii: state.settings.ascii) + " "
    let word = PaymentText.state(payment, words)
    return sign
      + (payment.settledAt.map { words.booked(word, words.day($0, in: state.clock.zone)) }
        ?? word)
  }
}

extension String {
  /// Cut in its middle: `07d29514…9f0920e2c1f`.
  fileprivate func shortened(to columns: Int) -> String {
    guard count > columns, columns > 4 else { return self }
    return "\(prefix((columns - 1) * 2 / 5))…\(suffix(columns - 1 - (columns - 1) * 2 / 5))"
  }
}
