import WalletAPI
package import WalletModel

/// A payment in the ledger. Payments are in the order of their `sortDate`.
package struct PaymentRecord: Hashable, Sendable {
  /// `cardID` is not stored: the card's position says which one it is.
  package var payment: Transaction
  /// The position of its card.
  package var card: Int64
  package var place: Int64?

  package init(_ payment: Transaction, card: Int64) {
    self.payment = payment
    self.card = card
  }
}

extension LedgerReader {
  /// A page of payments; `card` nil: with any card.
  package func transactions(of card: CardRecord?, _ customer: CustomerID, _ query: TransactionQuery)
    throws(WalletError) -> TransactionPage
  {
    var wanted = LedgerQuery(
      from: query.from, to: query.to, link: card.map { LedgerLink(.card, Int64($0.position)) },
      isBackwards: query.order != .ascending, limit: query.limit)
    if let place = query.place {
      if wanted.isBackwards { wanted.last = place - 1 } else { wanted.first = place + 1 }
    }
    let page = try page(PaymentRecord.self, of: customer, wanted)
    guard page.damaged.isEmpty else { throw RecordKind.payment.damaged }
    // Each card is looked up once.
    var ids: [Int64: CardID] = [:]
    if let card { ids[Int64(card.position)] = card.card.id }
    var transactions: [Transaction] = []
    for record in page.items {
      var payment = record.payment
      if ids[record.card] == nil {
        ids[record.card] = CardID(
          try id(of: CardRecord.self, at: record.card, customer) ?? "")
      }
      payment.cardID = ids[record.card] ?? CardID("")
      transactions.append(payment)
    }
    return TransactionPage(transactions, nextToken: page.next.map { String($0) })
  }

  /// The payment at the place that `add` returned; nil: it was removed.
  package func payment(at place: Int64, of customer: CustomerID)
    throws(WalletError) -> PaymentRecord?
  {
    let page = try page(PaymentRecord.self, of: customer, LedgerQuery(first: place, last: place))
    guard page.damaged.isEmpty else { throw RecordKind.payment.damaged }
    return page.items.first
  }
}

extension LedgerWriter {
  /// Adds a payment and returns its place. If necessary, its `sortDate` is moved to that of the
  /// payment before it.
  @discardableResult
  package func add(_ payment: Transaction, with card: CardRecord, of customer: CustomerID)
    throws(WalletError) -> Int64
  {
    let last = try page(PaymentRecord.self, of: customer, LedgerQuery(isBackwards: true, limit: 1))
    guard last.damaged.isEmpty else { throw RecordKind.payment.damaged }
    var payment = payment
    if let before = last.items.first {
      payment.sortDate = max(payment.sortDate, before.payment.sortDate)
    }
    return try put(PaymentRecord(payment, card: Int64(card.position)), of: customer)
  }
}
