import WalletAPI
import WalletModel

/// A sale: moves money between a merchant, a card and its account.
///
/// Held amounts are subtracted from the account's available balance, and debited amounts from both
/// balances (A40).
struct Sale {
  let environment: IssuerEnvironment
  let writer: any LedgerWriter
  let context: RequestContext
  let merchant: Merchant
  let record: CardRecord
  var account: Account

  typealias Outcome = (receipt: ShopReceipt, card: CardID)

  private var card: Card { record.card }
  private var markup: Markup { Shop.markup(merchant.currency, on: account.currency) }

  /// An amount as reasons name it.
  func words(_ amount: Int64) -> String {
    "\(Money(amount, merchant.currency).decimal) \(merchant.currency.code)"
  }

  /// In the card's currency, without markup; 0 if there is no rate, see `refusal`.
  private func billed(_ amount: Int64) -> Money {
    Shop.convert(Money(amount, merchant.currency), to: account.currency)
      ?? Money(0, account.currency)
  }

  /// The amount that the account pays.
  private func cost(_ amount: Int64) -> Int64 {
    let billed = billed(amount)
    return billed.minorUnits + markup.amount(of: billed).minorUnits
  }

  // MARK: Steps

  /// G03.
  ///
  /// - Parameter refused: What is wrong with the details that came with the card.
  func authorize(_ amount: Int64, refused: DeclineReason?) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    var sale = SaleRecord(
      id: environment.random.id(), state: .open, cardID: card.id, merchantID: merchant.id,
      amount: amount, created: now)
    if let reason = refusal(cost(amount), refused) {
      sale.state = .declined
      try writer.put(sale, of: context.customerID)
      return try decline(sale, amount, reason, now)
    }
    sale.held = cost(amount)
    try move(available: -sale.held)
    sale.pending = try writer.add(
      payment(sale, .pending, amount, now), with: record, of: context.customerID)
    try writer.put(sale, of: context.customerID)
    return outcome(sale, billed(amount), now)
  }

  /// G04. If the additional amount cannot be reserved it is declined, and the previous amount stays
  /// reserved.
  func increment(_ sale: inout SaleRecord, by amount: Int64) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    if let reason = refusal(cost(sale.amount + amount) - sale.held, nil) {
      return try decline(sale, amount, reason, now)
    }
    return try hold(&sale, sale.amount + amount, ending: .open)
  }

  /// Changes the reserved amount: G04, G05, G06. With 0 the authorisation ends.
  func hold(_ sale: inout SaleRecord, _ amount: Int64, ending: SaleRecord.State)
    throws(WalletError) -> Outcome
  {
    let now = environment.clock.now()
    let held = amount == 0 ? 0 : cost(amount)
    try move(available: sale.held - held)
    sale.amount = amount
    sale.held = held
    if amount == 0 { sale.state = ending }
    try updatePending(&sale, now)
    try writer.put(sale, of: context.customerID)
    return outcome(sale, billed(amount), now)
  }

  /// G07. The debited part is no longer reserved; the rest stays reserved.
  func debit(_ sale: inout SaleRecord, _ amount: Int64) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    let left = max(0, sale.amount - amount)
    let held = left == 0 ? 0 : cost(left)
    let paid = cost(amount)
    try move(total: -paid, available: sale.held - held - paid)
    let isShort = account.availableBalance.minorUnits + sale.held - held - paid < 0
    sale.amount = left
    sale.held = held
    if left == 0 { sale.state = .debited }
    try updatePending(&sale, now)
    try writer.put(sale, of: context.customerID)
    let debit = SaleRecord(
      id: environment.random.id(), state: .debit, cardID: card.id, merchantID: merchant.id,
      sequenceID: sale.sequenceID, amount: amount, created: now)
    try writer.put(debit, of: context.customerID)
    try writer.add(
      payment(debit, .complete, amount, now, state: isShort ? .insufficientFunds : .cleared),
      with: record, of: context.customerID)
    return outcome(debit, billed(amount), now)
  }

  /// G08: without markup. Several parts add up exactly to the whole.
  func refund(_ debit: inout SaleRecord, _ amount: Int64) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    let back = billed(debit.refunded + amount).minorUnits - billed(debit.refunded).minorUnits
    try move(total: back, available: back)
    debit.refunded += amount
    try writer.put(debit, of: context.customerID)
    let refund = SaleRecord(
      id: environment.random.id(), state: .debit, cardID: card.id, merchantID: merchant.id,
      sequenceID: debit.sequenceID, amount: amount, created: now)
    var payment = payment(refund, .refund, amount, now)
    payment.billedAmount = Money(back, account.currency)
    payment.detail = [detail(payment.billedAmount, .none, now, settled: true, .cleared, true)]
    try writer.add(payment, with: record, of: context.customerID)
    return outcome(refund, payment.billedAmount, now)
  }

  // MARK: Declining

  /// In the order in which a terminal finds out.
  private func refusal(_ cost: Int64, _ refused: DeclineReason?) -> DeclineReason? {
    if merchant.declineBeforeAuthorization { return .merchantBlocked }
    switch card.status {
    case .active: break
    case .locked: return .cardLocked
    case .expired: return .cardExpired
    case .cancelled: return .cardCancelled
    case .suspended: return .cardStopped
    case .digital: if !merchant.isOnline { return .cardNotActive }
    case .issued, .pending, .applied, .rejected: return .cardNotActive
    case .other: return .declined
    }
    if let refused { return refused }
    if Shop.convert(Money(1, merchant.currency), to: account.currency) == nil {
      return .currencyBlocked
    }
    if cost > account.availableBalance.minorUnits { return .insufficientFunds }
    return merchant.declineAfterAuthorization ? .declined : nil
  }

  private func decline(
    _ sale: SaleRecord, _ amount: Int64, _ reason: DeclineReason, _ now: Timestamp
  ) throws(WalletError) -> Outcome {
    var payment = payment(sale, .decline, amount, now)
    if sale.state != .declined { payment.id = TransactionID(environment.random.id()) }
    payment.declineReason = reason
    try writer.add(payment, with: record, of: context.customerID)
    return outcome(sale, billed(amount), now, reason)
  }

  // MARK: Bookkeeping

  private func move(total: Int64 = 0, available: Int64) throws(WalletError) {
    var account = account
    account.totalBalance.minorUnits += total
    account.availableBalance.minorUnits += available
    try writer.put(account, of: context.customerID)
  }

  private func updatePending(_ sale: inout SaleRecord, _ now: Timestamp) throws(WalletError) {
    guard let place = sale.pending else { return }
    let known = try writer.payment(at: place, of: context.customerID)
    guard sale.amount > 0 else {
      sale.pending = nil
      if let known { try writer.remove(known, of: context.customerID) }
      return
    }
    guard var record = known else {
      throw WalletError(.damagedRecord, details: [.shop(.noPending)])
    }
    var payment = record.payment
    payment.billedAmount = billed(sale.amount)
    payment.transactedAmount = Money(sale.amount, merchant.currency)
    payment.detail = [
      detail(payment.billedAmount, markup, payment.transactedAt, settled: false, .pending, false)
    ]
    payment.version += 1
    payment.updatedAt = now
    record.payment = payment
    try writer.put(record, of: context.customerID)
  }

  /// Has the id of the shop's record, so that the two can be matched.
  private func payment(
    _ sale: SaleRecord, _ type: TransactionType, _ amount: Int64, _ now: Timestamp,
    state: ChargeDetail.State = .pending
  ) -> Transaction {
    let billed = billed(amount)
    let isSettled = type == .complete || type == .refund
    return Transaction(
      id: TransactionID(sale.id), owner: context.customerID, cardID: card.id,
      sequenceID: sale.sequenceID, type: type, transactedAt: now,
      settledAt: isSettled ? now : nil, billedAmount: billed,
      transactedAmount: Money(amount, merchant.currency), description: merchant.name,
      mcc: merchant.mcc,
      detail: type == .decline
        ? []
        : [detail(billed, markup, now, settled: isSettled, state, type == .complete)])
  }

  private func detail(
    _ billed: Money, _ markup: Markup, _ time: Timestamp, settled: Bool,
    _ state: ChargeDetail.State, _ continues: Bool
  ) -> ChargeDetail {
    ChargeDetail(
      amount: billed, markup: markup, transactedAt: time,
      settledAt: settled ? environment.clock.now() : nil, fundingSourceID: account.id.rawValue,
      description: merchant.name, state: state, continues: continues)
  }

  private func outcome(
    _ sale: SaleRecord, _ billed: Money, _ now: Timestamp, _ reason: DeclineReason? = nil
  ) -> Outcome {
    (
      ShopReceipt(
        id: sale.id, billedAmount: billed, declineReason: reason, createdAt: sale.created,
        updatedAt: now), card.id
    )
  }
}
