import Issuer
import SealedRecords
import Secrets
import WalletAPI
import WalletModel

/// A transaction on the database. Each customer has rows and a root of their own, which are used
/// like those of a vault with one customer.
///
/// A writing transaction locks a customer's row when it first asks for one of the customer's
/// records, until it ends. So everything that it reads is what it changes.
final class PostgresTransaction {
  let connection: Connection
  let stores: StorePool
  private let keys: RecordKeys
  private let isWriting: Bool
  private var customers: [CustomerID: RecordTransaction] = [:]
  /// Those whose root was asked for, and may not have been read yet.
  private var awaited: Set<CustomerID> = []
  /// The order in which they were used.
  private(set) var used: [CustomerID] = []
  private var recordChanges: [CustomerID: RecordChange] = [:]

  init(_ connection: Connection, _ stores: StorePool, isWriting: Bool) {
    self.connection = connection
    self.stores = stores
    keys = stores.keys
    self.isWriting = isWriting
  }

  /// The customer's records. The root may not have been read yet: it is asked for together with what
  /// is read first.
  ///
  /// - Throws: `.unauthorized` if there is no such customer.
  private func records(of customer: CustomerID) throws(WalletError) -> RecordTransaction {
    if let known = customers[customer] { return known }
    guard let records = try find(customer) else { throw WalletError(.unauthorized) }
    return records
  }

  /// The customer's records, with the root, for counting and writing.
  private func rootedRecords(of customer: CustomerID) throws(WalletError) -> RecordTransaction {
    let records = try records(of: customer)
    if awaited.contains(customer) { try connection.flush() }
    return records
  }

  private func find(_ customer: CustomerID) throws(WalletError) -> RecordTransaction? {
    if let known = stores.numbers.find(customer) { return try askForRoot(of: customer, known) }
    let tag = keys.tag(of: customer)
    var parameters = Parameters()
    parameters.add(tag)
    let query: Statement = isWriting ? .lockCustomer : .readCustomer
    let found = try connection.rows(query, parameters) { rows in
      rows.count > 0
        ? (rows.integer(0, 0), rows.integer(0, 1), Array(rows.bytes(0, 2) ?? .empty)) : nil
    }
    guard let (number, version, root) = found else { return nil }
    let known = CustomerNumbers.Known(number: number, tag: tag)
    stores.numbers.keep(customer, known)
    let (records, rows) = begin(customer, known)
    try set((version, root), records.store, rows)
    return records
  }

  /// Asks for the root of a customer whose number is known, without waiting for it.
  private func askForRoot(of customer: CustomerID, _ known: CustomerNumbers.Known)
    throws(WalletError) -> RecordTransaction
  {
    let (records, rows) = begin(customer, known)
    var parameters = Parameters()
    parameters.add(Int32(known.number))
    parameters.add(known.tag)
    awaited.insert(customer)
    try connection.queue(isWriting ? .lockKnown : .readKnown, parameters) { [self] result in
      awaited.remove(customer)
      guard result.count > 0 else {
        stores.numbers.remove(customer)
        return PostgresFailure.busy
      }
      do throws(WalletError) {
        let root = (result.integer(0, 1), Array(result.bytes(0, 2) ?? .empty))
        try set(root, records.store, rows)
        return nil
      } catch {
        return error
      }
    }
    return records
  }

  private func set(
    _ root: (version: Int64, box: [UInt8]), _ store: RowStore, _ rows: PostgresRows
  ) throws(WalletError) {
    rows.root = root
    // It opens only if the row is this customer's, so this is done also where nothing of it is used.
    store.root = try store.readRoot()
  }

  private func begin(_ customer: CustomerID, _ known: CustomerNumbers.Known)
    -> (RecordTransaction, PostgresRows)
  {
    let number = known.number
    let (store, rows) = take(number, known.tag)
    let records = RecordTransaction(
      store: store, keys: keys, customers: [customer: number], isWriting: isWriting,
      auditOwner: number)
    customers[customer] = records
    used.append(customer)
    return (records, rows)
  }

  /// A store that has the rows of this customer.
  private func take(_ number: Int64, _ tag: [UInt8]) -> (RowStore, PostgresRows) {
    let (store, rows) = stores.take(connection)
    rows.begin(number)
    store.begin(customer: number, rootKey: tag)
    return (store, rows)
  }

  /// Adds a customer with this profile, and what each customer has.
  ///
  /// - Throws: `.vaultExists` if there is a customer with this id.
  func add(_ profile: CustomerProfile) throws(WalletError) {
    try connection.queue(.lockCustomers)
    guard try find(profile.customerID) == nil else {
      throw WalletError(
        .vaultExists,
        .text("There's already a customer with this id", "Es gibt schon einen Kunden mit dieser ID")
      )
    }
    let tag = keys.tag(of: profile.customerID)
    var parameters = Parameters()
    parameters.add(tag)
    let number = try connection.rows(.addCustomer, parameters) { rows in rows.integer(0, 0) }
    let known = CustomerNumbers.Known(number: number, tag: tag)
    try begin(profile.customerID, known).0.add(profile)
  }

