import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The panes of a large screen, beside the list and the card in focus.
struct VirtualSideView: FramePart {
  let frame: Frame

  private var virtual: VirtualCardsState { state.virtual }
  private var text: VirtualText { VirtualText(state: state) }

  /// Columns of a name before a bar, of an amount behind it, and of a limit.
  private static let nameWidth = 24
  private static let amountWidth = 10
  private static let limitWidth = 10
  /// Columns of what is said of a persona.
  private static let sumWidth = 32

  func draw(_ areas: VirtualAreas.Wide) {
    month(areas.month)
    payments(areas.payments)
    let view = CardActionsView(surface: frame)
    if !areas.actions.isEmpty {
      view.pane(areas.actions, CardActions(frame, VirtualCardCommands.ofCard))
    }
    if !areas.commands.isEmpty {
      view.pane(
        areas.commands, CardActions(frame, VirtualCardForms.forAllCards),
        title: words.virtualCards.forAllCards)
    }
    sources(areas.sources)
  }

  // MARK: The month

  /// What was spent with each card this month, the most first.
  private func month(_ rect: Rect) {
    guard rect.height >= 5 else { return }
    let rows = virtual.list.rows.filter { ($0.card?.spentThisMonth ?? 0) > 0 }
      .sorted { ($0.card?.spentThisMonth ?? 0) > ($1.card?.spentThisMonth ?? 0) }
    let sums = rows.compactMap { row in
      row.card.map { Money($0.spentThisMonth, $0.currency) }
    }.sums
    let inside = frame.pane(
      rect, title: words.activity.thisMonth, note: words.sums(sums), focused: false)
    guard let most = rows.first?.card else {
      frame.paragraph(words.virtualCards.nothingYetThisMonth, inside, theme[.muted])
      return
    }
    for (index, row) in rows.prefix(inside.height).enumerated() {
      guard let card = row.card else { continue }
      let y = inside.y + index
      frame.canvas.write(
        Text.truncate(text.name(row), to: Self.nameWidth - 1), inside.x, y, theme[.text])
      let bar = inside.width - Self.nameWidth - Self.amountWidth - Self.limitWidth
      frame.blockBar(
        Double(card.spentThisMonth) / Double(most.spentThisMonth),
        Rect(inside.x + Self.nameWidth, y, bar, 1))
      let spent = Money(card.spentThisMonth, card.currency)
      frame.write(words.money(spent), endingAt: inside.maxX - Self.limitWidth, y, theme[.text])
      let limit = card.rules.monthlyLimit.map {
        words.virtualCards.limited(words.short(Money($0, card.currency)))
      }
      frame.write(limit ?? "", endingAt: inside.maxX, y, theme[.muted])
    }
  }

  // MARK: Payments

  /// The newest payments with all virtual cards, of those that were read.
  private func payments(_ rect: Rect) {
    guard rect.height >= 5 else { return }
    let names = Dictionary(
      virtual.list.rows.compactMap { row in row.card.map { (CardID($0.id), text.name(row)) } },
      uniquingKeysWith: { first, _ in first })
    let inside = frame.pane(rect, title: words.virtualCards.latestVirtualPayments, focused: false)
    let payments = state.activity.book.payments.lazy.filter { names[$0.cardID] != nil }
      .prefix(inside.height)
    if payments.isEmpty {
      let reading = PaymentReading.failure(state) ?? words.activity.readingPayments + "…"
      let text = state.activity.book.isKnown ? words.virtualCards.nothingYetThisMonth : reading
      frame.paragraph(text, inside, theme[.muted])
    }
    let name = min(Self.nameWidth, inside.width / 3)
    var y = inside.y
    for payment in payments where y < inside.maxY {
      let line = Rect(inside.x, y, inside.width, 1)
      frame.canvas.write(
        Text.truncate(names[payment.cardID] ?? "", to: name - 2), line.x, line.y, theme[.muted])
      let rest = line.splitLeft(name).rest
      TransactionsView(surface: frame, zone: state.clock.zone).transaction(payment, rest)
      y += 1
      // What it costs the source, while there is room for all.
      guard let charge = payment.detail.first, payments.count * 2 <= inside.height else { continue }
      let start = rest.x + words.activity.dayColumns + 2
      frame.canvas.write(
        Text.truncate(text.charge(charge), to: rest.maxX - start), start, y, theme[.muted])
      y += 1
    }
  }

  // MARK: What pays

  /// The funding sources with their state, how many cards draw on each, and the personas.
  private func sources(_ rect: Rect) {
    guard rect.height >= 5 else { return }
    let inside = frame.pane(rect, title: words.virtualForms.fundingCommand.title, focused: false)
    var y = inside.y
    for source in virtual.sources where !source.isDamaged && y + 2 <= inside.maxY {
      let isActive = source.state == .active && source.flags.isEmpty
      let word = words.virtualForms.fundingState(source)
      let start = inside.maxX - Text.width(of: word) - 2
      frame.canvas.write(text.source(source), inside.x, y, theme[.text], limit: start - inside.x)
      frame.state(
        isActive ? .active : source.state == .active ? .suspended : .ended, word,
        isActive ? .statusActive : .statusLocked, start, y, room: inside.maxX - start)
      let day = VirtualCardFields.dailyLimit(source.velocities, source.currency)
      let cards = virtual.cards.count { $0.fundingSourceID == source.id && $0.state != .closed }
      frame.canvas.write(
        words.virtualCards.sourceNote(cards: cards, day: day.map(words.short)), inside.x, y + 1,
        theme[.muted])
      y += 2
    }
    guard y + 3 <= inside.maxY, !virtual.knownPersonas.isEmpty else { return }
    if y > inside.y { y += 1 }
    frame.section(words.virtualForms.personasCommand.title, Rect(inside.x, y, inside.width, 1))
    for persona in virtual.knownPersonas.prefix(inside.maxY - y - 1) {
      y += 1
      frame.canvas.write(
        Text.truncate(persona.name, to: inside.width - Self.sumWidth), inside.x, y, theme[.text])
      let sum = text.sum(.persona(persona.id))
      let cards = words.virtualForms.cardsOf(virtual.cardCount(of: persona.id))
      frame.write(
        sum.isEmpty ? cards : "\(cards) · \(sum)", endingAt: inside.maxX, y, theme[.muted])
    }
  }
}
