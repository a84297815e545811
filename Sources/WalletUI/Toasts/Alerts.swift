import ScreenKit
import WalletModel
import Words

/// Unreported changes by others.
struct AlertState: Sendable {
  /// Payments that were read, the oldest first.
  fileprivate var found: [Transaction] = []
  /// This screen's own payments, by the id of receipt or handle: how each is known, and until when
  /// it is awaited, in nanoseconds since boot.
  private var own: [String: (mark: String, end: UInt64)] = [:]
  /// The notification that is shown next.
  fileprivate var notification: NotificationWords.Notification?

  /// As long as the question of a bank.
  private static let ownSeconds = 600

  /// This screen has paid, and says so itself.
  mutating func isOwn(_ receipt: ShopReceipt, _ clock: Clock) {
    expect(receipt.id, receipt.id, clock)
  }

  /// The same of a payment whose id is not known. Until it is charged it is awaited as long as it can
  /// be.
  mutating func isOwn(_ handle: PaymentHandle, _ clock: Clock) {
    let isOpen = handle.status == .initiated || handle.status == .payable
    expect(
      handle.id, Self.mark(handle.merchantName, handle.money, isDecline: false), clock,
      seconds: isOpen ? handle.secondsLeft(at: clock.wall) : Self.ownSeconds)
  }

  /// A payment whose handle has failed is not awaited any more.
  mutating func forget(_ handle: PaymentHandle) {
    if handle.status == .failed || handle.status == .expired { own[handle.id] = nil }
  }

  /// The same of a declined payment or step, which has an id of its own.
  mutating func isOwnDecline(_ amount: Money, at merchant: String, _ clock: Clock) {
    let mark = Self.mark(merchant, amount, isDecline: true)
    expect(mark, mark, clock)
  }

  private mutating func expect(
    _ id: String, _ mark: String, _ clock: Clock, seconds: Int = AlertState.ownSeconds
  ) {
    own = own.filter { $0.value.end > clock.now }
    own[id] = (mark: mark, end: clock.after(seconds: seconds))
  }

  private static func mark(_ merchant: String, _ amount: Money, isDecline: Bool) -> String {
    "\(merchant) \(amount.minorUnits) \(amount.currency.code) \(isDecline)"
  }

  /// Those that others made.
  fileprivate mutating func take(_ clock: Clock) -> [Transaction] {
    var awaited = own.filter { $0.value.end > clock.now }
    let payments = found.filter { payment in
      let mark = Self.mark(
        payment.description, payment.transactedAmount, isDecline: payment.type == .decline)
      let own = awaited.firstIndex {
        $0.value.mark == payment.id.rawValue || $0.value.mark == mark
      }
      guard let own else { return true }
      awaited.remove(at: own)
      return false
    }
    (found, own) = ([], awaited)
    return payments
  }

  /// Asks for a notification. A declined payment is the most important.
  mutating func note(_ alert: WalletAlert) {
    if notification != .decline { notification = NotificationWords.Notification(alert) }
  }
}

/// Reports what others did with this wallet.
enum Alerts {
  /// As many known payments are compared: the beginning that is read again has fewer.
  private static let mostKnown = 2000
  /// As many are found, and as many of them are each in the news.
  private static let mostFound = 1000
  private static let mostShown = 50
  private static let seconds = 10

  /// The newest payments were read again. To be called before the book takes them. Of the later
  /// steps of a payment only declines and refunds are reported.
  static func find(in page: TransactionPage, _ state: inout State) {
    guard state.activity.book.isKnown, state.program.kiosk == nil else { return }
    let known = KnownPayments(
      state.activity.book.payments.prefix(mostKnown), from: state.activity.book.loadedFrom)
    for case .payment(let payment, let isStep) in known.alerts(in: page.transactions)
    where !isStep || payment.isNotable {
      state.activity.alerts.found.append(payment)
    }
    state.activity.alerts.found.removeFirst(max(0, state.activity.alerts.found.count - mostFound))
  }

  /// Reports what was found, once nothing is in progress: an answer may say that it was done here.
  /// To be called after every action.
  static func tell(_ state: inout State) -> [Effect] {
    if !state.activity.alerts.found.isEmpty, state.view.work.isEmpty, state.cards.pending.isEmpty,
      !Outage.isAboutPayment(state)
    {
      show(state.activity.alerts.take(state.clock), &state)
    }
    guard let kind = state.activity.alerts.notification else { return [] }
    state.activity.alerts.notification = nil
    return state.settings.notifies && state.input.hasFocus != true
      ? [.notify(state.words.notifications.notification(kind))] : []
  }

  private static func show(_ payments: [Transaction], _ state: inout State) {
    for payment in payments.suffix(mostShown) {
      let item = NewsItem(payment, state)
      // The news have declined payments and refunds already.
      state.show(
        payment.type == .decline ? .danger : .info, item.title, detail: item.detail,
        seconds: seconds, isKept: !payment.isNotable, isNews: true, about: .payment(payment.id))
      state.activity.alerts.note(.payment(payment, isStep: false))
    }
    guard payments.count > 1 else { return }
    let declines = payments.count { $0.type == .decline }
    state.show(
      declines > 0 ? .danger : .info,
      state.words.activity.alerts(payments.count, declines: declines), seconds: seconds,
      isKept: false, isNews: true)
  }
}
