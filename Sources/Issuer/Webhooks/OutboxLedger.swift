import Secrets
import WalletAPI
package import WalletModel

/// A ledger that writes events for webhooks in the transaction of the change that causes them. So
/// no event is lost, and none is sent for a change that did not happen.
package final class OutboxLedger: Ledger {
  private let outer: any Ledger
  private let roots: [String]
  private let environment: IssuerEnvironment
  private let wake: @Sendable (_ removed: [String: Int]) -> Void

  /// - Parameters:
  ///   - roots: The addresses, each of which gets every event.
  ///   - wake: Called after a transaction with events. `removed`: how many dead letters of each
  ///     address were removed to make room.
  package init(
    _ outer: any Ledger, roots: [String], _ environment: IssuerEnvironment,
    wake: @escaping @Sendable (_ removed: [String: Int]) -> Void
  ) {
    self.outer = outer
    self.roots = roots
    self.environment = environment
    self.wake = wake
  }

  package var owner: CustomerID { outer.owner }
  package var keys: IssuerKeys { outer.keys }
  package var watchedFile: String? { outer.watchedFile }
  package func knows(_ customer: CustomerID) throws(WalletError) -> Bool {
    try outer.knows(customer)
  }
  package func allCustomers() throws(WalletError) -> [CustomerID] { try outer.allCustomers() }
  package func wasChangedElsewhere() -> Bool { outer.wasChangedElsewhere() }
  package func edition() throws(WalletError) -> Int64 { try outer.edition() }
  package func prepare() throws(WalletError) { try outer.prepare() }
  package func backgroundStep() throws(WalletError) -> BackgroundProgress? {
    try outer.backgroundStep()
  }

  package func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R)
    throws(WalletError) -> R
  { try outer.read(body) }

  package func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R)
    throws(WalletError) -> R
  {
    let (result, removed) = try outer.write { writer throws(WalletError) in
      let outbox = OutboxWriter(writer, roots, environment)
      return (try body(outbox), outbox.removed)
    }
    if !removed.isEmpty { wake(removed) }
    return result
  }
}

/// A transaction that compares records with what was there before.
private final class OutboxWriter: LedgerWriter {
  private let writer: any LedgerWriter
  private let roots: [String]
  private let environment: IssuerEnvironment
  /// The numbers of dead letters that were removed, by address; empty: there were no events.
  private(set) var removed: [String: Int] = [:]

  init(_ writer: any LedgerWriter, _ roots: [String], _ environment: IssuerEnvironment) {
    self.writer = writer
    self.roots = roots
    self.environment = environment
  }

  func put<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) -> Int64 {
    var events: [WebhookEvent] = []
    var cardID: CardID?
    if let card = record as? CardRecord {
      let old = try writer.get(CardRecord.self, card.recordID, of: customer)
      events = WebhookEvent.events(from: old, to: card)
      cardID = card.card.id
    } else if let confirmation = record as? ScaEventRecord {
      let old = try writer.get(ScaEventRecord.self, confirmation.recordID, of: customer)
      events = WebhookEvent.events(from: old, to: confirmation)
      cardID = confirmation.cardID
      let code = try WebhookEvent.code(from: old, to: confirmation) {
        () throws(WalletError) -> CardRecord? in
        try confirmation.cardID.flatMap { id throws(WalletError) in
          try writer.card(id, of: customer)
        }
      }
      if let code { events.append(code) }
    } else if let record = record as? PaymentRecord, record.card.kind == .card,
      record.payment.type == .decline, record.place == nil
    {
      events = [.decline(record.payment)]
      cardID = record.payment.cardID
    }
    let place = try writer.put(record, of: customer)
    for event in events { try add(event, cardID, customer) }
    return place
  }

  private func add(_ event: WebhookEvent, _ cardID: CardID?, _ customer: CustomerID)
    throws(WalletError)
  {
    let (id, now) = (environment.random.id(), environment.clock.now())
    let body = JSONWriter.bytes(
      WebhookBody(id: id, event: event, cardID: cardID, customerID: customer, time: now))
    for root in roots {
      removed[root, default: 0] += try writer.enqueue(
        WebhookRecord(id, to: root, event.path, body, of: customer, made: now))
    }
  }

  var writes: Int { writer.writes }
  func remove<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) {
    try writer.remove(record, of: customer)
  }
  func set(_ secret: Secret?, _ name: LedgerSecret, of customer: CustomerID) throws(WalletError) {
    try writer.set(secret, name, of: customer)
  }
  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
  { try writer.removeChanges(of: customer, where: isOver) }

  func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> R {
    try writer.get(type, of: customer)
  }
  func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  { try writer.get(type, id, of: customer) }
  func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  { try writer.get(type, at: place, of: customer) }
  func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  { try writer.page(type, of: customer, query) }
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int {
    try writer.count(type, of: customer)
  }
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, in queue: String)
    throws(WalletError) -> Int
  { try writer.count(type, of: customer, in: queue) }
  func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  { try writer.id(of: type, at: place, customer) }
  func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret? {
    try writer.secret(name, of: customer)
  }
  func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64? {
    try writer.place(ofNumber: pan, customer)
  }
}
