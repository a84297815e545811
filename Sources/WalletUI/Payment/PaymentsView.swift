import Canvas
import ScreenKit
import Secrets
import TextLayout
import Themes
import ThreeDSecure
import WalletModel
import Words

/// The screen of payments with a handle.
struct PaymentsView: WebListView {
  let frame: Frame
  let pane: Pane

  private var words: Words { state.words.ofProgram }
  var list: ListPane<PaymentHandle> { state.paying.web.handles }
  var title: String { words.payments.webPayments }
  var guide: WebGuide { WebGuide(matter: .paying) }

  func entries(_ areas: WebAreas) {
    rows(
      list, from: list.top, in: areas.rows, height: areas.rowHeight, name: name
    ) { row($0, $1, isSelected: $2, areas) }
    frame.scrollbar(
      first: list.top, visible: areas.height, of: list.count,
      Rect(areas.list.maxX - 2, areas.rows.y, 1, areas.rows.height), focused: pane == .list)
    today(areas)
  }

  func outline(_ rect: Rect) {
    let entries = 6
    guard rect.height >= 3 * entries else { return }
    for index in 0..<entries {
      frame.outline(Rect(rect.x, rect.y + 3 * index, rect.width, 2))
    }
  }

  /// Today's payments by what became of them, below a list that leaves room for it.
  private func today(_ areas: WebAreas) {
    let used = min(list.count, areas.height) * areas.rowHeight
    let place = areas.rows.splitTop(used + 1).rest
    guard state.layout == .wide, place.height >= 5 else { return }
    let now = state.clock.wall
    let today = now.civil(in: state.clock.zone).dayNumber
    let handles = list.rows.filter {
      !$0.isDamaged && $0.createdAt.civil(in: state.clock.zone).dayNumber == today
    }
    guard !handles.isEmpty else { return }
    let groups: [(String, [PaymentHandle])] = [
      (words.payments.todayPaid, handles.filter { $0.status(at: now) == .completed }),
      (words.payments.todayOpen, handles.filter { $0.status(at: now).isOpen }),
      (
        words.payments.todayLost,
        handles.filter { [.failed, .expired].contains($0.status(at: now)) }
      ),
    ]
    frame.section(words.payments.todayTitle, Rect(place.x, place.y, place.width, 1))
    frame.facts(
      groups.map { ($0.0, sums($0.1), .text) }, in: place.splitTop(1).rest, labels: 15)
  }

  /// `€36.99 in 2 payments`.
  private func sums(_ handles: [PaymentHandle]) -> String {
    handles.isEmpty ? "–" : words.payments.inPayments(handles.map(\.money).sums, handles.count)
  }

  var emptyText: String {
    if state.paying.web.isMissing { return words.payments.noPaymentService + "." }
    if list.filter?.input.text.isEmpty == false { return words.payments.noWebPaymentMatches }
    return list.unread(words.activity.readingPayments, state)
      ?? words.payments.noWebPayments(key: state.keyLabel(for: "payment.new"))
  }

  private func status(_ handle: PaymentHandle) -> PaymentHandleStatus {
    handle.status(at: state.clock.wall)
  }

  private func word(_ handle: PaymentHandle) -> String {
    words.payments.handleState(status(handle), redirect: handle.needsRedirect)
  }

  private func card(_ handle: PaymentHandle) -> String {
    "\(words.payments.brandName(handle.card.brand)) ··\(handle.card.lastDigits)"
  }

  private func name(_ handle: PaymentHandle) -> String {
    if handle.isDamaged { return words.damagedRecord }
    return "\(handle.merchantRefNum), \(words.money(handle.money)), \(word(handle)), "
      + "\(card(handle)), \(handle.merchantName)"
  }

