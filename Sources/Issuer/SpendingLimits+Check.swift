import WalletAPI
import WalletModel

extension SpendingLimits {
  /// The limit for which a payment is to be declined; nil: it keeps all of them.
  ///
  /// - Parameter spent: In this month, in minor units of the card's currency.
  func limit(against asked: Asked, spent: Int64, currency: Currency) -> DeclineLimit? {
    let merchant = asked.merchant
    if let categories, !categories.contains(MerchantCategory(mcc: merchant.mcc)) {
      return DeclineLimit(.category, values: categories.map(\.rawValue))
    }
    if let countries, !countries.contains(merchant.country) {
      return DeclineLimit(.country, values: [merchant.country])
    }
    if let paymentLimit, asked.billed > paymentLimit {
      return DeclineLimit(.perPayment, amount: Money(paymentLimit, currency))
    }
    if let monthlyLimit, spent + asked.more > monthlyLimit {
      return DeclineLimit(.perMonth, amount: Money(monthlyLimit, currency))
    }
    return nil
  }
}

extension Tally {
  /// Counts a movement of a sale. A payment counts in the month in which it is authorised, and what
  /// is added later in the month in which it is added. What is given back counts no more, if that is
  /// in the same month.
  ///
  /// - Parameter counted: What of the sale counts.
  mutating func count(_ billed: Int64, _ counted: inout Tally, in month: Int64) {
    if billed > 0 {
      add(billed, in: month)
      counted.add(billed, in: month)
    } else {
      let back = min(-billed, counted.amount(in: month))
      add(-back, in: month)
      if back > 0 { counted.add(-back, in: month) }
    }
  }
}

extension LedgerReader {
  /// What the list of payments says that a card has paid and holds in this calendar month (UTC), in
  /// minor units: with it a monthly limit begins.
  func spentThisMonth(_ record: CardRecord, _ now: Timestamp, _ customer: CustomerID)
    throws(WalletError) -> Int64
  {
    let today = now.civil()
    var query = TransactionQuery(
      from: Timestamp(civil: CivilTime(year: today.year, month: today.month, day: 1)),
      limit: TransactionQuery.maximumLimit)
    var paid: [String: Int64] = [:]
    var refunds: [Transaction] = []
    repeat {
      let page = try transactions(of: record.payments, customer, query)
      for payment in page.transactions where payment.transactedAt.month == now.month {
        switch payment.type {
        case .pending, .complete:
          paid[payment.sequenceID, default: 0] += payment.billedAmount.minorUnits
        case .refund: refunds.append(payment)
        case .decline, .other: break
        }
      }
      query.nextToken = page.nextToken
    } while query.nextToken != nil
    for refund in refunds {
      guard let of = paid[refund.sequenceID] else { continue }
      paid[refund.sequenceID] = max(0, of - refund.billedAmount.minorUnits)
    }
    return paid.values.reduce(0, +)
  }
}