  /// Adds a customer with this number, whose rows `fill` adds. Nothing is kept in memory for the
  /// rest of the transaction.
  ///
  /// - Parameter changes: How many the customer has had. It is one more afterwards.
  func add(
    _ customer: CustomerID, _ number: Int64, changes: Int64,
    _ fill: (RowStore) throws(WalletError) -> Void
  ) throws(WalletError) {
    let tag = keys.tag(of: customer)
    var parameters = Parameters()
    parameters.add(tag)
    parameters.add(Int32(number))
    parameters.add(changes)
    try connection.queue(.addCustomerAs, parameters)
    let store = take(number, tag).0
    defer { stores.returnLast() }
    store.root.counter = changes
    try fill(store)
    try store.writeRoot()
  }

  /// The rows of the customer with this number, without the id. For reading.
  func store(_ number: Int64) throws(WalletError) -> RowStore {
    var parameters = Parameters()
    parameters.add(Int32(number))
    let found = try connection.rows(.customerByNumber, parameters) { rows in
      rows.count > 0
        ? (rows.integer(0, 1), Array(rows.bytes(0, 2) ?? .empty), Array(rows.bytes(0, 3) ?? .empty))
        : nil
    }
    guard let (version, root, tag) = found else { throw WalletError(.notFound) }
    let (store, rows) = take(number, tag)
    rows.root = (version, root)
    return store
  }

  /// Likewise, without the root.
  func rowStore(_ number: Int64) -> RowStore {
    take(number, []).0
  }

  /// Takes roots that were asked for and not used. The next transaction shall not get them.
  func takeAwaited() throws(WalletError) {
    if !awaited.isEmpty { try connection.flush() }
  }

  /// Writes the roots of the customers whose records have changed, and the news of that.
  ///
  /// - Returns: Whether there are news.
  func finish() throws(WalletError) -> Bool {
    var hasNews = false
    for customer in used {
      guard let records = customers[customer], records.store.writes > 0 else { continue }
      try records.store.writeRoot()
      guard let change = recordChanges[customer], !change.isEmpty else { continue }
      let news = LedgerNews(
        customer: customer, number: records.store.root.counter, change: change)
      let number = try records.number(customer)
      var parameters = Parameters()
      parameters.add(Int32(number))
      parameters.add(news.number)
      parameters.add(stores.sealed(news, number))
      try connection.queue(.addNews, parameters)
      hasNews = true
    }
    return hasNews
  }

  private func note<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) {
    let records = try records(of: customer)
    try recordChanges[customer, default: RecordChange()].add(record) {
      kind, place throws(WalletError) in
      kind == .card
        ? try records.id(of: CardRecord.self, at: place, customer)
        : try records.id(of: VirtualCardRecord.self, at: place, customer)
    }
  }
}

extension RecordKeys {
  /// What a customer's row is found by.
  func tag(of customer: CustomerID) -> [UInt8] {
    Hash.bytes(16, of: Array("customer \(customer.rawValue)".utf8), key: index)
  }
}

extension RowStore {
  /// Begins a transaction with the rows of another customer.
  ///
  /// - Parameter rootKey: `RecordKeys.tag`, so that no customer gets the wallet of another one.
  func begin(customer: Int64, rootKey: [UInt8]) {
    root = RootRecord()
    rootID = RowID(.root, customer: customer, 0)
    self.rootKey = rootKey
    writes = 0
    changes = [:]
    cache = [:]
  }
}

/// The row stores of one connection. A transaction has one for each of its customers.
final class StorePool {
  let cipher: RecordCipher
  let keys: RecordKeys
  let numbers: CustomerNumbers
  private let ids: RowStore.IDForm
  private(set) var stores: [(RowStore, PostgresRows)] = []
  private var taken = 0

  init(_ header: VaultHeader, _ keys: RecordKeys, _ numbers: CustomerNumbers) {
    self.numbers = numbers
    cipher = RecordCipher(vaultID: header.vaultID, epoch: header.epoch, keys: keys)
    self.keys = keys
    ids = .hashed(keys.index)
  }

  func take(_ connection: Connection) -> (RowStore, PostgresRows) {
    if taken == stores.count {
      let rows = PostgresRows(connection)
      stores.append((RowStore(rows, cipher, ids: ids), rows))
    }
    defer { taken += 1 }
    return stores[taken]
  }

  /// The one that was taken last is not used any more.
  func returnLast() { taken -= 1 }

  /// To be called at the end of a transaction.
  func returnAll() {
    // A transaction with many customers is rare.
    if stores.count > 4 { stores.removeLast(stores.count - 4) }
    taken = 0
  }
}