  private func row(_ handle: PaymentHandle, _ rect: Rect, isSelected: Bool, _ areas: WebAreas) {
    let ground = rowGround(rect, isSelected: isSelected, isFocused: pane == .list)
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    if handle.isDamaged {
      frame.canvas.write(words.damagedRecord, rect.x, rect.y, on(.danger), limit: rect.width)
      return
    }
    let status = status(handle)
    let stateWidth = min(18, Text.width(of: word(handle)) + 2)
    // One column for all rows, where there is room for it.
    let state = rect.maxX - (rect.width < 38 ? stateWidth : max(18, stateWidth))
    let amount = words.money(handle.money)
    let amountEnd = state - 2
    let isFaint = !status.isOpen
    frame.canvas.write(
      Text.truncate(
        handle.merchantRefNum, to: max(4, amountEnd - Text.width(of: amount) - 2 - rect.x)),
      rect.x, rect.y, on(isFaint ? .muted : isSelected ? .strong : .text))
    frame.write(amount, endingAt: amountEnd, rect.y, on(isFaint ? .muted : .text))
    frame.state(
      status.sign, word(handle), status.role, state, rect.y, room: rect.maxX - state, on: ground)
    guard rect.height > 1 else { return }
    let time = note(handle, status)
    let left = isFaint ? why(handle, status) : "\(card(handle)) · \(handle.merchantName)"
    frame.canvas.write(
      Text.truncate(left, to: rect.width - Text.width(of: time) - 1), rect.x, rect.y + 1,
      on(.muted))
    frame.write(time, endingAt: rect.maxX, rect.y + 1, on(.muted))
  }

