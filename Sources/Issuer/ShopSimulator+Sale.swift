import WalletAPI
import WalletModel

/// A sale: moves money between a merchant and what pays.
///
/// Held amounts are subtracted from the account's available balance, and debited amounts from both
/// balances (A40).
struct Sale {
  let environment: IssuerEnvironment
  let writer: any LedgerWriter
  let context: RequestContext
  let merchant: Merchant
  var payer: any Payer
  var channel = PaymentChannel.terminal
  /// The payment that the step has added.
  private(set) var added: Transaction?

  typealias Outcome = (receipt: ShopReceipt, news: [WalletEvent])

  /// An amount as reasons name it.
  func words(_ amount: Int64) -> String {
    "\(Money(amount, merchant.currency).decimal) \(merchant.currency.code)"
  }

  /// In the card's currency, without markup; 0 if there is no rate, see `refusal`.
  private func billed(_ amount: Int64) -> Money {
    Shop.convert(Money(amount, merchant.currency), to: payer.currency)
      ?? Money(0, payer.currency)
  }

  private func markup(_ billed: Money) -> Markup {
    payer.markup(on: billed, from: merchant.currency)
  }

  /// The amount that the source of the money pays.
  private func cost(_ amount: Int64) -> Int64 {
    if amount == 0 { return 0 }
    let billed = billed(amount)
    return billed.minorUnits + markup(billed).amount(of: billed).minorUnits
  }

  // MARK: Steps

