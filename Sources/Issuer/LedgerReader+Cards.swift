package import Secrets
package import WalletModel

extension LedgerReader {
  /// All records of a kind with few records.
  package func all<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID)
    throws(WalletError) -> [R]
  {
    let page = try page(type, of: customer, LedgerQuery())
    guard page.damaged.isEmpty else { throw R.kind.damaged }
    return page.items
  }
}

// Cards.
extension LedgerReader {
  package func card(_ id: CardID, of customer: CustomerID) throws(WalletError) -> CardRecord? {
    try get(CardRecord.self, id.rawValue, of: customer)
  }

  /// The customer's card with this number; nil: there is none.
  package func card(numbered pan: Secret, of customer: CustomerID)
    throws(WalletError) -> CardRecord?
  {
    guard let place = try place(ofNumber: pan, customer),
      let id = try id(of: CardRecord.self, at: place, customer)
    else { return nil }
    return try card(CardID(id), of: customer)
  }

  package func pan(of card: CardRecord, _ customer: CustomerID) throws(WalletError) -> Secret {
    guard let pan = try secret(.number(of: card), of: customer) else {
      throw RecordKind.pan.damaged
    }
    return pan
  }

  /// A page of cards from record `offset` on, in the order in which they were made. If `matching`
  /// is nil, only the page is read.
  package func cards(
    of customer: CustomerID, from offset: Int, limit: Int, matching: ((CardRecord) -> Bool)?
  ) throws(WalletError) -> Page<CardRecord> {
    let total = try count(CardRecord.self, of: customer)
    if let matching { return try cards(of: customer, from: offset, limit, matching, among: total) }
    var page = Page<CardRecord>()
    if offset < total {
      let places = offset..<min(offset + limit, total)
      page = try cards(of: customer, places)
      page.add(missing: places)
    }
    page.total = total
    return page
  }

  private func cards(
    of customer: CustomerID, from offset: Int, _ limit: Int, _ matches: (CardRecord) -> Bool,
    among total: Int
  ) throws(WalletError) -> Page<CardRecord> {
    var page = Page<CardRecord>()
    var found = 0
    for start in stride(from: 0, to: total, by: 1000) {
      let part = try cards(of: customer, start..<min(start + 1000, total))
      // A record that cannot be read may match, so it is listed on each first page.
      if offset == 0 { page.damaged += part.damaged }
      for record in part.items where matches(record) {
        if found >= offset && page.items.count < limit { page.items.append(record) }
        found += 1
      }
    }
    page.total = found
    return page
  }

  private func cards(of customer: CustomerID, _ places: Range<Int>)
    throws(WalletError) -> Page<CardRecord>
  {
    try page(
      CardRecord.self, of: customer,
      LedgerQuery(first: Int64(places.lowerBound), last: Int64(places.upperBound) - 1))
  }
}

extension LedgerWriter {
  /// Adds a card and sets its position.
  package func add(_ card: CardRecord, pan: Secret, of customer: CustomerID)
    throws(WalletError) -> CardRecord
  {
    var record = card
    record.place = try put(record, of: customer)
    try set(pan, .number(of: record), of: customer)
    return record
  }
}

extension Page<CardRecord> {
  /// Cards are never removed: one that is missing at one of these places counts as damaged.
  fileprivate mutating func add(missing places: Range<Int>) {
    guard items.count + damaged.count < places.count else { return }
    let known = Set(items.map(\.position) + damaged.map(\.position))
    damaged += places.filter { !known.contains($0) }.map {
      DamagedRecord(id: CardID("missing-\($0)"), position: $0)
    }
    damaged.sort { $0.position < $1.position }
  }
}
