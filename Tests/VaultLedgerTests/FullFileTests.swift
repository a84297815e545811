import Conformance
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// R3: an action fails completely with a reason, and everything works again afterwards.
/// `FullDiskTests` does the same on file systems that are really full.
@Suite struct FullFileTests {
  @Test func aFullFileRefusesAndRecovers() async throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let clock = TestClock(IssuerClock.system.now())
    let backend = LocalBackend(
      ledger: ledger, clock: clock.issuer)
    let context = backend.context
    let cards = try await backend.perform(ListCards(CardQuery()), context).cards
    let pages = try ledger.store.database.integer("PRAGMA page_count")
    try ledger.store.database.execute("PRAGMA max_page_count=\(pages)")
    // Free space inside the file is used first.
    let request = CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")
    var made = 0
    var refused: WalletError?
    while refused == nil && made < 400 {
      do throws(WalletError) {
        // Wrong codes and events need space, too. So does the audit entry of a status change.
        let status: CardStatus = made % 2 == 0 ? .locked : .active
        _ = try await backend.perform(SetCardStatus(cards[0].id, status, reason: "x"), context)
        made += 1
      } catch {
        refused = error
      }
    }
    #expect(refused?.code == .diskFull)
    let count = made
    let after = try await backend.perform(GetCard(cards[0].id), context)
    #expect(after.version == cards[0].version + count)
    // An event may fit into less space than an audit entry, so several are created until neither
    // fits.
    var reveal: ErrorCode?
    for _ in 0..<40 where reveal == nil || reveal == .scaRequired {
      do throws(WalletError) {
        _ = try await backend.perform(GetSecureDetails(cards[1].id), context)
      } catch {
        reveal = error.code
      }
    }
    #expect(reveal == .auditUnwritable)
    try ledger.store.database.execute("PRAGMA max_page_count=1000000")
    _ = try await backend.perform(CreateCard(request), context)
    #expect(try await backend.perform(ListCards(CardQuery()), context).cards.count == 7)
    #expect(try vault.check().findings == [])
  }
}
