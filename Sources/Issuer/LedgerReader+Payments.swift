package import WalletModel

/// A payment in the ledger. Payments are in the order of their `sortDate`.
package struct PaymentRecord: Hashable, Sendable {
  /// `cardID` is not stored: the place of its card says which one it is.
  package var payment: Transaction
  /// The card or virtual card that paid.
  package var card: LedgerLink
  package var place: Int64?

  package init(_ payment: Transaction, of card: LedgerLink) {
    self.payment = payment
    self.card = card
  }

  package init(_ payment: Transaction, card: Int64) {
    self.init(payment, of: LedgerLink(.card, card))
  }
}

extension CardRecord {
  /// What its payments belong to.
  package var payments: LedgerLink { LedgerLink(.card, Int64(position)) }
}

extension LedgerReader {
  /// A page of payments; `card` nil: with any card.
  package func transactions(of card: LedgerLink?, _ customer: CustomerID, _ query: TransactionQuery)
    throws(WalletError) -> TransactionPage
  {
    var wanted = LedgerQuery(
      from: query.from, to: query.to, link: card, isBackwards: query.order != .ascending,
      limit: query.limit)
    wanted.continue(after: query.place)
    var names = CardNames()
    var found: [Transaction] = []
    var last: Int64?
    while true {
      let page = try page(PaymentRecord.self, of: customer, wanted)
      guard page.damaged.isEmpty else { throw RecordKind.payment.damaged }
      for record in page.items where query.type == nil || record.payment.type == query.type {
        // Another one follows, so there is a next page.
        guard found.count < query.limit else {
          return TransactionPage(found, nextToken: last.map { String($0) })
        }
        found.append(try named(record, &names, customer))
        last = record.place
      }
      // Without a type, the page is what was asked for.
      guard let next = page.next else { return TransactionPage(found) }
      if query.type == nil { return TransactionPage(found, nextToken: String(next)) }
      wanted.continue(after: next)
    }
  }

  /// The payment with this id; nil: there is none. Payments are found by their places, so the
  /// newest are read first.
  package func payment(_ id: TransactionID, of customer: CustomerID)
    throws(WalletError) -> PaymentRecord?
  {
    var names = CardNames()
    var wanted = LedgerQuery(isBackwards: true, limit: 1000)
    while true {
      let page = try page(PaymentRecord.self, of: customer, wanted)
      if var record = page.items.first(where: { $0.payment.id == id }) {
        record.payment = try named(record, &names, customer)
        return record
      }
      guard let next = page.next else { return nil }
      wanted.continue(after: next)
    }
  }

  /// The newest payment of a card; nil: it has none.
  package func lastTransaction(of card: LedgerLink, _ customer: CustomerID)
    throws(WalletError) -> Transaction?
  { try transactions(of: card, customer, TransactionQuery(limit: 1)).transactions.first }

  private func named(_ record: PaymentRecord, _ names: inout CardNames, _ customer: CustomerID)
    throws(WalletError) -> Transaction
  {
    var payment = record.payment
    if let name = names[record.card] {
      payment.cardID = name
    } else {
      let place = record.card.place
      let id =
        record.card.kind == .virtualCard
        ? try id(of: VirtualCardRecord.self, at: place, customer)
        : try id(of: CardRecord.self, at: place, customer)
      payment.cardID = CardID(id ?? "")
      names[record.card] = payment.cardID
    }
    return payment
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

/// Ids of cards, so that each one is looked up once.
private typealias CardNames = [LedgerLink: CardID]

extension LedgerQuery {
  /// Only what comes after this place; nil: the whole range.
  mutating func `continue`(after place: Int64?) {
    guard let place else { return }
    if isBackwards { last = place - 1 } else { first = place + 1 }
  }
}

extension LedgerWriter {
  /// Adds a payment and returns its place. If necessary, its `sortDate` is moved to that of the
  /// payment before it.
  @discardableResult
  package func add(_ payment: Transaction, of card: LedgerLink, _ customer: CustomerID)
    throws(WalletError) -> Int64
  {
    let last = try page(PaymentRecord.self, of: customer, LedgerQuery(isBackwards: true, limit: 1))
    guard last.damaged.isEmpty else { throw RecordKind.payment.damaged }
    var payment = payment
    if let before = last.items.first {
      payment.sortDate = max(payment.sortDate, before.payment.sortDate)
    }
    return try put(PaymentRecord(payment, of: card), of: customer)
  }
}