  /// The time left, or the time of day.
  private func note(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> String {
    status.isOpen
      ? words.countdown(handle.secondsLeft(at: state.clock.wall))
      : words.minute(handle.createdAt, in: state.clock.zone)
  }

  private func why(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> String {
    guard status == .failed || status == .expired else {
      return "\(card(handle)) · \(handle.merchantName)"
    }
    let why = words.payments.failure(handle.errorCode)
    return handle.errorCode.map { "\(why) · \(words.payments.codeNumber($0))" } ?? why
  }

  // MARK: One payment

  func details(_ rect: Rect, focused: Bool) {
    guard let handle = list.focused, !handle.isDamaged else {
      frame.pane(rect, title: words.shop.payment, focused: focused)
      return
    }
    let status = status(handle)
    let inside = frame.pane(
      rect, title: handle.merchantRefNum, note: handle.merchantName, focused: focused)
    defer { if focused { frame.putCursor(onTitleOf: rect) } }
    frame.canvas.mark(
      .details, handle.merchantRefNum, rect, target: Target.pane(.details).text)
    frame.state(status.sign, word(handle), status.role, inside.x, inside.y, room: inside.width)
    frame.write(words.money(handle.money), endingAt: inside.maxX, inside.y, theme[.strong])
    // Where rows are scarce, there is no air.
    let air = inside.height < 16 ? 0 : 1
    var y = inside.y + 1 + air
    if status.isOpen, handle.timeToLiveSeconds > 0 {
      let left = handle.secondsLeft(at: state.clock.wall)
      let text = words.countdown(left)
      frame.thinBar(
        Double(left) / Double(handle.timeToLiveSeconds),
        Rect(inside.x, y, max(0, inside.width - Text.width(of: text) - 2), 1),
        left < 60 ? .warning : .accent)
      frame.write(text, endingAt: inside.maxX, y, theme[.text])
      y += 1 + air
    }
    func rest() -> Rect { Rect(inside.x, y, inside.width, max(0, inside.maxY - y)) }
    if status == .payable { y += token(handle, rest()) + air }
    y += SheetView(frame: frame).draw(sheet(handle, status, width: inside.width), rest()) + 1
    if hasNoGuide, rest().height >= 7 { frame.draw(TestNumbers(), in: rest()) }
  }

  /// What the shop receives, and the key that shows it or hides it. Returns the lines used.
  private func token(_ handle: PaymentHandle, _ rect: Rect) -> Int {
    guard rect.height > 2, rect.width > 0 else { return 0 }
    frame.section(
      words.payments.shopReceives, note: words.payments.aTokenOnce,
      Rect(rect.x, rect.y, rect.width, 1))
    var y = rect.y + 1
    let revealed = state.secrets.reveal.flatMap { reveal in
      reveal.token(of: handle.id).map { (reveal, $0) }
    }
    if let (reveal, token) = revealed {
      // It is longer than a line, so it has several.
      var start = 0
      while start < token.count, y < rect.maxY - 1 {
        let end = min(start + rect.width, token.count)
        frame.canvas.reveal(token, start..<end, rect.x, y, theme[.secret], mask: "•")
        start = end
        y += 1
      }
      RevealHintsView(frame: frame, reveal: reveal).draw(Rect(rect.x, y, rect.width, 1))
    } else {
      let mask = String(repeating: state.settings.ascii ? "*" : "•", count: 16)
      let used = frame.canvas.write(mask, rect.x, y, theme[.muted])
      if let hint = Hint.of("payment.token", frame) { frame.hint(hint, rect.x + used + 2, y) }
    }
    return y + 1 - rect.y
  }

  /// The facts, what happened and what comes next, and what can be done.
  private func sheet(_ handle: PaymentHandle, _ status: PaymentHandleStatus, width: Int) -> Sheet {
    let explained = words.payments.handleExplained(status, redirect: handle.needsRedirect)
    let actions = CardActions(state, Array(PaymentsScreen.commands.dropFirst()))
    var lines: [Sheet.Line] = facts(handle, status).map { .facts([$0], labels: 15) }
    lines += [.blank, .title(words.payments.whatAHandleIs, note: "")]
    lines += [.steps(steps(handle, status), progress: nil), .blank]
    lines += Text.wrap(explained, to: width).map { .text($0, .muted) }
    return Sheet(lines: lines + [.blank] + actions.lines(words))
  }

  private func facts(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> [CardFacts.Fact] {
    let zone = state.clock.zone
    var facts: [CardFacts.Fact] = []
    if status == .failed || status == .expired {
      facts.append(
        (words.shop.stateOfPayment, words.payments.failure(handle.errorCode), .danger))
      if let code = handle.errorCode {
        facts.append((words.payments.errorNumber, "\(code)", .text))
      }
    }
    facts += [
      (words.payments.payerCard, card(handle), .text),
      (words.holder, handle.card.holderName, .text),
      (words.cards.validUntil, handle.card.expiry.short, .text),
      (words.bankQuestion.whenLabel, words.bankQuestion.moment(handle.createdAt, in: zone), .text),
    ]
    if handle.transactionType != .payment {
      facts.append(
        (words.typeColumn, words.payments.transactionType(handle.transactionType), .text))
    }
    if let verdict = state.paying.web.verdicts.verdict(of: handle) {
      facts.append((words.payments.threeDSecureLabel, words.payments.verdict(verdict), .text))
      if let indicator = verdict.eci(handle.card.brand) {
        facts.append((words.payments.commerceIndicator, indicator, .text))
      }
    }
    if let account = handle.accountID { facts.append((words.shop.account, account, .muted)) }
    facts.append((words.copying.paymentID, handle.id, .muted))
    return facts
  }

  /// From the card to the money: what is done, and what is to come.
  private func steps(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> [ProgressStep] {
    let verdict = state.paying.web.verdicts.verdict(of: handle)
    let wasAsked = verdict != nil || handle.needsRedirect
    let isLost = status == .failed || status == .expired
    let bank: ProgressStep.Stage =
      status == .initiated ? .now : isLost && verdict?.isAccepted != true ? .failed : .done
    let charge: ProgressStep.Stage =
      switch status {
      case .payable, .processing: .now
      case .completed: .done
      case .initiated: .later
      case .failed, .expired: wasAsked && bank == .failed ? .later : .failed
      }
    let made = ProgressStep(
      .done, words.payments.stepMade,
      note: words.minute(handle.createdAt, in: state.clock.zone))
    let asked =
      wasAsked ? [ProgressStep(bank, words.payments.stepAsked, note: verdict?.letter ?? "")] : []
    return [made] + asked + [ProgressStep(charge, words.payments.stepCharged)]
  }
}

extension ThreeDSResult {
  /// Of a word that is not known only the beginning.
  var letter: String { String(rawValue.prefix(8)) }
}

extension PaymentHandleStatus {
  private var look: (sign: StateSign, role: Role) {
    switch self {
    case .payable: (.active, .statusActive)
    case .initiated, .processing: (.waiting, .statusIssued)
    case .completed: (.done, .muted)
    case .failed: (.ended, .danger)
    case .expired: (.ended, .statusExpired)
    }
  }

  var sign: StateSign { look.sign }
  var role: Role { look.role }
}
