import Issuer
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@Suite struct FundingSourceTests {
  /// Repeating it changes nothing, so it was not done twice.
  @Test func aRepeatedCancellationIsAuditedOnce() throws {
    let ledger = try Vault.demo()
    try SampleVirtualCards(ledger, clock: .system, random: .system).add()
    let issuer = Issuer(ledger: ledger, environment: IssuerEnvironment(isSimulation: true))
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let sources = try issuer.perform(ListFundingSources(), context)
    let source = try #require(sources.first { $0.state == .active })
    for _ in 1...2 {
      let cancelled = try issuer.perform(CancelFundingSource(source.id), context)
      #expect(cancelled.state == .inactive && cancelled.version == source.version + 1)
    }
    let entries = try ledger.read { reader throws(WalletError) in
      try reader.page(AuditEntry.self, of: ledger.owner, LedgerQuery()).items
    }
    #expect(entries.filter { $0.action == "CANCEL_FUNDING_SOURCE" }.map(\.note) == ["INACTIVE"])
  }
}
