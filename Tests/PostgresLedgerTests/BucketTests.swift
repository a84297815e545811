import Issuer
import PostgresLedger
import Testing
import WalletModel

/// Limits that servers share.
@Suite struct BucketTests {
  /// Of the same name everybody takes from one bucket, whichever server they ask.
  @Test func bucketsAreShared() throws {
    let address = try TestDatabase.new()
    let ledgers = try (0..<3).map { _ in try TestDatabase.open(address) }
    defer { for ledger in ledgers { ledger.close() } }
    let waits = try (0..<12).map {
      try ledgers[$0 % 3].take(from: "a", burst: 10, perSecond: 1.0 / 1000)
    }
    #expect(waits.prefix(10).allSatisfy { $0 == nil })
    #expect(waits.suffix(2).allSatisfy { (900...1000).contains($0 ?? 0) })
    try ledgers[0].giveBack(to: "a", burst: 10)
    #expect(try ledgers[1].take(from: "a", burst: 10, perSecond: 1.0 / 1000) == nil)
    #expect(try ledgers[2].take(from: "b", burst: 10, perSecond: 1.0 / 1000) == nil)
  }

  /// What was used already is taken in any case, and then all of the rest or nothing.
  @Test func leasesAreShared() throws {
    let address = try TestDatabase.new()
    let ledgers = try (0..<3).map { _ in try TestDatabase.open(address) }
    defer { for ledger in ledgers { ledger.close() } }
    func lease(_ count: Int, after used: Int, at server: Int) throws -> Double? {
      try ledgers[server].lease(count, after: used, from: "a", burst: 10, perSecond: 1.0 / 1000)
    }
    #expect(try lease(4, after: 0, at: 0) == nil)
    #expect(try lease(4, after: 1, at: 1) == nil)
    // One is left. Three were used: two are missing, and four are wanted.
    let wait = try #require(try lease(4, after: 3, at: 2))
    #expect((5000...6000).contains(wait))
    let again = try #require(try lease(1, after: 0, at: 0))
    #expect((2000...3000).contains(again))
  }

  /// Nobody waits until a lease is on the disk. What else is counted is.
  @Test func onlyLeasesMayBeForgotten() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address, connections: 1)
    defer { ledger.close() }
    try TestDatabase.run(
      """
      CREATE TABLE seen(number serial, value text);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO seen(value) VALUES(current_setting('synchronous_commit'));
        RETURN NEW;
      END $$;
      CREATE TRIGGER see AFTER INSERT OR UPDATE ON bucket FOR EACH ROW EXECUTE FUNCTION see()
      """, address)
    for _ in 0..<2 {
      #expect(try ledger.take(from: "a", burst: 9, perSecond: 1) == nil)
      #expect(try ledger.lease(1, after: 0, from: "b", burst: 9, perSecond: 1) == nil)
    }
    #expect(
      try TestDatabase.run("SELECT string_agg(value, ' ' ORDER BY number) FROM seen", address)
        == "on off on off")
  }

  /// Whoever can write rows can allow or refuse everything, and no more than that.
  @Test(arguments: [("NaN", nil), ("Infinity", nil), ("-Infinity", 86_400), ("-1e300", 86_400)])
  func aForgedBucketEndsNoServer(_ level: String, _ seconds: Int?) throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address)
    defer { ledger.close() }
    func forge() throws { try TestDatabase.run("UPDATE bucket SET level = '\(level)'", address) }
    #expect(try ledger.take(from: "a", burst: 9, perSecond: 1) == nil)
    try forge()
    #expect(try ledger.take(from: "a", burst: 9, perSecond: 1) == seconds)
    try forge()
    #expect(
      try ledger.lease(1, after: 0, from: "a", burst: 9, perSecond: 1) == seconds.map(Double.init))
  }
}
