import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// What a payment's record says, over the page.
struct PaymentDetails: Overlay {
  let payment: Transaction

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if [.escape, .enter, .left].contains(key.code) || key == .character("q") { state.pop() }
    return []
  }

  func draw(in frame: Frame) {
    let words = frame.words
    let facts = CardFacts(state: frame.state).payment(payment)
    let width = min(60, frame.canvas.size.width - 2)
    let inside = frame.overlayBox(
      Size(width, facts.count + 6),
      title: payment.isDamaged ? words.damagedRecord : payment.description)
    for (index, fact) in facts.prefix(inside.height - 2).enumerated() {
      let y = inside.y + index
      let ground = frame.theme[.overlay].background
      frame.canvas.write(fact.label, inside.x, y, frame.theme[.overlayMuted], limit: 11)
      frame.canvas.write(
        CardFacts.short(fact.value, to: inside.width - 12), inside.x + 12, y,
        frame.theme[fact.role].on(ground))
    }
    frame.footerHints([("Esc", words.backHint)], inside)
  }
}

extension CardFacts {
  /// What there is to know of a payment.
  func payment(_ payment: Transaction) -> [Fact] {
    let words = state.words
    if payment.isDamaged { return [(words.payment, payment.id.rawValue, .muted)] }
    let zone = state.clock.zone
    func time(_ time: Timestamp) -> String {
      "\(words.date(time, in: zone)) \(words.minute(time, in: zone))"
    }
    let sign = payment.type.glyph(ascii: state.settings.ascii)
    var facts: [Fact] = [
      (words.stateOfPayment, "\(sign) \(words.wholeState(payment))", payment.type.role),
      (words.amount, PaymentText.amount(payment, words), .strong),
    ]
    if payment.transactedAmount.currency != payment.billedAmount.currency {
      facts.append((words.atMerchant, words.money(payment.transactedAmount), .text))
    }
    facts.append((words.when, time(payment.transactedAt), .text))
    if let settled = payment.settledAt { facts.append((words.settled, time(settled), .text)) }
    facts.append((words.payment, payment.id.rawValue, .muted))
    return facts
  }
}
