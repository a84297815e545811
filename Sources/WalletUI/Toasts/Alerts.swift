import WalletAPI
import WalletModel
import Words

/// What others did with this wallet and is not told yet.
package struct AlertState: Sendable, Equatable {
  /// Payments that were read, the oldest first.
  fileprivate var found: [Transaction] = []
  /// This screen's own payments: until when each is awaited, in nanoseconds since boot.
  private var own: [String: UInt64] = [:]

  /// As long as the question of a bank.
  private static let ownSeconds = 600

  /// This screen has paid, and says so itself.
  mutating func isOwn(_ receipt: ShopReceipt, _ clock: Clock) { expect(receipt.id, clock) }

  /// The same of a payment whose id is not known.
  mutating func isOwn(_ handle: PaymentHandle, _ clock: Clock) {
    isOwn(handle.money, at: handle.merchantName, clock)
  }

  /// The same of a declined step of a payment, which has an id of its own.
  mutating func isOwn(_ amount: Money, at merchant: String, _ clock: Clock) {
    expect(Self.mark(merchant, amount), clock)
  }

  private mutating func expect(_ mark: String, _ clock: Clock) {
    own = own.filter { $0.value > clock.now }
    own[mark] = clock.after(seconds: Self.ownSeconds)
  }

  private static func mark(_ merchant: String, _ amount: Money) -> String {
    "\(merchant) \(amount.minorUnits) \(amount.currency.code)"
  }

  /// Those that others made.
  fileprivate mutating func take(_ clock: Clock) -> [Transaction] {
    var awaited = own.filter { $0.value > clock.now }
    let payments = found.filter { payment in
      let marks = [payment.id.rawValue, Self.mark(payment.description, payment.transactedAmount)]
      return marks.allSatisfy { awaited.removeValue(forKey: $0) == nil }
    }
    (found, own) = ([], awaited)
    return payments
  }
}

/// Tells what others did with this wallet.
enum Alerts {
  /// As many known payments are compared: the beginning that is read again has fewer.
  private static let mostKnown = 2000
  /// As many are found, and as many of them are each in the news.
  private static let mostFound = 1000
  private static let mostShown = 50
  private static let seconds = 10

  /// The newest payments were read again. To be called before the book takes them. Of the later
  /// steps of a payment only declines and refunds are told.
  static func find(in page: TransactionPage, _ state: inout State) {
    guard state.payments.isKnown, state.kiosk == nil else { return }
    let known = KnownPayments(
      state.payments.payments.prefix(mostKnown), from: state.payments.loadedFrom)
    for case .payment(let payment, let isStep) in known.alerts(in: page.transactions)
    where !isStep || payment.isNotable {
      state.alerts.found.append(payment)
    }
    state.alerts.found.removeFirst(max(0, state.alerts.found.count - mostFound))
  }

  /// Tells what was found, once nothing is under way: an answer may say that it was done here. To be
  /// called after every action.
  static func tell(_ state: inout State) {
    guard !state.alerts.found.isEmpty, state.work.isEmpty, state.pending.isEmpty,
      !Outage.isAboutPayment(state)
    else { return }
    show(state.alerts.take(state.clock), &state)
  }

  private static func show(_ payments: [Transaction], _ state: inout State) {
    for payment in payments.suffix(mostShown) {
      let item = NewsItem(payment, state)
      // The news have declined payments and refunds already.
      state.toasts.show(
        payment.type == .decline ? .danger : .info, item.title, detail: item.detail,
        clock: state.clock, seconds: seconds, isKept: !payment.isNotable, isNews: true,
        about: .payment(payment.id))
    }
    guard payments.count > 1 else { return }
    let declines = payments.count { $0.type == .decline }
    state.toasts.show(
      declines > 0 ? .danger : .info, state.words.alerts(payments.count, declines: declines),
      clock: state.clock, seconds: seconds, isKept: false, isNews: true)
  }
}
