import Issuer
import Testing
import Waiting
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Changes of several threads that share a transaction.
@Suite struct GroupCommitTests {
  @Test func fourThreadsLoseNoChange() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let changes = try ConcurrentChanges(ledger, threads: 4, each: 10)
    #expect(changes.acknowledged > 0)
    #expect(changes.made == changes.acknowledged)
    #expect(changes.card.alias != "half done")
    #expect(try vault.check().findings == [])
  }

  /// Six threads read during a change and see the state before it, also if the maximum of threads
  /// reads. Afterwards they see the change.
  @Test func readersDoNotWaitForAWriter() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let before = try names(ledger)
    let isIn = Gate()
    let isRead = Gate()
    let writer = OnThread {
      change(ledger, 0) {
        isIn.open()
        isRead.wait()
      }
    }
    isIn.wait()
    defer { isRead.open() }
    let areReading = Gate(ReaderPool.most)
    let readers = (0..<6).map { _ in
      OnThread {
        try? names(ledger) {
          areReading.open()
          areReading.wait()
        }
      }
    }
    for reader in readers { #expect(try reader.wait() == before) }
    isRead.open()
    #expect(try writer.wait() == nil)
    for reader in (0..<6).map({ _ in OnThread { try? names(ledger) } }) {
      #expect(try reader.wait()?.first == "changed")
    }
  }

  /// If SQLite rolls a transaction back, all changes in it get the error.
  @Test func aFailedTransactionIsAnErrorForAllItsChanges() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let before = try names(ledger)
    for losesAll in [true, false] {
      // The first change holds the connection until the other one waits for it.
      let isIn = Gate()
      let first = OnThread {
        change(ledger, 0) {
          isIn.open()
          try? wait(for: "the other change") { ledger.groupCommit.waiting >= 1 }
        }
      }
      isIn.wait()
      let second = OnThread {
        change(ledger, 1) { () throws(WalletError) in
          if losesAll { try ledger.run(.rollback) }
          throw WalletError(.diskFull)
        }
      }
      #expect(try second.wait() == .diskFull)
      #expect(try first.wait() == (losesAll ? .diskFull : nil))
      let after = try names(ledger)
      #expect(after[0] == (losesAll ? before[0] : "changed"))
      #expect(after[1...] == before[1...])
    }
    #expect(try vault.check().findings == [])
  }

  private func names(_ ledger: VaultLedger, _ meanwhile: () -> Void = {}) throws -> [String] {
    try ledger.read { reader throws(WalletError) in
      meanwhile()
      let page = try reader.cards(of: ledger.owner, from: 0, limit: 10, matching: nil)
      return page.items.map(\.card.alias)
    }
  }

  /// Renames a card, then calls the function.
  private func change(
    _ ledger: VaultLedger, _ index: Int, _ then: () throws(WalletError) -> Void
  ) -> ErrorCode? {
    do throws(WalletError) {
      try ledger.write { writer throws(WalletError) in
        let page = try writer.cards(of: ledger.owner, from: index, limit: 1, matching: nil)
        var record = page.items[0]
        record.card.alias = "changed"
        try writer.put(record, of: ledger.owner)
        try then()
      }
      return nil
    } catch {
      return error.code
    }
  }
}
