package import WalletModel

/// The events in a ledger that no address has accepted yet.
package struct WebhookOutbox: Sendable {
  /// How many are kept for an address: waiting, and not tried again.
  package static let (mostWaiting, mostDead) = (10_000, 1000)

  /// How long an event is kept whose address is configured no more, in seconds: 30 days.
  package static let abandonedAge: Int64 = 30 * 86_400

  private let ledger: any Ledger

  package init(_ ledger: any Ledger) { self.ledger = ledger }

  /// All of them, in the order of the changes.
  package func all() throws(WalletError) -> [WebhookRecord] {
    try ledger.read { reader throws(WalletError) in
      try reader.page(WebhookRecord.self, of: nil, LedgerQuery()).items
    }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
  }

  /// Changes those that are still there, or removes those for which `change` returns false.
  package func update(
    _ records: [WebhookRecord], _ change: (inout WebhookRecord) -> Bool
  ) throws(WalletError) {
    if records.isEmpty { return }
    try ledger.write { writer throws(WalletError) in
      for record in records {
        // The operator may have changed it in another process.
        guard let place = record.place,
          var current = try writer.get(
            WebhookRecord.self, at: place, of: record.customerID)
        else { continue }
        if change(&current) {
          try writer.put(current, of: record.customerID)
        } else {
          try writer.remove(current, of: record.customerID)
        }
      }
    }
  }

  /// Those of an address that wait, the oldest first. Makes room first: the oldest that wait become
  /// dead letters, and the oldest dead letters are removed.
  ///
  /// - Returns: Also the numbers of dead letters that are left and that were removed.
  package func waiting(for root: String) throws(WalletError) -> (
    events: [WebhookRecord], dead: Int, removed: Int
  ) {
    let own = try all().filter { $0.root == root }
    var events = own.filter { !$0.isDead }
    let late = Array(events.prefix(max(0, events.count - Self.mostWaiting)))
    try update(late) { event in
      event.isDead = true
      event.problem = event.problem ?? "too many are waiting"
      return true
    }
    events.removeFirst(late.count)
    let dead = own.filter { $0.isDead } + late
    let removed = max(0, dead.count - Self.mostDead)
    let oldest = dead.sorted { ($0.place ?? 0) < ($1.place ?? 0) }.prefix(removed)
    try update(Array(oldest)) { _ in false }
    return (events, dead.count - removed, removed)
  }

  /// Removes old events for addresses that are configured no more. Younger ones are sent if their
  /// address is there again.
  ///
  /// - Parameter roots: The addresses that are configured.
  /// - Returns: How many were removed.
  package func removeAbandoned(_ roots: [String], _ now: Timestamp) throws(WalletError) -> Int {
    let oldest = now.adding(seconds: -Self.abandonedAge)
    let old = try all().filter { !roots.contains($0.root) && $0.made < oldest }
    try update(old) { _ in false }
    return old.count
  }

  /// Lets dead letters be tried again.
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
