package import Issuer
import SealedRecords
import Threads
import WalletAPI
package import WalletModel

// News. A transaction writes what it has changed into a table. That somebody should look there is
// told by NOTIFY, on a connection of its own: commits with a NOTIFY wait for each other.
extension PostgresLedger {
  package var sharedID: String {
    Hex.encode(Array(header.vaultID.prefix(6))) + timeline.withLock { $0 }
  }

  package var isReachable: Bool { IssuerClock.system.boot() - pool.lastAnswer < 3000 }

  package var metrics: [Metric] {
    let pool = pool.figures
    return [
      Metric("walletd_database_connections", "Connections to the database.", pool.open),
      Metric("walletd_database_in_use", "Connections in a transaction.", pool.inUse),
      Metric("walletd_database_waiting", "Requests that wait for a connection.", pool.waiting),
      Metric(
        "walletd_database_failures", "Connections that broke or could not be opened.",
        .counter(pool.failures)),
      Metric(
        "walletd_database_conflicts",
        "Transactions that were ended because another one was in their way.",
        .counter(pool.contention.conflicts)),
      Metric(
        "walletd_database_lock_wait_seconds",
        "Waits of changes for a customer's row, of a tenth of a second or longer.",
        .times(
          count: pool.contention.lockWaits,
          seconds: Double(pool.contention.lockMilliseconds) / 1000)),
    ]
  }

  package var newsSeconds: Int64 { 3600 }

  package func takeNews() throws(WalletError) -> [LedgerNews]? {
    try newsPosition.withLock { position throws(WalletError) in
      let connection = try pool.take()
      defer { pool.release(connection) }
      // Taken before the news are read: transactions that are not seen have a higher number.
      let (mark, timeline) = try connection.rows(.newsMark) { ($0.text(0, 0), $0.text(0, 1)) }
      // A standby that has taken over may give numbers of transactions again.
      guard let last = position.mark, timeline == position.timeline else {
        let isFirst = position.mark == nil
        position = NewsPosition(mark: mark, timeline: timeline)
        self.timeline.withLock { $0 = timeline }
        return isFirst ? [] : nil
      }
      var parameters = Parameters()
      parameters.add(Array(last.utf8))
      var seen: Set<NewsPosition.Item> = []
      var news: [LedgerNews]? = []
      try connection.rows(.news, parameters) { rows in
        if rows.count == 0 { return }
        let opener = newsOpener
        for row in 0..<rows.count {
          let item = NewsPosition.Item(customer: rows.integer(row, 0), number: rows.integer(row, 1))
          seen.insert(item)
          if position.seen.contains(item) { continue }
          // Somebody has changed a row that cannot be opened.
          guard var one = opener.news(in: rows.bytes(row, 2) ?? .empty, item) else {
            news = nil
            continue
          }
          one.began = Timestamp(milliseconds: rows.integer(row, 3))
          news?.append(one)
        }
      }
      position.mark = mark
      position.seen = seen
      return news
    }
  }

  package func news(of customer: CustomerID, after number: Int64) throws(WalletError)
    -> [LedgerNews]?
  {
    var parameters = Parameters()
    parameters.add(recordKeys.tag(of: customer))
    parameters.add(number)
    return try ask(.newsOf, parameters) { rows in
      if rows.count > Statement.mostNews { return nil }
      let opener = newsOpener
      var news: [LedgerNews] = []
      for row in 0..<rows.count {
        let item = NewsPosition.Item(customer: rows.integer(row, 0), number: rows.integer(row, 1))
        guard let one = opener.news(in: rows.bytes(row, 2) ?? .empty, item) else { return nil }
        news.append(one)
      }
      return news
    }
  }

  package func newsNumber(of customer: CustomerID) throws(WalletError) -> Int64 {
    try edition(of: customer)
  }

  /// A cipher has buffers of its own, and others use those of the connections.
  private var newsOpener: StorePool { StorePool(header, recordKeys, numbers) }

  package func waitForNews() -> Bool {
    let now = IssuerClock.system.boot()
    if clockOffset.withLock({ now - $0.measured }) > 60_000 { lookAfterNews() }
    return listener.wait()
  }

  /// Once a minute: removes old news, and compares the clocks.
  private func lookAfterNews() {
    guard let connection = try? pool.take() else { return }
    defer { pool.release(connection) }
    do throws(WalletError) {
      let new = try Self.measureClock(connection)
      clockOffset.withLock { $0.adopt(new) }
      var parameters = Parameters()
      parameters.add(newsSeconds)
      try connection.rows(.removeNews, parameters) { _ in }
      try connection.rows(.removeBuckets) { _ in }
    } catch {
      // The next minute tries again.
      clockOffset.withLock { $0.measured = IssuerClock.system.boot() }
    }
  }
}

// The clock.
extension PostgresLedger {
  package var clock: IssuerClock {
    let time: @Sendable () -> Int64 = { [clockOffset] in
      clockOffset.withLock { $0.time(at: IssuerClock.system.boot()) }
    }
    return IssuerClock(now: { Timestamp(milliseconds: time()) }, boot: time)
  }

  static func measureClock(_ connection: Connection) throws(WalletError) -> ClockOffset {
    let before = IssuerClock.system.boot()
    let time = try connection.rows(.clock) { $0.integer(0, 0) }
    let after = IssuerClock.system.boot()
    return ClockOffset(offset: time - (before + after) / 2, measured: after)
  }
}

/// How far the database's clock is ahead of the machine's, which counts from its start.
struct ClockOffset: Sendable {
  private(set) var offset: Int64
  /// By the machine's clock.
  var measured: Int64
  private var latest: Int64 = .min

  init(offset: Int64, measured: Int64) {
    self.offset = offset
    self.measured = measured
  }

  mutating func adopt(_ new: ClockOffset) {
    offset = new.offset
    measured = new.measured
  }

  /// Milliseconds since 1970. It never goes back.
  mutating func time(at boot: Int64) -> Int64 {
    latest = max(latest, boot + offset)
    return latest
  }
}

/// Up to where the news were read.
struct NewsPosition: Sendable {
  struct Item: Hashable, Sendable {
    let customer: Int64
    let number: Int64
  }
  /// All transactions below this number had ended; nil: none were read yet.
  var mark: String?
  /// Of the database's log, as hexadecimal digits: it changes when a standby takes over.
  var timeline = ""
  /// What was read, of those that had not.
  var seen: Set<Item> = []
}
