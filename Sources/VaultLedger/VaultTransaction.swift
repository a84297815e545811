import CSodium
import Issuer
import Secrets
import WalletAPI
import WalletModel

/// A ledger transaction on the rows.
struct VaultTransaction {
  let store: RowStore
  let keys: VaultKeys
  let customers: [CustomerID: Int64]
  /// Whether this is a write transaction. Nobody else can write meanwhile, so that the caches are
  /// valid.
  var isWriting = true

  func number(_ customer: CustomerID) throws(WalletError) -> Int64 {
    guard let number = customers[customer] else { throw WalletError(.unauthorized) }
    return number
  }

  /// All of a customer's records of a kind, in order. For kinds with few rows.
  func all<T>(
    _ kind: RecordKind, _ customer: CustomerID,
    _ parse: (RowStore.Row, inout RecordReader) throws(MalformedRecord) -> T
  ) throws(WalletError) -> [T] {
    let number = try number(customer)
    var result: [T] = []
    try store.visit(
      kind, from: RowID(kind, customer: number, 0),
      through: RowID(kind, customer: number, 0xffff_ffff), limit: -1
    ) { row throws(WalletError) in
      let value = store.open(row) { reader throws(MalformedRecord) in try parse(row, &reader) }
      guard let value else { throw store.damaged(kind) }
      result.append(value)
      return true
    }
    return result
  }

  func find(_ kind: RecordKind, _ lookupKey: String, _ customer: CustomerID) throws(WalletError)
    -> RowID?
  {
    let number = try number(customer)
    let id = try withBytes(lookupKey) { bytes throws(WalletError) in
      try store.find(kind, lookupKey: bytes)
    }
    guard let id, id.kind == kind, id.customer == number else { return nil }
    return id
  }

  /// A keyed hash of the card number, for lookups. It is useless without the key.
  func index(of pan: Secret) -> [UInt8] {
    pan.withBytes { Hash.bytes(16, of: $0, key: keys.index) }
  }
}

