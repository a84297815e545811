import WalletAPI
import WalletModel
import Words

/// What others did with this wallet: found while cards and payments were read again, and told when
/// nothing is under way any more.
package struct AlertState: Sendable, Equatable {
  /// As many are told together; of more only that there are so many.
  static let most = 1000

  fileprivate var found: [WalletAlert] = []
  /// What this screen did itself.
  private var own: [Own] = []

  private struct Own: Sendable, Equatable {
    enum Mark: Sendable, Equatable {
      case payment(id: String)
      /// Its id is not known.
      case sum(merchant: String, Money)
      /// The next change of its status.
      case card(CardID)
    }
    let mark: Mark
    /// In nanoseconds since boot.
    let until: UInt64
  }

  private static let mostOwn = 64
  /// Seconds in which the own change is found.
  private static let ownSeconds = 60

  package init() {}

  fileprivate mutating func add(_ alerts: [WalletAlert]) {
    found += alerts.prefix(max(0, Self.most - found.count))
  }

  private mutating func keep(_ mark: Own.Mark, _ clock: Clock) {
    own.removeAll { $0.until <= clock.now }
    own.append(Own(mark: mark, until: clock.after(seconds: Self.ownSeconds)))
    if own.count > Self.mostOwn { own.removeFirst() }
  }

  /// This screen paid: of this it has told already.
  mutating func isOwn(_ receipt: ShopReceipt, _ clock: Clock) {
    keep(.payment(id: receipt.id), clock)
  }

  mutating func isOwn(_ handle: PaymentHandle, _ clock: Clock) {
    keep(.sum(merchant: handle.merchantName, handle.money), clock)
  }

  /// This screen changed the card, or has said that somebody else did.
  mutating func isTold(_ card: CardID) {
    found.removeAll { if case .cardStatus(let other) = $0 { other.id == card } else { false } }
  }

  /// This screen changed the card, and will read it.
  mutating func willChange(_ card: CardID, _ clock: Clock) { keep(.card(card), clock) }

  /// Whether the next change of its status is this screen's own. It is asked once.
  fileprivate mutating func takeOwn(_ card: CardID) -> Bool {
    guard let index = own.firstIndex(where: { $0.mark == .card(card) }) else { return false }
    own.remove(at: index)
    return true
  }

  /// What is to be told now.
  fileprivate mutating func take(_ clock: Clock) -> [WalletAlert] {
    own.removeAll { $0.until <= clock.now }
    defer { found = [] }
    return found.filter { alert in
      guard case .payment(let payment, let isKnown) = alert else { return true }
      if isKnown, payment.type != .decline, payment.type != .refund { return false }
      let index = own.firstIndex {
        switch $0.mark {
        case .payment(let id): id == payment.id.rawValue
        case .sum(let merchant, let money):
          merchant == payment.description && money == payment.transactedAmount
        case .card: false
        }
      }
      if let index { own.remove(at: index) }
      return index == nil
    }
  }
}

/// Finds alerts and tells them.
enum Alerts {
  /// Payments were read again. To be called before the new ones are shown.
  static func find(in page: TransactionPage, _ state: inout State) {
    guard state.payments.isKnown else { return }
    let readable = page.transactions.filter { !$0.isDamaged }
    // A known one that is as new as these is among the first.
    let end = readable.last?.sortDate
    let known = state.payments.payments.prefix { payment in
      end.map { payment.sortDate >= $0 } ?? true
    }
    state.alerts.add(
      KnownPayments(known, from: state.payments.loadedFrom).alerts(in: readable))
  }

  /// A card was read. To be called before its row is shown.
  static func find(_ card: Card, _ state: inout State) {
    guard state.pending[card.id] == nil, let row = state.list.row(card.id), !row.isDamaged,
      card.version > row.version,
      let alert = WalletAlert.status(of: card, before: row.status)
    else { return }
    if state.alerts.takeOwn(card.id) { return }
    if state.unanswered.changes.contains(where: { $0.cardID == card.id }) { return }
    state.alerts.add([alert])
  }

  /// Tells what was found, once nothing is under way: an answer may say that it was done here.
  static func tell(_ state: inout State) -> [Effect] {
    guard !state.alerts.found.isEmpty else { return [] }
    guard state.gate == .open, state.kiosk == nil else {
      state.alerts = AlertState()
      return []
    }
    // That the server is back is said first: it would take the place of what is told here.
    guard state.connection == .up, state.work.isEmpty, state.pending.isEmpty,
      !state.payments.isLoading,
      state.reading.awaited == nil, !state.reading.refresh.isReading
    else { return [] }
    let alerts = state.alerts.take(state.clock)
    for alert in alerts.suffix(ToastState.historyLimit / 4) { show(alert, &state) }
    let tally = Tally(alerts)
    if alerts.count > 1 {
      state.toasts.show(
        tally.declines > 0 ? .danger : .info,
        state.words.alerts(
          payments: tally.payments, declines: tally.declines, cards: tally.cards),
        clock: state.clock, seconds: 10, isKept: alerts.count > ToastState.historyLimit / 4)
    }
    guard let most = tally.mostImportant, state.settings.notifies, state.hasFocus != true else {
      return []
    }
    return [.notify(most, state.words)]
  }

  private struct Tally {
    private(set) var payments = 0
    private(set) var declines = 0
    private(set) var cards = 0

    init(_ alerts: [WalletAlert]) {
      for alert in alerts {
        switch Words.Notification(alert) {
        case .decline: declines += 1
        case .payment: payments += 1
        default: cards += 1
        }
      }
    }

    var mostImportant: Words.Notification? {
      declines > 0 ? .decline : cards > 0 ? .cardStatus : payments > 0 ? .payment : nil
    }
  }

  private static func show(_ alert: WalletAlert, _ state: inout State) {
    let words = state.words
    switch alert {
    case .payment(let payment, _):
      let card = PaymentCard(payment.cardID, state)?.title
      let amount = words.money(payment.billedAmount)
      switch payment.type {
      case .decline:
        // The history has it among the declined payments.
        state.toasts.show(
          .danger, words.wasDeclined(at: payment.description, payment.declineReason),
          detail: "\(card ?? words.card) · \(amount)", clock: state.clock, seconds: 10,
          isKept: false)
      case .refund:
        let text =
          payment.isTopUp ? words.toppedUp(amount) : words.paidBack(payment.description, amount)
        state.toasts.show(.info, text, detail: card, clock: state.clock, isKept: false)
      default:
        state.toasts.show(
          .info, words.wasPaid(card, amount, payment.description), clock: state.clock)
      }
    case .cardStatus(let card):
      state.toasts.show(
        .info, words.hasStatus(words.title(card), card), clock: state.clock, seconds: 10)
    case .virtualCardMade: break
    }
  }
}
