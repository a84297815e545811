import Canvas
import WalletModel
import WalletService
import Words

/// The steps of the simulated shop on the page of a payment.
extension ShopStep {
  var command: Command {
    let keys: [Key] = self == .reverse ? [.character("-")] : []
    let shared: Command.ID? =
      switch self {
      case .debit: "card.autoLock"
      case .increment: "account.topUp"
      case .expire: "card.cancel"
      case .refund: "card.replace"
      case .reverse: nil
      }
    return Command(
      "shop." + rawValue, { text($0) }, keys: keys, sharesKeysOf: shared, place: .payment,
      disabled: { refusal($0) }, run: { ask(&$0) })
  }

  func text(_ words: Words) -> CommandText {
    switch self {
    case .debit: words.activity.debitPayment
    case .increment: words.activity.incrementPayment
    case .reverse: words.activity.reversePayment
    case .expire: words.activity.expirePayment
    case .refund: words.activity.refundPayment
    }
  }

  /// Why the shop cannot take this step now; nil: as far as is known it can.
  private func refusal(_ state: State) -> String? {
    let words = state.words
    guard let page = state.shown as? PaymentPage else { return words.activity.onlyOnPayment }
    if page.payment.isDamaged { return words.cards.itsRecordIsDamaged }
    if let reason = reason(page, words) { return reason }
    if state.paying.shop.isMissing { return words.shop.noShop }
    if let unreachable = state.unreachable { return unreachable }
    if page.isChanging { return words.cards.changeIsOnItsWay }
    return state.paying.shop.merchants.isEmpty || page.merchant(state) != nil
      ? nil : words.activity.notSimulated
  }

  /// What forbids it in any shop.
  private func reason(_ page: PaymentPage, _ words: Words) -> String? {
    if page.isGone { return words.activity.nothingReserved }
    switch page.payment.type {
    case .pending: return self == .refund ? words.activity.notDebitedYet : nil
    case .complete where self == .refund:
      return page.refundable > 0 ? nil : words.activity.allRefunded
    case .complete: return words.activity.debitedAlready
    case .refund: return page.payment.isTopUp ? words.activity.isTopUp : words.activity.isRefund
    case .decline: return words.activity.itWasDeclined
    case .other: return words.activity.stateIsUnknown
    }
  }

  /// Asks how much, or whether: no single key moves money.
  private func ask(_ state: inout State) -> [Effect] {
    guard let page = state.shown as? PaymentPage else { return [] }
    let (payment, words) = (page.payment, state.words)
    let reserved = payment.transactedAmount
    let whole = self == .refund ? Money(page.refundable, reserved.currency) : reserved
    let now = words.money(whole)
    let lines = [
      text(words).doc,
      self == .refund ? words.activity.refundableNow(now) : words.activity.reservedNow(now),
      words.shop.simulatedShop,
    ]
    let title = "\(text(words).title) · \(payment.description)"
    let kind = PaymentCard(payment.cardID, state)?.kind ?? .virtual
    let change = ShopChange(step: self, payment: payment, kind: kind, amount: ShopAmount(whole))
    let most: Int64 =
      switch self {
      case .debit: ShopAmount.maximum
      case .increment: ShopAmount.maximum - max(0, min(reserved.minorUnits, ShopAmount.maximum))
      case .reverse, .expire, .refund: whole.minorUnits
      }
    return self == .expire
      ? change.ask(title, lines, text(words).hint ?? "", &state)
      : AmountForm(change: change, currency: whole.currency, most: most).open(
        title, lines, self == .increment ? nil : whole, &state)
  }
}

/// The simulated shop takes a step of a payment. It cannot be undone.
struct ShopChange: AmountIntent {
  let step: ShopStep
  /// As the user saw it.
  let payment: Transaction
  let kind: ShopCard.Kind
  /// In the shop's currency. What expires is all that is reserved.
  var amount: ShopAmount

  var cardID: CardID? { payment.cardID }
  func title(_ words: Words) -> String { step.text(words).title }
  func verb(_ words: Words) -> String { step.text(words).hint ?? "" }

  func request(_ service: WalletService) async throws(WalletError) -> ShopReceipt {
    try await service.takeShopStep(step, payment.id.rawValue, amount)
  }

  func succeed(_ receipt: ShopReceipt, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.activity.alerts.isOwn(receipt, state.clock)
    if !receipt.approved, let money = amount.money {
      state.activity.alerts.isOwnDecline(money, at: payment.description, state.clock)
    }
    let words = state.words
    let (money, shop) = (words.money(receipt.billedAmount), payment.description)
    if receipt.approved {
      let text =
        switch step {
        case .debit: words.activity.debited(money, shop)
        case .refund: words.activity.refunded(money, shop)
        case .increment, .reverse, .expire:
          receipt.billedAmount.minorUnits == 0
            ? words.screen.standingAlone(words.activity.nothingReserved)
            : words.shop.paid(money, shop)
        }
      state.show(.success, text)
    } else {
      let text = words.shop.notPaid(words.limits.declined(receipt))
      state.show(.warning, text, detail: shop)
    }
    return PaymentPage.took(step, of: payment, amount, receipt, &state)
  }

  /// As after a payment: the payment itself says whether it was done.
  func handleLostAnswer(_ state: inout State) -> [Effect]? {
    mayHaveHappened(state.words.activity.mayBeDone, news: kind.news(of: payment.cardID), &state)
  }

  func readAgain(_ state: State) -> [Effect] { [kind.reading(payment.cardID)] }
}
