import Conformance
import Glibc
import Issuer
import Secrets
import Synchronization
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import SealedRecords
@testable import VaultLedger

/// Changes of several threads that share a transaction.
@Suite struct GroupCommitTests {
  /// Runs a function on its own thread. Swift's pool has one thread for each core, and a waiting
  /// test would block one.
  private final class OnThread<R: Sendable>: Sendable {
    private let result = Mutex<R?>(nil)
    private let lock = Lock()
    private let isDone = Condition()

    init(_ body: @escaping @Sendable () -> R) {
      startThread {
        let result = body()
        self.lock.lock()
        self.result.withLock { $0 = result }
        self.isDone.signal()
        self.lock.unlock()
      }
    }

    func wait() throws -> R {
      let end = Condition.end(after: isTorture ? 3600 : 60)
      lock.lock()
      defer { lock.unlock() }
      while true {
        if let result = result.withLock({ $0 }) { return result }
        try #require(isDone.wait(lock, until: end), "waits for ever")
      }
    }
  }

  /// A gate at which threads wait for another thread, at most a minute.
  private final class Gate: Sendable {
    private let lock = Lock()
    private let isOpen = Condition()
    private let missing: Mutex<Int>

    /// Opens for all when this many threads have arrived.
    init(_ count: Int = 1) { missing = Mutex(count) }

    func open() {
      lock.lock()
      missing.withLock { $0 -= 1 }
      isOpen.broadcast()
      lock.unlock()
    }

    func wait() {
      let end = Condition.end(after: 60)
      lock.lock()
      defer { lock.unlock() }
      while missing.withLock({ $0 > 0 }), isOpen.wait(lock, until: end) {}
    }
  }

  @Test func manyThreadsLoseNoChange() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(
      customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0].id
    let before = try issuer.perform(GetCard(id), context).version
    let commits = try ledger.store.readRoot().counter
    let each = isTorture ? 200 : 20
    let threads = (0..<64).map { number in
      OnThread {
        var made = 0
        for index in 0..<each {
          var context = context
          if index % 3 == 0 { context.idempotencyKey = "\(number)-\(index)" }
          let status: CardStatus = index % 2 == 0 ? .locked : .active
          let change = SetCardStatus(id, status, reason: "\(number)")
          if (try? issuer.perform(change, context)) != nil { made += 1 }
          // A change that writes and then throws has no effect.
          if index % 4 == 0 { try? halfDone(ledger, id) }
          if index % 5 == 0 { _ = try? issuer.perform(GetCard(id), context) }
        }
        return made
      }
    }
    let changes = try threads.reduce(0) { try $0 + $1.wait() }
    #expect(changes > 0)
    let card = try issuer.perform(GetCard(id), context)
    #expect(card.version == before + changes)
    #expect(card.alias != "half done")
    let transactions = try ledger.store.readRoot().counter - commits
    #expect(transactions < changes, "no transaction was shared")
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
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

  private func halfDone(_ ledger: VaultLedger, _ id: CardID) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      guard var record = try writer.card(id, of: ledger.owner) else { return }
      record.card.alias = "half done"
      try writer.put(record, of: ledger.owner)
      throw WalletError(.cancelled)
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
          let end = ContinuousClock.now + .seconds(60)
          while ledger.groupCommit.waiting < 1, ContinuousClock.now < end { sched_yield() }
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
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
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
