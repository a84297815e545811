import Issuer
import WalletModel

/// Payments, and the shop's records of them.
extension RecordWriter {
  /// The card is the row's lookup key, and the customer is in the row's key.
  mutating func put(_ payment: Transaction) {
    put(byte: 1)
    put(payment.id.rawValue)
    put(payment.type, StoredOrder.payment)
    put(payment.transactedAt)
    put(payment.settledAt) { $0.put($1) }
    put(payment.billedAmount)
    put(payment.transactedAmount)
    put(payment.description)
    put(payment.declineReason) { $0.put($1, StoredOrder.decline) }
    // Older records do not have these fields: there are zeros, or nothing.
    put(payment.version)
    put(payment.sequenceID == payment.id.rawValue ? nil : payment.sequenceID)
    put(payment.sortDate) { $0.put($1) }
    put(payment.createdAt) { $0.put($1) }
    put(payment.updatedAt) { $0.put($1) }
    put(payment.detail.count)
    for detail in payment.detail { put(detail) }
  }

  /// The description and the first time are those of the payment.
  private mutating func put(_ detail: ChargeDetail) {
    put(detail.virtualCardAmount)
    put(detail.markup.percent)
    put(detail.markup.flat)
    put(detail.markup.minCharge) { $0.put($1) }
    put(detail.markupAmount.minorUnits)
    put(detail.fundingSourceAmount.minorUnits)
    put(detail.transactedAt)
    put(detail.settledAt) { $0.put($1) }
    put(detail.fundingSourceID)
    put(detail.description)
    put(detail.state, StoredOrder.charge)
    put(detail.continuationOfExistingCharge)
  }

  mutating func put(_ money: Money) {
    put(money.minorUnits)
    put(money.currency.code)
  }

  /// The id is the row's lookup key, and the customer is in the row's key.
  mutating func put(_ sale: SaleRecord) {
    put(byte: 1)
    put(byte: sale.state.rawValue)
    put(sale.cardID.rawValue)
    put(sale.merchantID)
    put(sale.sequenceID)
    put(sale.amount)
    put(sale.refunded)
    put(sale.held)
    put(sale.pending) { $0.put($1) }
    put(sale.created)
  }
}

extension RecordReader {
  mutating func payment(card: CardID, customer: CustomerID) throws(MalformedRecord) -> Transaction {
    try form()
    var payment = Transaction(
      id: TransactionID(try text()), owner: customer, cardID: card,
      type: try word(StoredOrder.payment),
      transactedAt: try time(),
      settledAt: try optional { reader throws(MalformedRecord) in try reader.time() },
      billedAmount: try money(), transactedAmount: try money(), description: try text(),
      declineReason: try optional { reader throws(MalformedRecord) in
        try reader.word(StoredOrder.decline)
      })
    guard !isAtEnd else { return payment }
    let version = try int()
    guard version > 0 else { return payment }
    payment.version = version
    if let sequence = try optionalText() { payment.sequenceID = sequence }
    payment.sortDate = try laterTime() ?? payment.transactedAt
    payment.createdAt = try laterTime() ?? payment.transactedAt
    payment.updatedAt = try laterTime() ?? payment.transactedAt
    let count = try count()
    guard (0...16).contains(count) else { throw MalformedRecord() }
    for _ in 0..<count { payment.detail.append(try detail()) }
    return payment
  }

  private mutating func laterTime() throws(MalformedRecord) -> Timestamp? {
    try optional { reader throws(MalformedRecord) in try reader.time() }
  }

  private mutating func detail() throws(MalformedRecord) -> ChargeDetail {
    let amount = try money()
    let markup = Markup(
      percent: try integer(), flat: try integer(),
      minCharge: try optional { reader throws(MalformedRecord) in try reader.integer() })
    let charged = try integer()
    let funded = try integer()
    var detail = ChargeDetail(
      amount: amount, markup: markup, transactedAt: try time(), settledAt: try laterTime(),
      fundingSourceID: try text(), description: try text(), state: try word(StoredOrder.charge),
      continues: try bool())
    detail.markupAmount.minorUnits = charged
    detail.fundingSourceAmount.minorUnits = funded
    return detail
  }

  mutating func money() throws(MalformedRecord) -> Money {
    Money(try integer(), Currency(try text()))
  }

  mutating func sale(_ id: String) throws(MalformedRecord) -> SaleRecord {
    try form()
    guard let state = SaleRecord.State(rawValue: try byte()) else { throw MalformedRecord() }
    let card = CardID(try text())
    let merchant = try text()
    let sequence = try text()
    let amount = try integer()
    let refunded = try integer()
    let held = try integer()
    let pending = try optional { reader throws(MalformedRecord) in try reader.integer() }
    var sale = SaleRecord(
      id: id, state: state, cardID: card, merchantID: merchant, sequenceID: sequence,
      amount: amount, created: try time())
    sale.refunded = refunded
    sale.held = held
    sale.pending = pending
    return sale
  }
}