extension PostgresTransaction: LedgerReader {
  func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> R {
    try records(of: customer).get(type, of: customer)
  }

  func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  { try records(of: customer).get(type, id, of: customer) }

  func expect<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError)
  {
    guard R.keying.isByID else { return }
    let records = try records(of: customer)
    guard let rows = records.store.table as? PostgresRows else { return }
    try records.store.withLookupKey(R.kind, id, of: rows.customer) { key throws(WalletError) in
      try rows.expect(R.kind, lookupKey: key)
    }
  }

  func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  { try records(of: customer).get(type, at: place, of: customer) }

  func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  {
    guard let customer else { return try pageOfAll(type, query) }
    return try records(of: customer).page(type, of: customer, query)
  }

  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int {
    try rootedRecords(of: customer).count(type, of: customer)
  }

  func gaps<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int {
    try rootedRecords(of: customer).gaps(type, of: customer)
  }

  func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  { try records(of: customer).id(of: type, at: place, customer) }

  func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret? {
    try records(of: customer).secret(name, of: customer)
  }

  func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64? {
    if let customer { return try records(of: customer).place(ofNumber: pan, customer) }
    let row = keys.tag(ofNumber: pan).withUnsafeBytes { tag in
      Result { () throws(WalletError) in try connection.row(ofNumber: tag) }
    }
    return try row.get()?.number
  }

  /// The records of all customers of a kind that has few, in the order of their customers.
  private func pageOfAll<R: LedgerRecord>(_ type: R.Type, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  {
    // Their index has no others.
    guard Schema.ofAll.contains(R.kind) else { throw WalletError(.internalError) }
    var page = Page<R>()
    var owner: (number: Int64, id: CustomerID?)?
    var last: (customer: Int64, number: Int64) = (0, -1)
    let batch = 500
    var isOver = false
    while !isOver {
      var parameters = Parameters()
      parameters.add(Int16(R.kind.rawValue))
      parameters.add(Int32(last.customer))
      parameters.add(last.number)
      parameters.add(Int64(batch))
      let rows = try connection.rows(.pageOfAll, parameters) { rows in
        (0..<rows.count).map { row in
          SealedRow(
            customer: rows.integer(row, 4), number: rows.integer(row, 0),
            version: rows.integer(row, 1), box: Array(rows.bytes(row, 2) ?? .empty),
            lookupKey: rows.bytes(row, 3).map { Array($0) })
        }
      }
      isOver = rows.count < batch
      for row in rows {
        last = (row.customer, row.number)
        guard page.items.count + page.damaged.count < query.limit else {
          page.next = row.number
          return page
        }
        if owner?.number != row.customer {
          owner = (row.customer, try customerID(row.customer))
        }
        guard let customer = owner?.id else { continue }
        // Without the root: nobody else shall suffer if it is damaged.
        let store = rowStore(row.customer)
        defer { stores.returnLast() }
        let record: R? = row.withRow(R.kind) { store.record($0, of: customer) }
        if let record {
          page.items.append(record)
        } else {
          page.damaged.append(
            DamagedRecord(id: CardID("damaged-\(row.number)"), position: Int(row.number)))
        }
      }
    }
    return page
  }

  /// The customer with this number. nil: it cannot be read.
  func customerID(_ number: Int64) throws(WalletError) -> CustomerID? {
    for (id, records) in customers where try records.number(id) == number { return id }
    let store = rowStore(number)
    defer { stores.returnLast() }
    return try store.customerID(number)
  }
}

/// A row that was copied from a result.
private struct SealedRow {
  let customer: Int64
  let number: Int64
  let version: Int64
  let box: [UInt8]
  let lookupKey: [UInt8]?

  func withRow<R>(_ kind: RecordKind, _ body: (RowStore.Row) -> R) -> R {
    let id = RowID(kind, customer: customer, number)
    return box.withUnsafeBytes { box in
      guard let lookupKey else {
        return body(RowStore.Row(id: id, version: version, box: box, lookupKey: nil))
      }
      return lookupKey.withUnsafeBytes {
        body(RowStore.Row(id: id, version: version, box: box, lookupKey: $0))
      }
    }
  }
}

extension PostgresTransaction: LedgerWriter {
  var writes: Int { customers.values.reduce(0) { $0 + $1.store.writes } }

  func put<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) -> Int64 {
    try note(record, of: customer)
    return try rootedRecords(of: customer).put(record, of: customer)
  }

  func remove<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) {
    try note(record, of: customer)
    try rootedRecords(of: customer).remove(record, of: customer)
  }

  func set(_ secret: Secret?, _ name: LedgerSecret, of customer: CustomerID) throws(WalletError) {
    try rootedRecords(of: customer).set(secret, name, of: customer)
  }

  func removeChanges(of customer: CustomerID, most: Int, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
  { try rootedRecords(of: customer).removeChanges(of: customer, most: most, where: isOver) }
}
