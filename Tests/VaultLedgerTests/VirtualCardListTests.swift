import CSQLite
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import SealedRecords
@testable import VaultLedger

/// Lists of many virtual cards, some of which cannot be read.
@Suite struct VirtualCardListTests {
  private static let count = 10_000

  /// A vault with so many virtual cards, in the order in which they were changed.
  private func vault(_ count: Int) throws -> (vault: TemporaryVault, ids: [String]) {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let ids = (0..<count).map { "card-\($0)" }
    try ledger.write { writer throws(WalletError) in
      for id in ids {
        var record = StoredSamples.virtualCard
        record.card.id = id
        record.card.state = .issued
        record.card.closedReason = nil
        record.card.activeTo = Timestamp.written.upperBound
        let place = try writer.put(record, of: ledger.owner)
        try writer.put(VirtualOrderRecord(cardID: id, cardPlace: place), of: ledger.owner)
      }
    }
    return (vault, ids)
  }

  private func pages(
    of vault: TemporaryVault, order: SortOrder, filter: String? = nil
  ) async throws -> [VirtualCard] {
    let ledger = try vault.open()
    defer { ledger.close() }
    let backend = LocalBackend(ledger: ledger)
    var query = VirtualCardQuery(limit: 97, order: order, filter: filter)
    var found: [VirtualCard] = []
    repeat {
      let page = try await backend.perform(ListVirtualCards(query), backend.context)
      #expect(page.cards.count == 97 || page.nextToken == nil)
      found += page.cards
      query.nextToken = page.nextToken
    } while query.nextToken != nil && found.count <= Self.count
    return found
  }

  @Test(.timeLimit(.minutes(10)))
  func eachCardIsListedOnceAlsoThoseThatCannotBeRead() async throws {
    let (vault, ids) = try vault(Self.count)
    let damaged = Set(stride(from: 50, to: Self.count, by: 100))
    func rows(_ kind: RecordKind) -> String {
      // The numbers of rows follow the order in which they were written.
      """
      UPDATE records SET \(Tampering.flip) WHERE id IN (SELECT id FROM records
        WHERE id>=\(RowID(kind, customer: 1, 0).value)
          AND id<=\(RowID(kind, customer: 1, LedgerQuery.lastPlace).value)
        ORDER BY id LIMIT 1 OFFSET
      """
    }
    let changes = damaged.map { "\(rows(.virtualCard)) \($0));" }
    // A place that cannot be read names its card nevertheless.
    let places = [0, 777, Self.count - 1].map { "\(rows(.virtualOrder)) \($0));" }
    try tamper(vault.path, (changes + places).joined(separator: "\n"))
    let found = try await pages(of: vault, order: .descending)
    #expect(found.map(\.id) == ids.reversed())
    let unread = found.filter(\.isDamaged).map(\.id)
    #expect(unread.count == 100 && Set(unread) == Set(damaged.map { ids[$0] }))
    #expect(try await pages(of: vault, order: .ascending).map(\.id) == ids)
    let filtered = try await pages(
      of: vault, order: .ascending, filter: #"id beginsWith "card-99""#)
    #expect(filtered.map(\.id) == ids.filter { $0.hasPrefix("card-99") })
  }

  /// A page costs what is on it: of a long list not more than of a short one.
  @Test func aPageReadsOnlyWhatItShows() async throws {
    func rowsRead(_ count: Int) async throws -> Int {
      let (vault, _) = try vault(count)
      let ledger = try vault.open()
      defer { ledger.close() }
      let backend = LocalBackend(ledger: ledger)
      await backend.waitForBackgroundWork()
      let rows = RowCount()
      rows.watch(ledger.store.database.handle)
      let page = try await backend.perform(ListVirtualCards(), backend.context)
      #expect(page.cards.count == 10 && page.nextToken != nil)
      return rows.count
    }
    let (short, long) = (try await rowsRead(20), try await rowsRead(2_000))
    // The place and the card of each, one more than the page has, and what opening the file reads.
    #expect((22..<60).contains(short), "\(short)")
    #expect((22..<60).contains(long), "\(long)")
  }

  /// Counts the rows that SQLite returns on a connection. It must outlive the connection's use.
  private final class RowCount {
    private(set) var count = 0

    func watch(_ connection: OpaquePointer) {
      sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_ROW),
        { _, context, _, _ in
          guard let context else { return 0 }
          Unmanaged<RowCount>.fromOpaque(context).takeUnretainedValue().count += 1
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}
