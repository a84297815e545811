import WalletModel

extension SpendingRules {
  /// The rule that a payment does not keep; nil: it keeps all. The single use is not checked.
  ///
  /// - Parameters:
  ///   - spent: Before the payment. What is nil counts as nothing.
  ///   - home: The market that is not abroad.
  func rule(against asked: Asked, _ spent: CardSpending, _ currency: Currency, home: Market)
    -> DeclineRule?
  {
    let merchant = asked.merchant
    let category = MerchantCategory(mcc: merchant.mcc)
    if let merchantID, merchantID != merchant.id {
      let only = Shop.merchants.first { $0.id == merchantID }
      return DeclineRule(.merchant, value: only?.name ?? merchantID)
    }
    let uses: [(way: SpendingSwitch, isUsed: Bool)] = [
      (.online, asked.channel == .web || merchant.isOnline), (.phone, asked.channel == .phone),
      (.cash, category == .cash), (.abroad, home.isAbroad(merchant.country)),
    ]
    if let use = uses.first(where: { $0.isUsed && switchedOff.contains($0.way) }) {
      return DeclineRule(.switchedOff(use.way))
    }
    if categories?.allows(category.rawValue) == false {
      return DeclineRule(.category, value: category.rawValue)
    }
    if countries?.allows(merchant.country) == false {
      return DeclineRule(.country, value: merchant.country)
    }
    let limits: [(kind: DeclineRule.Kind, limit: Int64?, amount: Int64)] = [
      (.paymentLimit, paymentLimit, asked.billed),
      (.dailyLimit, dailyLimit, (spent.today ?? 0) + asked.more),
      (.monthlyLimit, monthlyLimit, (spent.thisMonth ?? 0) + asked.more),
    ]
    for (kind, limit, amount) in limits {
      if let limit, amount > limit { return DeclineRule(kind, amount: Money(limit, currency)) }
    }
    return nil
  }
}

extension IssuerFeature {
  /// Sets what counts against the limits of cards, as the list of payments says it. Nothing of it is
  /// stored: the list and the limits always agree. The payments are read once for all cards. Those
  /// with a card that was replaced in this month count for the one in its place, and not for itself.
  func countSpending(
    of records: inout [CardRecord], _ reader: any LedgerReader, _ customer: CustomerID
  ) throws(WalletError) {
    // By what the payments belong to: the index of the card for which they count.
    var limited: [LedgerLink: Int] = [:]
    let now = clock.now()
    let month = CalendarMonth(now, in: .utc).start(in: .utc)
    for index in records.indices {
      records[index].card.spent = CardSpending()
      let rules = records[index].card.rules
      guard rules.dailyLimit != nil || rules.monthlyLimit != nil,
        records[index].card.replacedBy == nil
      else { continue }
      limited[records[index].payments] = index
      for old in reader.cards(replacedBy: records[index].card, after: month, of: customer) {
        limited[old.payments] = index
      }
    }
    if limited.isEmpty { return }
    let spent = try reader.spending(with: limited, customer, at: now)
    for index in limited.values {
      let (rules, sums) = (records[index].card.rules, spent[index] ?? SpendingSums())
      if rules.dailyLimit != nil { records[index].card.spent.today = sums.today }
      if rules.monthlyLimit != nil { records[index].card.spent.thisMonth = sums.month }
    }
  }

  /// The same for one card.
  func countSpending(
    of record: inout CardRecord, _ reader: any LedgerReader, _ customer: CustomerID
  ) throws(WalletError) {
    var records = [record]
    try countSpending(of: &records, reader, customer)
    record = records[0]
  }
}

/// Minor units of the card's currency.
private struct SpendingSums {
  var today: Int64 = 0
  var month: Int64 = 0

  /// A refund gives back only what was paid before in the same time.
  mutating func add(_ payment: Transaction, isToday: Bool) {
    let amount = payment.billedAmount.minorUnits
    switch payment.type {
    case .pending, .complete:
      month += amount
      if isToday { today += amount }
    case .refund:
      month = max(0, month - amount)
      if isToday { today = max(0, today - amount) }
    case .decline, .other: break
    }
  }
}

extension LedgerReader {
  /// What was paid and is held in this day and month (UTC), by the numbers of the cards. A payment
  /// that cannot be read does not count.
  ///
  /// - Parameter cards: What payments belong to, with the number of the card for which they count.
  fileprivate func spending(
    with cards: [LedgerLink: Int], _ customer: CustomerID, at now: Timestamp
  ) throws(WalletError) -> [Int: SpendingSums] {
    var query = LedgerQuery(
      from: CalendarMonth(now, in: .utc).start(in: .utc),
      link: cards.count == 1 ? cards.keys.first : nil, limit: TransactionQuery.maximumLimit)
    // By sequence, since a refund gives back only what was paid in its own.
    var spent: [Int: [String: SpendingSums]] = [:]
    while true {
      let page = try page(PaymentRecord.self, of: customer, query)
      for record in page.items {
        let payment = record.payment
        guard let card = cards[record.card], payment.transactedAt.month == now.month else {
          continue
        }
        spent[card, default: [:]][payment.sequenceID, default: SpendingSums()].add(
          payment, isToday: payment.transactedAt.day == now.day)
      }
      guard let next = page.next else { break }
      query.continue(after: next)
    }
    return spent.mapValues { sequences in
      sequences.values.reduce(into: SpendingSums()) { all, sums in
        all.today += sums.today
        all.month += sums.month
      }
    }
  }
}
