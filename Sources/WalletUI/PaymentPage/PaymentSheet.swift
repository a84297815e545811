import ScreenKit
import Themes
import WalletModel
import Words

/// What there is to know of a payment: on its page, beside the table of payments, in line mode.
struct PaymentSheet {
  let state: State
  let payment: Transaction

  /// Columns of a label.
  static let labels = 12

  private var words: Words { state.words }
  private var zone: TimeZone { state.clock.zone }

  var title: String { payment.isDamaged ? words.damagedRecord : payment.description }

  /// With its sign; of a damaged record empty.
  var amount: String { payment.isDamaged ? "" : PaymentText.amount(payment, words) }

  /// What decides comes first, and what only programs need last.
  var facts: [CardFacts.Fact] {
    let id: CardFacts.Fact = (words.shop.payment, payment.id.rawValue, .muted)
    if payment.isDamaged { return [id] }
    let time = payment.transactedAt
    let when = "\(words.weekday(time, in: zone)) \(time.civil(in: zone).year)"
    var facts: [CardFacts.Fact] = [
      (words.when, "\(when), \(words.minute(time, in: zone))", .text),
      (words.shop.stateOfPayment, status, payment.type.role),
    ]
    if let card = PaymentCard(payment.cardID, state) {
      facts.append((words.card, card.full, .text))
    }
    facts.append((words.activity.category, words.activity.category(payment.category), .text))
    if payment.transactedAmount.currency != payment.billedAmount.currency {
      facts.append((words.shop.atMerchant, words.money(payment.transactedAmount), .text))
    }
    for detail in payment.detail where detail.markupAmount.minorUnits != 0 {
      let percent = Money(detail.markup.percent / 10, Currency("EUR")).decimal
      let markup = "\(words.money(detail.markupAmount)) (\(percent) %)"
      facts.append((words.shop.markup, markup, .text))
      facts.append((words.shop.accountPays, words.money(detail.fundingSourceAmount), .text))
    }
    if payment.detail.contains(where: { $0.state == .insufficientFunds }) {
      facts.append((words.shop.account, words.shop.notCovered, .danger))
    }
    facts.append(id)
    if payment.sequenceID != payment.id.rawValue {
      facts.append((words.shop.sequence, payment.sequenceID, .muted))
    }
    return facts
  }

  /// `✓ complete, booked 20 Nov`.
  private var status: String {
    let sign =
      state.settings.isLinear
      ? "" : payment.type.glyph(ascii: state.settings.ascii) + " "
    let word = PaymentText.state(payment, words)
    return sign
      + (payment.settledAt.map { words.activity.booked(word, words.day($0, in: zone)) } ?? word)
  }

  /// Commands of other screens that the owner can use on the page: for the card, and the payment.
  static let own: [Command.ID] = [
    "activity.card", "card.lock", "card.unlock", "shop.again", "reveal.copy",
  ]
  private static let shop = ShopStep.allCases.map(\.command)
  /// The commands of the page itself.
  static let commands = shop + [NoteForm.command]

  /// The page: the facts, what its shop can do, what happened so far, and what the owner can do.
  func sheet(_ page: PaymentPage, width: Int) -> Sheet {
    // A listener gets one at a time.
    let columns = state.settings.isLinear ? 1 : width
    var lines = Sheet.grid(facts, width: columns, labels: Self.labels)
    if let note = payment.note, !note.isEmpty {
      let labels = state.settings.isLinear ? Sheet.linearLabels : Self.labels
      lines += Sheet.whole((words.activity.note, note, .text), width: width, labels: labels)
    }
    if page.isGone {
      lines.append(.text(words.screen.standingAlone(words.activity.nothingReserved), .warning))
    }
    func section(_ title: String, note: String = "", _ content: [Sheet.Line]) {
      guard !content.isEmpty else { return }
      lines += [.blank, .title(title, note: note)]
      lines += content
    }
    func actions(_ actions: [CardActions.Entry]) -> [Sheet.Line] { actions.map { .action($0) } }
    if !payment.isDamaged {
      section(words.activity.shopCan, actions(CardActions(state, Self.shop).all))
    }
    if page.sequence.count > 1 {
      let count = words.number(page.sequence.count)
      section(words.activity.soFar, note: count, page.sequence.map { .payment($0) })
    }
    let own = Self.own.compactMap(state.command) + Self.commands.dropFirst(Self.shop.count)
    section(words.cards.youCan, actions(CardActions(state, own).possible))
    return Sheet(lines: lines)
  }
}
