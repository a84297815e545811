import Testing
import Waiting
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Changes of very many threads that share transactions.
@Suite struct GroupCommitTimingTests {
  @Test func manyThreadsLoseNoChange() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let changes = try ConcurrentChanges(
      ledger, threads: 64, each: Effort.pick(long: 20, torture: 200))
    #expect(changes.acknowledged > 0)
    #expect(changes.made == changes.acknowledged)
    #expect(changes.card.alias != "half done")
    // Which changes meet is chance. Of so many, some do.
    #expect(changes.transactions < changes.acknowledged, "no transaction was shared")
    #expect(try vault.check().findings == [])
  }
}
