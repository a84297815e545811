import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// The screen of payments with a handle.
struct PaymentsView: FramePart {
  let frame: Frame
  let pane: Pane

  private var list: ListPane<PaymentHandle> { state.web.handles }

  func draw() {
    let areas = WebAreas(state, hasFilter: list.filter != nil)
    if areas.details.isEmpty, pane == .details { return details(areas.list, focused: true) }
    entries(areas)
    if !areas.details.isEmpty { details(areas.details, focused: pane == .details) }
  }

  private func entries(_ areas: WebAreas) {
    let title = words.webPayments
    let note = list.count == 0 ? "" : words.position(list.selected + 1, of: list.count)
    let isFocused = pane == .list
    frame.pane(areas.list, title: title, note: note, focused: isFocused)
    frame.canvas.mark(.list, "\(title), \(note)", areas.list, target: Target.pane(.list).text)
    frame.filterLine(list, areas.filter)
    if list.count == 0 {
      frame.paragraph(emptyText, areas.rows, theme[.muted])
      return
    }
    rows(
      list, from: list.top, in: areas.rows, height: areas.rowHeight, name: name
    ) { row($0, $1, isSelected: $2, areas) }
    frame.scrollbar(
      first: list.top, visible: areas.height, of: list.count,
      Rect(areas.list.maxX - 2, areas.rows.y, 1, areas.rows.height), focused: isFocused)
  }

  private var emptyText: String {
    if state.web.isMissing { return words.noPaymentService + "." }
    if list.filter?.input.text.isEmpty == false { return words.noWebPaymentMatches }
    if list.isLoading { return words.readingWebPayments + "…" }
    if !list.isKnown { return words.paymentsNotRead(key: state.keyLabel(for: "wallet.reload")) }
    return words.noWebPayments(key: state.keyLabel(for: "payment.new"))
  }

  private func status(_ handle: PaymentHandle) -> PaymentHandleStatus {
    handle.status(at: state.clock.wall)
  }

  private func word(_ handle: PaymentHandle) -> String {
    words.handleState(status(handle), redirect: handle.needsRedirect)
  }

  private func card(_ handle: PaymentHandle) -> String {
    "\(words.brandName(handle.card.brand)) ··\(handle.card.lastDigits)"
  }

  private func name(_ handle: PaymentHandle) -> String {
    if handle.isDamaged { return words.damagedRecord }
    return "\(handle.merchantRefNum), \(words.money(handle.money)), \(word(handle)), "
      + "\(card(handle)), \(handle.merchantName)"
  }

  private func row(_ handle: PaymentHandle, _ rect: Rect, isSelected: Bool, _ areas: WebAreas) {
    var ground = Role.surface
    if isSelected {
      ground = frame.selectedRow(
        Rect(rect.x - 2, rect.y, rect.width + 4, rect.height), isFocused: pane == .list)
    }
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
      : words.minute(handle.createdAt, offset: state.clock.utcOffset)
  }

  private func why(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> String {
    guard status == .failed || status == .expired else {
      return "\(card(handle)) · \(handle.merchantName)"
    }
    let why = words.paymentFailure(handle.errorCode)
    return handle.errorCode.map { "\(why) · \(words.codeNumber($0))" } ?? why
  }

  // MARK: One payment

  private func details(_ rect: Rect, focused: Bool) {
    guard let handle = list.focused, !handle.isDamaged else {
      frame.pane(rect, title: words.payment, focused: focused)
      return
    }
    let status = status(handle)
    let inside = frame.pane(
      rect, title: handle.merchantRefNum, note: handle.merchantName, focused: focused)
    frame.canvas.mark(
      .details, handle.merchantRefNum, rect, target: Target.pane(.details).text)
    frame.state(status.sign, word(handle), status.role, inside.x, inside.y, room: inside.width)
    frame.write(words.money(handle.money), endingAt: inside.maxX, inside.y, theme[.strong])
    var y = inside.y + 2
    if status.isOpen, handle.timeToLiveSeconds > 0 {
      let left = handle.secondsLeft(at: state.clock.wall)
      let text = words.countdown(left)
      frame.thinBar(
        Double(left) / Double(handle.timeToLiveSeconds),
        Rect(inside.x, y, max(0, inside.width - Text.width(of: text) - 2), 1),
        left < 60 ? .warning : .accent)
      frame.write(text, endingAt: inside.maxX, y, theme[.text])
      y += 2
    }
    let facts = facts(handle, status)
    frame.facts(facts, in: Rect(inside.x, y, inside.width, max(0, inside.maxY - y)), labels: 15)
    y += facts.count + 1
    guard y + 2 < inside.maxY else { return }
    frame.section(words.whatAHandleIs, Rect(inside.x, y, inside.width, 1))
    frame.paragraph(
      words.handleExplained(status, redirect: handle.needsRedirect),
      Rect(inside.x, y + 1, inside.width, inside.maxY - y - 1), theme[.muted])
  }

  private func facts(_ handle: PaymentHandle, _ status: PaymentHandleStatus) -> [CardFacts.Fact] {
    let offset = state.clock.utcOffset
    var facts: [CardFacts.Fact] = [
      (words.payerCard, card(handle), .text),
      (words.whenLabel, words.moment(handle.createdAt, offset: offset), .text),
    ]
    if status == .failed || status == .expired {
      facts.append((words.stateOfPayment, why(handle, status), .danger))
    }
    if status == .payable { facts.append((words.shopReceives, words.aTokenOnce, .text)) }
    facts.append((words.payment, handle.id, .muted))
    return facts
  }
}

extension PaymentHandleStatus {
  var sign: StateSign {
    switch self {
    case .payable: .active
    case .initiated, .processing: .waiting
    case .completed: .done
    case .failed, .expired: .ended
    }
  }

  var role: Role {
    switch self {
    case .payable: .statusActive
    case .initiated, .processing: .statusIssued
    case .completed: .muted
    case .failed: .danger
    case .expired: .statusExpired
    }
  }
}
