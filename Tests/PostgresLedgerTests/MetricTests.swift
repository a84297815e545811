import Glibc
import Issuer
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import PostgresLedger
@testable import WalletServer

/// Each metric moves when its cause happens, and not otherwise.
@Suite struct MetricTests {
  private func times(_ name: String, _ metrics: [Metric]) throws -> (count: Int, seconds: Double) {
    guard case .times(let count, let seconds) = metrics.first(where: { $0.name == name })?.value
    else { throw WalletError(.notFound) }
    return (count, seconds)
  }

  private func lockWaits(_ ledger: PostgresLedger) throws -> (count: Int, seconds: Double) {
    try times("walletd_database_lock_wait_seconds", ledger.metrics)
  }

  private func conflicts(_ ledger: PostgresLedger) throws -> Int {
    let metric = ledger.metrics.first { $0.name == "walletd_database_conflicts" }
    guard case .counter(let count) = metric?.value else { throw WalletError(.notFound) }
    return count
  }

  /// Changes the alias of the owner's first card, and calls `body` before it is written.
  private func rename(
    _ ledger: PostgresLedger, _ body: () throws(WalletError) -> Void = { () throws(WalletError) in }
  ) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      guard var record = try writer.get(CardRecord.self, at: 0, of: ledger.owner) else {
        throw WalletError(.notFound)
      }
      record.card.alias = record.card.alias == "a" ? "b" : "a"
      try body()
      try writer.put(record, of: ledger.owner)
    }
  }

  @Test(.timeLimit(.minutes(10))) func waitsForACustomersRowAreCounted() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address)
    defer { ledger.close() }
    // What takes less time than a wait cannot have been one.
    var quick = 0
    while quick < 10 {
      let (before, start) = (try lockWaits(ledger).count, IssuerClock.system.boot())
      try rename(ledger)
      if IssuerClock.system.boot() - start < Contention.shortestWait {
        #expect(try lockWaits(ledger).count == before)
        quick += 1
      }
    }
    let before = try lockWaits(ledger)
    let holder = try Holder(address, "number = 1")
    let change = OnThread { () -> WalletError? in
      do throws(WalletError) {
        try self.rename(ledger)
        return nil
      } catch {
        return error
      }
    }
    let name = TestDatabase.name(of: address)
    let waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = '\(name)'"
    while try TestDatabase.run(waiting, address) == "0" { usleep(1000) }
    #expect(throws: Never.self) { try ledger.newsNumber(of: ledger.owner) }
    usleep(300_000)
    holder.end()
    // On a slow machine the wait may have been too long. It is counted then, too.
    let error = try change.wait()
    #expect(error == nil || error?.code == .vaultBusy)
    let after = try lockWaits(ledger)
    #expect(after.count == before.count + 1)
    #expect(after.seconds >= before.seconds + 0.3)
    #expect(try conflicts(ledger) == 0)
  }

  @Test func aLostComparisonOfVersionsIsAConflict() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address)
    defer { ledger.close() }
    try rename(ledger)
    // Another reason to fail is no conflict.
    #expect(throws: WalletError.self) {
      try rename(ledger) { () throws(WalletError) in throw WalletError(.notFound) }
    }
    #expect(try conflicts(ledger) == 0)
    let update =
      "UPDATE record SET ver = ver + 1 WHERE customer = 1 AND number = 0 AND kind = "
      + "\(RecordKind.card.rawValue)"
    #expect(throws: WalletError(.vaultBusy)) {
      do throws(WalletError) {
        try rename(ledger) { _ = try? TestDatabase.run(update, address) }
      } catch {
        throw WalletError(error.code)
      }
    }
    #expect(try conflicts(ledger) == 1)
  }

  @Test(.timeLimit(.minutes(10))) func aDeadlockIsAConflict() throws {
    let ledger = try TestDatabase.open(try TestDatabase.new())
    defer { ledger.close() }
    let other = CustomerID("other")
    _ = try ledger.addCustomer(other, cards: 0)
    let gates = [Gate(), Gate()]
    /// Locks one customer's row, and then the other's, which another thread has locked meanwhile.
    func change(_ customers: [CustomerID], _ number: Int) -> OnThread<Bool> {
      OnThread {
        let result: Void? = try? ledger.write { writer throws(WalletError) in
          _ = try writer.get(CustomerProfile.self, of: customers[number])
          gates[number].open()
          gates[1 - number].wait()
          _ = try writer.get(CustomerProfile.self, of: customers[1 - number])
        }
        return result != nil
      }
    }
    let both = [ledger.owner, other]
    let threads = [change(both, 0), change(both, 1)]
    #expect(try threads.map { try $0.wait() }.count(where: { $0 }) == 1)
    #expect(try conflicts(ledger) == 1)
  }

  /// As a server that stands still, or cannot read the news.
  @Test func whatIsToldLateIsMeasured() throws {
    let ledger = try TestDatabase.open(try TestDatabase.new())
    defer { ledger.close() }
    let feed = NewsFeed(
      ledger, Sessions(ledger, clock: ledger.clock, random: .system), notice: nil)
    let published = Locked(0)
    let isOver = StopSignal()
    isOver.end()
    feed.start(until: isOver) { news in published.withLock { $0 += news?.count ?? 0 } }
    func lag() throws -> (count: Int, seconds: Double) {
      try times("walletd_news_lag_seconds", feed.metrics)
    }
    func age() throws -> Double {
      let metric = feed.metrics.first { $0.name == "walletd_news_age_seconds" }
      guard case .gauge(let age) = metric?.value else { throw WalletError(.notFound) }
      return age
    }
    try feed.take()
    for _ in 0..<3 { try rename(ledger) }
    usleep(300_000)
    #expect(try lag().count == 0)
    #expect(try age() >= 0.3)
    let start = IssuerClock.system.boot()
    try feed.take()
    #expect(try age() <= Double(IssuerClock.system.boot() - start) / 1000)
    let late = try lag()
    #expect(late.count == 3 && published.withLock { $0 } == 3)
    // The clocks of the database and of this machine are compared to some milliseconds.
    #expect(late.seconds >= 3 * 0.25)
    try feed.take()
    #expect(try lag() == late)
  }
}
