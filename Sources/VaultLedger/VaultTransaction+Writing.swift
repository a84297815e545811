import CSodium
import Issuer
import Secrets
import WalletAPI
import WalletModel

extension VaultTransaction: LedgerWriter {
  var writes: Int { store.writes }

  func insert(_ card: CardRecord, pan: Secret, _ customer: CustomerID) throws(WalletError)
    -> CardRecord
  {
    let number = try number(customer)
    var record = card
    record.position = Int(try nextPlace(.card, number))
    let position = Int64(record.position)
    try withBytes(card.card.id.rawValue) { id throws(WalletError) in
      try store.put(RowID(.card, customer: number, position), lookupKey: id, isNew: true) {
        $0.put(record)
      }
    }
    let tag = index(of: pan)
    let outcome = tag.withUnsafeBytes { tag in
      Result { () throws(WalletError) in
        try store.put(
          RowID(.pan, customer: number, position), lookupKey: tag, isNew: true, secret: pan)
      }
    }
    try outcome.get()
    return record
  }

  /// The next number among a customer's rows of a kind of which only the oldest rows are removed.
  func nextPlace(_ kind: RecordKind, _ customer: Int64) throws(WalletError) -> Int64 {
    let next = store.nextNumber(kind)
    guard store.root.count(.customer) > 1 else { return next }
    return try store.last(kind, of: customer).map { $0 + 1 } ?? 0
  }

  func update(_ card: CardRecord, _ customer: CustomerID) throws(WalletError) {
    let id = RowID(.card, customer: try number(customer), Int64(card.position))
    let known = store.cards[card.card.id]?.digest
    let digest = try withBytes(card.card.id.rawValue) { lookupKey throws(WalletError) in
      try store.put(id, lookupKey: lookupKey, old: known) { $0.put(card) }
    }
    store.cache(card, digest)
  }

  func setPin(_ pin: Secret, of card: CardRecord, _ customer: CustomerID) throws(WalletError) {
    try store.put(RowID(.pin, customer: try number(customer), Int64(card.position)), secret: pin)
  }

  func put(_ program: ProgramRecord, _ customer: CustomerID) throws(WalletError) {
    let position =
      program.position >= 0 ? Int64(program.position) : store.nextNumber(.program)
    try store.put(RowID(.program, customer: try number(customer), position)) {
      $0.put(program.program, bin: program.bin)
    }
  }

  func put(_ account: Account, _ customer: CustomerID) throws(WalletError) {
    let known = try all(.account, customer) { row, reader throws(MalformedRecord) in
      (id: row.id, account: try reader.account(customer: customer))
    }
    if let row = known.first(where: { $0.account.id == account.id }) {
      try store.put(row.id) { $0.put(account) }
      return
    }
    let id = RowID(.account, customer: try number(customer), store.nextNumber(.account))
    try store.put(id, isNew: true) { $0.put(account) }
  }

  func put(_ account: ScaAccount, of customer: CustomerID) throws(WalletError) {
    try store.put(RowID(.sca, try number(customer))) { $0.put(account) }
  }

  func put(_ event: ScaEventRecord, of customer: CustomerID) throws(WalletError) {
    let known = try find(.event, event.id.rawValue, customer)
    let number = try number(customer)
    let id = known ?? RowID(.event, customer: number, store.nextNumber(.event))
    try withBytes(event.id.rawValue) { lookupKey throws(WalletError) in
      try store.put(id, lookupKey: lookupKey, isNew: known == nil) { $0.put(event) }
    }
  }

  func removeEvents(
    of customer: CustomerID, keeping most: Int, where isOver: (ScaEventRecord) -> Bool
  ) throws(WalletError) {
    // In the order in which they were made.
    let events = try all(.event, customer) { row, reader throws(MalformedRecord) in
      (id: row.id, isOver: isOver(try reader.event()))
    }
    let live = events.filter { !$0.isOver }
    for event in events where event.isOver { try store.delete(event.id) }
    for event in live.dropLast(most) { try store.delete(event.id) }
  }

  func set(_ slot: AuthenticatorSlot, _ secret: Secret?, of customer: CustomerID)
    throws(WalletError)
  {
    let id = RowID(.authenticator, customer: try number(customer), Int64(slot.rawValue))
    if let secret { try store.put(id, secret: secret) } else { try store.delete(id) }
  }

  func insert(_ message: PhoneMessageRecord, code: Secret, of customer: CustomerID, limit: Int)
    throws(WalletError)
  {
    let number = try number(customer)
    let place = try nextPlace(.phone, number)
    try withBytes(message.id) { lookupKey throws(WalletError) in
      try store.put(RowID(.phone, customer: number, place), lookupKey: lookupKey, isNew: true) {
        $0.put(message)
      }
    }
    try store.put(RowID(.code, customer: number, place), isNew: true, secret: code)
    if place >= Int64(limit) {
      try store.delete(RowID(.phone, customer: number, place - Int64(limit)))
      try store.delete(RowID(.code, customer: number, place - Int64(limit)))
    }
  }

  func removePhoneCode(of messageID: String, _ customer: CustomerID) throws(WalletError) {
    guard let message = try find(.phone, messageID, customer) else { return }
    try store.delete(RowID(.code, customer: message.customer, message.number))
  }

  /// Each entry contains a keyed hash over itself and the previous link.
  func append(_ entry: AuditEntry, of customer: CustomerID) throws(WalletError) {
    let place = store.nextNumber(.audit)
    var body = RecordWriter(capacity: 512)
    defer { body.free() }
    body.put(entry)
    let link = keys.auditLink(after: store.root.auditLink, place, body.written)
    store.root.auditLink = link
    let written = body.written
    // One chain for all customers, in the order of its rows.
    _ = try number(customer)
    try store.put(RowID(.audit, customer: 1, place), isNew: true) { writer in
      writer.put(written)
      link.withUnsafeBytes { writer.put($0) }
    }
  }
}

extension VaultKeys {
  /// The next link of the chain: BLAKE2b with the audit key over the last link, the entry's number
  /// and the entry.
  func auditLink(after last: [UInt8], _ number: Int64, _ entry: UnsafeRawBufferPointer) -> [UInt8] {
    var message = last
    withUnsafeBytes(of: number.littleEndian) { message.append(contentsOf: $0) }
    message.append(contentsOf: entry)
    return Hash.bytes(32, of: message, key: audit)
  }
}