/// The text's bytes, which are valid only inside `body`.
@discardableResult
func withBytes<R>(
  _ text: String, _ body: (UnsafeRawBufferPointer) throws(WalletError) -> R
) throws(WalletError) -> R {
  var text = text
  let result: Result<R, WalletError> = text.withUTF8 { bytes in
    do throws(WalletError) {
      return .success(try body(UnsafeRawBufferPointer(bytes)))
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

extension VaultTransaction: LedgerReader {
  func cards(
    of customer: CustomerID, from offset: Int, limit: Int,
    matching: ((CardRecord) -> Bool)?
  ) throws(WalletError) -> CardPage {
    let number = try number(customer)
    guard let matching else { return try page(customer, number, offset, limit) }
    var page = CardPage()
    try store.visit(
      .card, from: RowID(.card, customer: number, 0),
      through: RowID(.card, customer: number, 0xffff_ffff), limit: -1
    ) { row throws(WalletError) in
      // A record that cannot be read may match, so it is listed on each first page.
      guard let record = open(row, customer) else {
        if offset == 0 { page.damaged.append(damaged(row)) }
        return true
      }
      guard matching(record) else { return true }
      if page.total >= offset && page.records.count < limit { page.records.append(record) }
      page.total += 1
      return true
    }
    return page
  }

  /// Reads by position: no row before or behind the page is read. A row that is missing counts as
  /// damaged.
  private func page(_ customer: CustomerID, _ number: Int64, _ offset: Int, _ limit: Int)
    throws(WalletError) -> CardPage
  {
    let root = try store.readRoot()
    // Cards are never removed. With several customers, the last card's position gives their number.
    let total =
      root.count(.customer) > 1
      ? try store.last(.card, of: number).map { Int($0) + 1 } ?? 0 : root.count(.card)
    var page = CardPage(total: total)
    guard offset < page.total else { return page }
    let end = min(offset + limit, page.total)
    var expected = offset
    page.records.reserveCapacity(end - offset)
    func missing(before position: Int) {
      while expected < position {
        page.damaged.append(DamagedRecord(id: CardID("missing-\(expected)"), position: expected))
        expected += 1
      }
    }
    try store.visit(
      .card, from: RowID(.card, customer: number, Int64(offset)),
      through: RowID(.card, customer: number, Int64(end - 1)), limit: -1
    ) { row throws(WalletError) in
      missing(before: Int(row.id.number))
      expected = Int(row.id.number) + 1
      if let record = open(row, customer) {
        page.records.append(record)
      } else {
        page.damaged.append(damaged(row))
      }
      return true
    }
    missing(before: end)
    return page
  }

  private func open(_ row: RowStore.Row, _ customer: CustomerID) -> CardRecord? {
    store.open(row) { reader throws(MalformedRecord) in
      guard let lookupKey = row.lookupKey else { throw MalformedRecord() }
      return try reader.card(
        id: CardID(String(decoding: lookupKey, as: UTF8.self)), position: Int(row.id.number),
        customer: customer)
    }
  }

  private func damaged(_ row: RowStore.Row) -> DamagedRecord {
    let id = row.lookupKey.map { String(decoding: $0, as: UTF8.self) } ?? "damaged-\(row.id.number)"
    return DamagedRecord(id: CardID(id), position: Int(row.id.number))
  }

  func card(_ id: CardID, of customer: CustomerID) throws(WalletError) -> CardRecord? {
    if isWriting, let known = store.cards[id], known.record.card.customerID == customer {
      return known.record
    }
    guard let row = try find(.card, id.rawValue, customer) else { return nil }
    let record = try store.read(row) { reader throws(MalformedRecord) in
      try reader.card(id: id, position: Int(row.number), customer: customer)
    }
    if isWriting, let record, let digest = try store.digest(row, .card) {
      store.cache(record, digest)
    }
    return record
  }

  func pan(of card: CardRecord, _ customer: CustomerID) throws(WalletError) -> Secret {
    let id = RowID(.pan, customer: try number(customer), Int64(card.position))
    guard let pan = try store.secret(id) else { throw store.damaged(.pan) }
    return pan
  }

  func pin(of card: CardRecord, _ customer: CustomerID) throws(WalletError) -> Secret? {
    try store.secret(RowID(.pin, customer: try number(customer), Int64(card.position)))
  }

  func isTaken(pan: Secret) throws(WalletError) -> Bool {
    let tag = index(of: pan)
    let found = tag.withUnsafeBytes { tag in
      Result { () throws(WalletError) in try store.find(.pan, lookupKey: tag) }
    }
    return try found.get() != nil
  }

  func programs(of customer: CustomerID) throws(WalletError) -> [ProgramRecord] {
    try all(.program, customer) { row, reader throws(MalformedRecord) in
      try reader.program(position: Int(row.id.number))
    }
  }

  func accounts(of customer: CustomerID) throws(WalletError) -> [Account] {
    try all(.account, customer) { _, reader throws(MalformedRecord) in
      try reader.account(customer: customer)
    }
  }

  func profile(of customer: CustomerID) throws(WalletError) -> CustomerProfile {
    let profile = try store.read(RowID(.customer, try number(customer))) {
      reader throws(MalformedRecord) in try reader.profile()
    }
    guard let profile else { throw store.damaged(.customer) }
    return profile
  }

  func scaAccount(of customer: CustomerID) throws(WalletError) -> ScaAccount {
    let account = try store.read(RowID(.sca, try number(customer))) {
      reader throws(MalformedRecord) in try reader.scaAccount()
    }
    // It is made with the customer. If it is missing, somebody removed it to reset the counters.
    guard let account else { throw store.damaged(.sca) }
    return account
  }

  func scaEvent(_ id: ScaEventID, of customer: CustomerID) throws(WalletError) -> ScaEventRecord? {
    guard let row = try find(.event, id.rawValue, customer) else { return nil }
    return try store.read(row) { reader throws(MalformedRecord) in try reader.event() }
  }

  func authenticator(_ slot: AuthenticatorSlot, of customer: CustomerID)
    throws(WalletError) -> Secret?
  {
    try store.secret(RowID(.authenticator, customer: try number(customer), Int64(slot.rawValue)))
  }

  func phoneMessages(of customer: CustomerID) throws(WalletError) -> [PhoneMessageRecord] {
    try all(.phone, customer) { _, reader throws(MalformedRecord) in
      try reader.message()
    }.reversed()
  }

  func phoneCode(of messageID: String, _ customer: CustomerID) throws(WalletError) -> Secret? {
    guard let message = try find(.phone, messageID, customer) else { return nil }
    return try store.secret(RowID(.code, customer: message.customer, message.number))
  }
}
