import CSQLite
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Lists of many virtual cards, some of which cannot be read.
@Suite struct VirtualCardListTests {
  /// `VirtualCardListTimingTests` lists 10,000.
  @Test func eachCardIsListedOnceAlsoThoseThatCannotBeRead() async throws {
    let lists = try await DamagedVirtualCards(count: 300)
    #expect(lists.newestFirst.map(\.id) == lists.ids.reversed())
    #expect(Set(lists.newestFirst.filter(\.isDamaged).map(\.id)) == lists.damaged)
    #expect(lists.damaged.count == 4)
    #expect(lists.oldestFirst.map(\.id) == lists.ids)
    #expect(lists.filtered.map(\.id) == lists.ids.filter { $0.hasPrefix("card-2") })
    #expect(lists.pagesAreFull)
  }

  /// A page costs what is on it: of a long list not more than of a short one.
  @Test func aPageReadsOnlyWhatItShows() async throws {
    func rowsRead(_ count: Int) async throws -> Int {
      let (vault, _) = try TemporaryVault.withVirtualCards(count)
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