  /// G03.
  ///
  /// - Parameter refused: What is wrong with the details that came with the card.
  mutating func authorize(_ amount: Int64, refused: DeclineReason?) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    let id = environment.random.id()
    var sale = SaleRecord(
      id: id, state: .open, cardID: payer.cardID, merchantID: merchant.id, sequenceID: id,
      amount: amount, created: now, channel: channel)
    let billed = billed(amount)
    let asked = Asked(
      merchant: merchant, channel: channel, billed: billed.minorUnits, more: billed.minorUnits,
      cost: cost(amount), isFirst: true)
    if let why = refusal(asked, refused) {
      sale.state = .declined
      try writer.put(sale, of: context.customerID)
      return try decline(sale, amount, why, now)
    }
    sale.held = asked.cost
    payer.move(Movement(available: -sale.held, billed: asked.billed), &sale)
    payer.note(.began)
    sale.pending = try add(payment(sale, .pending, amount, now))
    try writer.put(sale, of: context.customerID)
    return try outcome(sale, billed, now)
  }

  /// G04. If the additional amount cannot be reserved it is declined, and the previous amount stays
  /// reserved.
  mutating func increment(_ sale: inout SaleRecord, by amount: Int64) throws(WalletError) -> Outcome
  {
    let now = environment.clock.now()
    let whole = billed(sale.amount + amount).minorUnits
    let asked = Asked(
      merchant: merchant, channel: sale.channel, billed: whole,
      more: whole - billed(sale.amount).minorUnits, cost: cost(sale.amount + amount) - sale.held,
      isFirst: false)
    if let why = refusal(asked, nil) { return try decline(sale, amount, why, now) }
    return try hold(&sale, sale.amount + amount, ending: .open)
  }

  /// Changes the reserved amount: G04, G05, G06. With 0 the authorisation ends.
  mutating func hold(_ sale: inout SaleRecord, _ amount: Int64, ending: SaleRecord.State)
    throws(WalletError) -> Outcome
  {
    let now = environment.clock.now()
    let held = cost(amount)
    payer.move(
      Movement(
        available: sale.held - held,
        billed: billed(amount).minorUnits - billed(sale.amount).minorUnits), &sale)
    sale.amount = amount
    sale.held = held
    if amount == 0 {
      sale.state = ending
      payer.note(.ended)
    }
    try updatePending(&sale, now)
    try writer.put(sale, of: context.customerID)
    return try outcome(sale, billed(amount), now)
  }

  /// G07. The debited part is no longer reserved; the rest stays reserved.
  mutating func debit(_ sale: inout SaleRecord, _ amount: Int64) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    let left = max(0, sale.amount - amount)
    let held = cost(left)
    let paid = cost(amount)
    let billed = billed(amount)
    payer.move(
      Movement(
        total: -paid, available: sale.held - held - paid,
        billed: self.billed(left).minorUnits + billed.minorUnits
          - self.billed(sale.amount).minorUnits), &sale)
    let state = payer.outcome(ofDebit: billed.minorUnits)
    sale.amount = left
    sale.held = held
    if left == 0 {
      sale.state = .debited
      payer.note(.ended)
    }
    payer.note(.debited)
    var debit = SaleRecord(
      id: environment.random.id(), state: .debit, cardID: payer.cardID, merchantID: merchant.id,
      sequenceID: sale.sequenceID, amount: amount, created: now)
    debit.counted = sale.counted.take(billed.minorUnits)
    var payment = payment(debit, .complete, amount, now, state: state)
    // A debit takes over the note of its reservation.
    if let place = sale.pending {
      payment.note = try writer.payment(at: place, of: context.customerID)?.payment.note
    }
    try updatePending(&sale, now)
    try writer.put(sale, of: context.customerID)
    try writer.put(debit, of: context.customerID)
    try add(payment)
    return try outcome(debit, billed, now)
  }

  /// G08: without markup. Several parts add up exactly to the whole.
  mutating func refund(_ debit: inout SaleRecord, _ amount: Int64) throws(WalletError) -> Outcome {
    let now = environment.clock.now()
    let back = billed(debit.refunded + amount).minorUnits - billed(debit.refunded).minorUnits
    payer.move(Movement(total: back, available: back, billed: -back), &debit)
    debit.refunded += amount
    try writer.put(debit, of: context.customerID)
    let refund = SaleRecord(
      id: environment.random.id(), state: .debit, cardID: payer.cardID, merchantID: merchant.id,
      sequenceID: debit.sequenceID, amount: amount, created: now)
    var payment = payment(refund, .refund, amount, now)
    payment.billedAmount = Money(back, payer.currency)
    payment.detail = [detail(payment.billedAmount, .none, now, settled: true, .cleared, true)]
    try add(payment)
    return try outcome(refund, payment.billedAmount, now)
  }

  // MARK: Declining

  /// In the order in which a terminal finds out.
  private mutating func refusal(_ asked: Asked, _ refused: DeclineReason?) -> Decline? {
    if merchant.declineBeforeAuthorization { return Decline(.merchantBlocked) }
    if let reason = payer.stop(at: merchant) ?? refused { return Decline(reason) }
    if Shop.convert(Money(1, merchant.currency), to: payer.currency) == nil {
      return Decline(.currencyBlocked)
    }
    if let why = payer.refusal(asked) { return why }
    return merchant.declineAfterAuthorization ? Decline(.declined) : nil
  }

  private mutating func decline(
    _ sale: SaleRecord, _ amount: Int64, _ why: Decline, _ now: Timestamp
  ) throws(WalletError) -> Outcome {
    var payment = payment(sale, .decline, amount, now)
    if sale.state != .declined { payment.id = TransactionID(environment.random.id()) }
    payment.declineReason = why.reason
    payment.declineRule = why.rule
    try add(payment)
    return try outcome(sale, billed(amount), now, why)
  }

  // MARK: Bookkeeping

  /// Returns its place.
  @discardableResult
  private mutating func add(_ payment: Transaction) throws(WalletError) -> Int64 {
    added = payment
    return try writer.add(payment, of: payer.link, context.customerID)
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
      throw WalletError(.damagedRecord, detail: .shop(.noPending))
    }
    var payment = record.payment
    payment.billedAmount = billed(sale.amount)
    payment.transactedAmount = Money(sale.amount, merchant.currency)
    payment.detail = [
      detail(
        payment.billedAmount, markup(payment.billedAmount), payment.transactedAt, settled: false,
        .pending, false)
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
      id: TransactionID(sale.id), owner: context.customerID, cardID: payer.cardID,
      sequenceID: sale.sequenceID, type: type, transactedAt: now,
      settledAt: isSettled ? now : nil, billedAmount: billed,
      transactedAmount: Money(amount, merchant.currency), description: merchant.name,
      mcc: merchant.mcc,
      detail: type == .decline
        ? []
        : [detail(billed, markup(billed), now, settled: isSettled, state, type == .complete)])
  }

  private func detail(
    _ billed: Money, _ markup: Markup, _ time: Timestamp, settled: Bool,
    _ state: ChargeDetail.State, _ continues: Bool
  ) -> ChargeDetail {
    ChargeDetail(
      amount: billed, markup: markup, transactedAt: time,
      settledAt: settled ? environment.clock.now() : nil, fundingSourceID: payer.sourceID,
      description: merchant.name, state: state, continues: continues)
  }

  /// The end of each step.
  private mutating func outcome(
    _ sale: SaleRecord, _ billed: Money, _ now: Timestamp, _ why: Decline? = nil
  ) throws(WalletError) -> Outcome {
    try payer.save(added, writer, context)
    return (
      ShopReceipt(
        id: sale.id, billedAmount: billed, declineReason: why?.reason, declineRule: why?.rule,
        createdAt: sale.created, updatedAt: now), payer.news
    )
  }
}

extension ShopSimulator {
  /// A payment with any card, whatever its state is.
  func notePayment(_ operation: NotePayment, _ context: RequestContext)
    throws(WalletError) -> Transaction
  {
    let record = try settle { writer throws(WalletError) -> Result<PaymentRecord, WalletError> in
      guard var record = try writer.payment(operation.id, of: context.customerID) else {
        return .failure(WalletError(.shopTransaction))
      }
      if let error = WalletError.invalid(operation.body.fieldErrors) { return .failure(error) }
      try context.check(version: record.payment.version)
      record.payment.note = operation.body.note.isEmpty ? nil : operation.body.note
      record.payment.version += 1
      record.payment.updatedAt = clock.now()
      try writer.put(record, of: context.customerID)
      try audit(writer, .done, NotePayment.contract, nil, context, note: operation.id.rawValue)
      return .success(record)
    }
    let card = record.payment.cardID
    publish(
      record.card.kind == .virtualCard
        ? .virtualCardsChanged([card.rawValue]) : .cardsChanged([card]))
    return record.payment
  }
}
