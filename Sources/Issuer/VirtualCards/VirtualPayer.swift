import WalletAPI
import WalletModel

/// A virtual card that pays, with its funding source, which stands for a card outside.
struct VirtualPayer: Payer {
  let issuer: VirtualCardIssuer
  var record: VirtualCardRecord
  /// nil: it is not there.
  var source: FundingSourceRecord?
  /// Of the step.
  let now: Timestamp
  private(set) var isSourceChanged = false
  /// Whether the customer gets a message about the flags of the source.
  private(set) var isFlagged = false
  private(set) var hasMessage = false
  /// The state of the card has changed, which its version shows.
  private(set) var isStateChanged = false

  var cardID: CardID { CardID(record.card.id) }
  var link: LedgerLink { record.payments }
  var currency: Currency { record.card.currency }
  var sourceID: String { record.card.fundingSourceID }
  var news: [WalletEvent] {
    let ids = [record.card.id] + (isSourceChanged ? [sourceID] : [])
    return [.virtualCardsChanged(ids)] + (hasMessage ? [.phoneMessage] : [])
  }

  /// F30: what all payments cost, in whatever currency.
  func markup(on billed: Money, from merchant: Currency) -> Markup {
    guard let tier = issuer.limits.config.pricing(of: billed) else { return .none }
    return Markup(percent: Int64(tier.percent), flat: tier.flat)
  }

  // MARK: Declining

  func stop(at merchant: Merchant) -> DeclineReason? {
    switch record.card.state {
    case .issued: break
    case .closed: return record.card.closedReason == .expired ? .cardExpired : .cardCancelled
    case .suspended: return .cardStopped
    case .failed: return .cardNotActive
    case .other: return .declined
    }
    return record.card.isPaused ? .cardStopped : nil
  }

  mutating func refusal(_ asked: Asked) -> Decline? {
    if let rule = rule(against: asked) { return Decline(rule) }
    return sourceRefusal(asked).map { Decline($0) }
  }

  /// The rule of the owner, or the limit of the issuer, that the payment does not keep.
  private func rule(against asked: Asked) -> DeclineRule? {
    let rules = record.card.rules
    let spent = CardSpending(thisMonth: record.spent.amount(in: now.month))
    // Only the switches ask what is abroad, which virtual cards do not have.
    if let rule = rules.rule(against: asked, spent, currency, home: .unspecified) { return rule }
    if asked.isFirst, rules.isSingleUse, record.openSales > 0 { return DeclineRule(.singleUse) }
    if asked.billed > VirtualCardLimits.payment {
      return DeclineRule(.paymentLimit, amount: Money(VirtualCardLimits.payment, currency))
    }
    let today = source?.spentToday.amount(in: now.day) ?? 0
    let most = Int64(VirtualCardLimits.dailySpending.maximum)
    return today + asked.more > most
      ? DeclineRule(.dailyLimit, amount: Money(most, currency)) : nil
  }

  /// Why the funding source does not pay; nil: it does.
  private mutating func sourceRefusal(_ asked: Asked) -> DeclineReason? {
    guard let source, source.source.state == .active else { return .fundingError }
    let flags = FundingIssuer(core: issuer.core).shown(source).flags
    if flags.contains(.refresh) { return .fundingError }
    if flags.contains(.unfunded) { return .insufficientFunds }
    switch TestVirtualAmount(rawValue: asked.more) {
    case .insufficientFunds:
      flagUnfunded()
      return .insufficientFunds
    case .fundingError: return .fundingError
    case .suspicious:
      record.card.state = .suspended
      isStateChanged = true
      return .suspicious
    case nil: return nil
    }
  }

  private mutating func flagUnfunded() {
    guard source?.source.flags.contains(.unfunded) == false else { return }
    source?.source.flags.append(.unfunded)
    source?.source.version += 1
    source?.source.updatedAt = now
    isSourceChanged = true
    isFlagged = true
  }

  // MARK: Money

  /// A payment counts in the month in which it is authorised, and what is added later in the month
  /// in which it is added. What is given back counts no more, if that is in the same month. The
  /// day's velocity of the source counts what was asked for, and nothing is given back to it.
  mutating func move(_ movement: Movement, _ sale: inout SaleRecord) {
    let month = now.month
    if movement.billed > 0 {
      record.spent.add(movement.billed, in: month)
      sale.counted.add(movement.billed, in: month)
      source?.spentToday.add(movement.billed, in: now.day)
      isSourceChanged = true
    } else {
      let back = min(-movement.billed, sale.counted.amount(in: month))
      record.spent.add(-back, in: month)
      if back > 0 { sale.counted.add(-back, in: month) }
    }
  }

  mutating func outcome(ofDebit billed: Int64) -> ChargeDetail.State {
    switch TestVirtualAmount(rawValue: billed) {
    case .insufficientFunds:
      flagUnfunded()
      return .insufficientFunds
    case .fundingError: return .failed
    case .suspicious, nil: return .cleared
    }
  }

  mutating func note(_ step: SaleStep) {
    switch step {
    case .began: record.openSales += 1
    case .ended: record.openSales = max(0, record.openSales - 1)
    case .debited:
      guard record.card.rules.isSingleUse, record.card.state == .issued else { return }
      record.card.close(.used)
      isStateChanged = true
    }
  }

  /// A payment is no change by the owner: the version stays, so that a change that names it is not
  /// refused. Only a new state counts as a change.
  mutating func save(
    _ added: Transaction?, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    if isStateChanged {
      record.card.version += 1
      record.card.updatedAt = now
    }
    try sealLastTransaction(writer, context)
    try issuer.put(record, isChange: isStateChanged, writer, context)
    if isSourceChanged, let source { try writer.put(source, of: context.customerID) }
    if let added {
      let isSent = try issuer.notify(
        .transactionMade(TransactionNotice(added, of: record.card)),
        Self.text(of: added, record.card), writer, context)
      hasMessage = hasMessage || isSent
    }
    if isFlagged, let source {
      let isSent = try FundingIssuer(core: issuer.core).notify(source, writer, context)
      hasMessage = hasMessage || isSent
    }
  }

  private static func text(of payment: Transaction, _ card: VirtualCard) -> String {
    let money = payment.billedAmount
    let what =
      switch payment.type {
      case .pending: "reserved"
      case .complete: "paid"
      case .refund: "refunded"
      case .decline, .other: "declined"
      }
    return "Virtual card ··\(card.lastFour): \(money.decimal) \(money.currency.code) \(what), "
      + "\(payment.description)."
  }

  /// F09: the newest of its payments, which stays when the card is closed (F14).
  private mutating func sealLastTransaction(_ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError)
  {
    guard let last = try reader.lastTransaction(of: link, context.customerID) else {
      record.card.sealed.boxes[.lastTransaction] = nil
      return
    }
    guard let sealer = CardSealer(record.card.id, publicKey: record.publicKey) else {
      throw WalletError(.damagedRecord)
    }
    record.card.sealed.boxes[.lastTransaction] = try sealer.seal(
      JSONWriter.bytes(last), .lastTransaction)
  }
}

/// The amounts with which payments try what goes wrong, in minor units of the card's currency. An
/// authorisation and an increment are declined; a debit goes through and is marked.
enum TestVirtualAmount: Int64, CaseIterable {
  /// The funding source has no money: INSUFFICIENT_FUNDS, and it is UNFUNDED until somebody has
  /// reviewed it.
  case insufficientFunds = 510_01
  /// The bank of the funding source refuses: FUNDING_ERROR.
  case fundingError = 510_02
  /// The issuer finds it SUSPICIOUS, and the card is SUSPENDED.
  case suspicious = 510_03
}
