package import WalletModel

/// The events in a ledger that no address has accepted yet.
package struct WebhookOutbox: Sendable {
  /// How many are kept for an address: waiting, and not tried again. A customer has a tenth.
  package static let (mostWaiting, mostDead) = (10_000, 1000)

  private let ledger: any Ledger

  package init(_ ledger: any Ledger) { self.ledger = ledger }

  /// All of them, in the order of the changes.
  package func all() throws(WalletError) -> [WebhookRecord] {
    try ledger.read { reader throws(WalletError) in
      try reader.page(WebhookRecord.self, of: nil, LedgerQuery()).items
    }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
  }

  /// Changes those that are still there, or removes those for which `change` returns false.
  ///
  /// - Returns: The number of dead letters that were removed to make room.
  @discardableResult
  package func update(
    _ records: [WebhookRecord], _ change: (inout WebhookRecord) -> Bool
  ) throws(WalletError) -> Int {
    if records.isEmpty { return 0 }
    return try ledger.write { writer throws(WalletError) in
      var removed = 0
      for record in records {
        // The operator may have changed it in another process.
        guard let place = record.place,
          var current = try writer.get(
            WebhookRecord.self, at: place, of: record.customerID)
        else { continue }
        if change(&current) {
          removed += try writer.enqueue(current)
        } else {
          try writer.remove(current, of: record.customerID)
        }
      }
      return removed
    }
  }

  /// The hundred oldest events that wait for an address.
  package func next(for root: String) throws(WalletError) -> [WebhookRecord] {
    let query = LedgerQuery(queue: WebhookRecord.queue(of: root, isDead: false), limit: 100)
    return try ledger.read { reader throws(WalletError) in
      try reader.page(WebhookRecord.self, of: nil, query).items
    }
  }

  /// How many events of an address wait, or are dead letters.
  package func count(for root: String, areDead: Bool) throws(WalletError) -> Int {
    try ledger.read { reader throws(WalletError) in
      try reader.count(
        WebhookRecord.self, of: nil, in: WebhookRecord.queue(of: root, isDead: areDead))
    }
  }

  /// Lets dead letters be tried again. Where too many wait, the oldest stay dead letters.
  ///
  /// - Parameter eventID: nil: all of them.
  /// - Returns: How many there were.
  package func retry(_ eventID: String?) throws(WalletError) -> Int {
    let dead = try all().filter { $0.isDead && (eventID == nil || $0.eventID == eventID) }
    try update(dead) { event in
      event.isDead = false
      event.attempts = 0
      return true
    }
    return dead.count
  }
}

extension LedgerWriter {
  /// Adds an event to its queue, or moves it there, where it keeps its place. Then makes room: the
  /// oldest that wait become dead letters, and the oldest dead letters are removed.
  ///
  /// - Returns: The number of dead letters that were removed.
  @discardableResult
  func enqueue(_ event: WebhookRecord) throws(WalletError) -> Int {
    try remove(event, of: event.customerID)
    try put(event, of: event.customerID)
    let most = event.isDead ? WebhookOutbox.mostDead : WebhookOutbox.mostWaiting
    let queue = WebhookRecord.queue(of: event.root, isDead: event.isDead)
    // A customer with many changes makes room before others do.
    return try makeRoom(in: queue, of: event.customerID, most / 10)
      + makeRoom(in: queue, of: nil, most)
  }

  private func makeRoom(in queue: String, of customer: CustomerID?, _ most: Int)
    throws(WalletError) -> Int
  {
    guard try count(WebhookRecord.self, of: customer, in: queue) > most else { return 0 }
    // More than one, since some may be damaged.
    let oldest = try page(WebhookRecord.self, of: customer, LedgerQuery(queue: queue, limit: 8))
    guard var event = oldest.items.first else { return 0 }
    if event.isDead {
      try remove(event, of: event.customerID)
      return 1
    }
    event.isDead = true
    event.problem = event.problem ?? "too many are waiting"
    return try enqueue(event)
  }
}
