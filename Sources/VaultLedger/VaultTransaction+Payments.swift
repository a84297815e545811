import Issuer
import Secrets
import WalletModel

/// Payments are stored in the order in which they were made, which is that of `sortDate`. A time is
/// found by binary search, and only the wanted page is read.
extension VaultTransaction {
  func card(numbered pan: Secret, of customer: CustomerID) throws(WalletError) -> CardRecord? {
    let number = try number(customer)
    let found = index(of: pan).withUnsafeBytes { tag in
      Result { () throws(WalletError) in try store.find(.pan, lookupKey: tag) }
    }
    guard let row = try found.get(), row.customer == number,
      let id = try store.lookupKey(of: RowID(.card, customer: number, row.number))
    else { return nil }
    return try card(CardID(id), of: customer)
  }

  func transactions(of card: CardRecord?, _ customer: CustomerID, _ query: TransactionQuery)
    throws(WalletError) -> TransactionPage
  {
    let number = try number(customer)
    guard let newest = try store.last(.payment, of: number) else { return TransactionPage() }
    let rows = PaymentRows(transaction: self, customer: customer, number: number, card: card)
    var first: Int64 = 0
    var last = newest
    if let from = query.from { first = try rows.first(through: newest) { $0.sortDate >= from } }
    if let to = query.to { last = try rows.first(through: newest) { $0.sortDate > to } - 1 }
    let isBackwards = query.order != .ascending
    if let place = query.place {
      if isBackwards { last = min(last, place - 1) } else { first = max(first, place + 1) }
    }
    guard first <= last else { return TransactionPage() }
    var page = TransactionPage()
    var place: Int64 = 0
    try rows.visit(first...last, backwards: isBackwards, limit: query.limit + 1) {
      payment, at throws(WalletError) in
      guard page.transactions.count < query.limit else {
        page.nextToken = String(place)
        return
      }
      page.transactions.append(payment)
      place = at
    }
    return page
  }

  func transaction(at place: Int64, of customer: CustomerID) throws(WalletError) -> Transaction? {
    let rows = PaymentRows(
      transaction: self, customer: customer, number: try number(customer), card: nil)
    var found: Transaction?
    try rows.visit(place...place, backwards: false, limit: 1) { payment, _ in found = payment }
    return found
  }

  func sale(_ id: String, of customer: CustomerID) throws(WalletError) -> SaleRecord? {
    guard let row = try find(.sale, id, customer) else { return nil }
    return try store.read(row) { reader throws(MalformedRecord) in try reader.sale(id) }
  }

  // MARK: Writing

  func insert(_ transaction: Transaction, card: CardRecord, _ customer: CustomerID)
    throws(WalletError) -> Int64
  {
    let number = try number(customer)
    var transaction = transaction
    if let last = try store.last(.payment, of: number),
      let before = try self.transaction(at: last, of: customer)
    {
      transaction.sortDate = max(transaction.sortDate, before.sortDate)
    }
    let place = store.nextNumber(.payment)
    try put(transaction, at: place, card: card, number, isNew: true)
    return place
  }

  func update(
    _ transaction: Transaction, at place: Int64, card: CardRecord, _ customer: CustomerID
  ) throws(WalletError) {
    try put(transaction, at: place, card: card, try number(customer), isNew: false)
  }

  private func put(
    _ transaction: Transaction, at place: Int64, card: CardRecord, _ number: Int64, isNew: Bool
  ) throws(WalletError) {
    let id = RowID(.payment, customer: number, place)
    var key = RowID(.card, customer: number, Int64(card.position)).value.bigEndian
    let outcome: Result<Void, WalletError> = withUnsafeBytes(of: &key) { lookupKey in
      Result { () throws(WalletError) in
        try store.put(id, lookupKey: lookupKey, isNew: isNew) { $0.put(transaction) }
      }
    }
    try outcome.get()
  }

  func removeTransaction(at place: Int64, _ customer: CustomerID) throws(WalletError) {
    try store.delete(RowID(.payment, customer: try number(customer), place))
  }

  func put(_ sale: SaleRecord, of customer: CustomerID) throws(WalletError) {
    let known = try find(.sale, sale.id, customer)
    let number = try number(customer)
    let id = known ?? RowID(.sale, customer: number, store.nextNumber(.sale))
    try withBytes(sale.id) { lookupKey throws(WalletError) in
      try store.put(id, lookupKey: lookupKey, isNew: known == nil) { $0.put(sale) }
    }
  }
}

/// A customer's payments, with one card or with any card.
private struct PaymentRows {
  let transaction: VaultTransaction
  let customer: CustomerID
  let number: Int64
  let card: CardRecord?

  func visit(
    _ places: ClosedRange<Int64>, backwards: Bool, limit: Int,
    _ body: (Transaction, Int64) throws(WalletError) -> Void
  ) throws(WalletError) {
    let store = transaction.store
    // The cards found so far: each is looked up once.
    var cards: [Int64: CardID] = [:]
    if let card { cards[RowID(.card, customer: number, Int64(card.position)).value] = card.card.id }
    var key =
      card.map { RowID(.card, customer: number, Int64($0.position)).value.bigEndian } ?? 0
    var found: [(row: Int64, key: Int64, payment: Transaction)] = []
    let outcome: Result<Void, WalletError> = withUnsafeBytes(of: &key) { lookupKey in
      Result { () throws(WalletError) in
        try store.visit(
          .payment, from: RowID(.payment, customer: number, places.lowerBound),
          through: RowID(.payment, customer: number, places.upperBound),
          lookupKey: card == nil ? nil : lookupKey, backwards: backwards, limit: limit
        ) { row throws(WalletError) in
          guard let lookupKey = row.lookupKey, lookupKey.count == 8 else {
            throw store.damaged(.payment)
          }
          let key = Int64(bigEndian: lookupKey.loadUnaligned(as: Int64.self))
          let payment = store.open(row) { reader throws(MalformedRecord) in
            try reader.payment(card: CardID(""), customer: customer)
          }
          guard let payment else { throw store.damaged(.payment) }
          found.append((row.id.number, key, payment))
          return true
        }
      }
    }
    try outcome.get()
    for (place, key, payment) in found {
      var payment = payment
      if cards[key] == nil { cards[key] = CardID(try store.lookupKey(of: RowID(key)) ?? "") }
      payment.cardID = cards[key] ?? CardID("")
      try body(payment, place)
    }
  }

  /// The first place for which `holds` is true. It must be true for all places that follow.
  func first(through last: Int64, _ holds: (Transaction) -> Bool) throws(WalletError) -> Int64 {
    var low: Int64 = 0
    var high = last + 1
    while low < high {
      let middle = low + (high - low) / 2
      // The first payment at or behind the middle decides for all places before it.
      var place = high
      var isThere = false
      try visit(middle...last, backwards: false, limit: 1) { payment, at in
        place = at
        isThere = holds(payment)
      }
      if isThere || place >= high { high = middle } else { low = place + 1 }
    }
    return low
  }
}
