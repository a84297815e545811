import ChildProcess
import Foundation
import Glibc
import Issuer
import PostgresServer
import SeededGenerator
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// A database that stops, and connections that break.
@Suite(.serialized) struct FaultTests {
  // MARK: The database is killed

  private static let kills = isTorture ? 50 : 3

  /// While clients write, all processes of the database are killed. What was acknowledged is there
  /// afterwards, and nothing has happened twice.
  @Test(.timeLimit(.minutes(60))) func aKilledDatabaseLosesNoAcknowledgedChange() throws {
    let folder = try SocketFolder.new()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let durable = ["fsync=on", "full_page_writes=on", "synchronous_commit=on"]
    var server = try PostgresServer(durable, in: folder)
    defer { server.stop() }
    let address = try server.newDatabase()
    try TestDatabase.create(address)
    let workload = try Workload(try TestDatabase.open(address), customers: 3)
    let ledgers = try (0..<2).map { _ in try TestDatabase.open(address) }
    let isOver = Locked(false)
    let clients = OnThread { () -> Bool in
      let threads: [Void]? = try? inParallel(6) { client in
        let servers = ledgers.map { Issuer.simulation($0) }
        var random = SeededGenerator(seed: UInt64(client))
        for step in 0..<10_000_000 where !isOver.withLock({ $0 }) {
          let number = step * 6 + client
          workload.step(servers, "k\(number)", number, &random)
          // Without a database all fail at once.
          usleep(1000)
        }
      }
      return threads != nil
    }
    func acknowledged() -> Int { workload.recorder.history.calls.count(where: \.isOK) }
    func hasLostAnswer() -> Bool {
      workload.recorder.history.calls.contains { $0.ended != nil && $0.outcome == .unknown }
    }
    var random = SeededGenerator(seed: 1)
    var isAcknowledging = true
    for kill in 0..<10 * Self.kills where isAcknowledging {
      // At least one of them shall come between COMMIT and its answer.
      if kill >= Self.kills, hasLostAnswer() { break }
      let wanted = acknowledged() + Int.random(in: 30...60, using: &random)
      isAcknowledging = waitUntil { acknowledged() >= wanted }
      try server.kill()
      server = try PostgresServer(durable, in: folder)
    }
    let wanted = acknowledged() + 10
    #expect(isAcknowledging && waitUntil { acknowledged() >= wanted }, "the servers do not go on")
    isOver.withLock { $0 = true }
    #expect(try clients.wait())

    let calls = workload.recorder.history.calls
    #expect(hasLostAnswer(), "control: no answer was lost")
    let fresh = try TestDatabase.open(address)
    #expect(try workload.violations(fresh) == [])
    // Whoever has no answer asks again, with the same key.
    workload.repeatUnknown(Issuer.simulation(fresh))
    #expect(try workload.violations(fresh) == [])
    let settled = Set(workload.recorder.history.calls.filter(\.isOK).map(\.key))
    let unknown = calls.filter { $0.outcome == .unknown }
    // A change of status may have become impossible meanwhile.
    for call in unknown {
      if case .status = call.effect { continue }
      #expect(settled.contains(call.key), "\(call)")
    }
  }

  /// Waits for some minutes at most.
  private func waitUntil(_ holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(isTorture ? 600 : 120)
    while !holds() {
      guard ContinuousClock.now < end else { return false }
      usleep(2000)
    }
    return true
  }

  // MARK: The answer to COMMIT is lost

  /// A wallet behind a proxy, and its state without it.
  private struct Cut {
    let proxy: DatabaseProxy
    let issuer: Issuer
    let fresh: Issuer
    let owner: CustomerID
    let card: CardID

    init() throws {
      let address = try TestDatabase.new()
      proxy = try DatabaseProxy(try PostgresServer.shared.get().folder)
      let ledger = try TestDatabase.open(try proxy.address(of: address))
      issuer = Issuer.simulation(ledger)
      fresh = Issuer.simulation(try TestDatabase.open(address))
      owner = ledger.owner
      let cards = try fresh.perform(ListCards(CardQuery()), .test(owner)).cards
      card = try #require(cards.first { $0.status == .active }).id
    }

    func pay(_ key: String) throws(WalletError) -> ShopReceipt {
      try issuer.perform(
        Authorize(.card(card), at: "lidl-sofia", ShopAmount(123)), .test(owner, key: key))
    }

    /// How many of its payments there are.
    func payments() throws -> Int {
      try fresh.perform(ListTransactions(card, TransactionQuery(limit: 1000)), .test(owner))
        .transactions.count { $0.billedAmount.minorUnits == 123 && $0.type == .pending }
    }

    func error(_ key: String) -> WalletError? {
      do throws(WalletError) {
        _ = try pay(key)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Silence is waited for, which takes 15 s.
  private static let cuts: [DatabaseProxy.Cut] =
    [.beforeCommit, .beforeAnswer] + (isTorture ? [.silent] : [])

  @Test(.timeLimit(.minutes(10)), arguments: cuts)
  func aLostAnswerMayHaveHappened(_ cut: DatabaseProxy.Cut) throws {
    let wallet = try Cut()
    defer { wallet.proxy.stop() }
    #expect(try wallet.pay("control").declineReason == nil)
    let before = try wallet.payments()
    wallet.proxy.cutNextCommit(cut)
    let error = try #require(wallet.error("lost"))
    #expect(error.mayHaveHappened)
    #expect(error.code == .diskUnknown)
    #expect(wallet.proxy.cut == 1)
    #expect(try wallet.payments() == before + (cut == .beforeCommit ? 0 : 1))
    // The same key has one effect, whether the first request had one or not.
    let receipt = try wallet.pay("lost")
    #expect(try wallet.pay("lost") == receipt)
    #expect(try wallet.payments() == before + 1)
  }

  /// Who does not want to repeat it asks what has become of it. If nothing has, nothing will.
  @Test(.timeLimit(.minutes(10)), arguments: cuts)
  func aLostAnswerIsSettled(_ cut: DatabaseProxy.Cut) throws {
    let wallet = try Cut()
    defer { wallet.proxy.stop() }
    let before = try wallet.payments()
    wallet.proxy.cutNextCommit(cut)
    #expect(try #require(wallet.error("lost")).mayHaveHappened)
    let settlement = try wallet.issuer.perform(SettleChange("lost"), .test(wallet.owner))
    switch cut {
    case .beforeAnswer, .silent:
      guard case .done = settlement else {
        Issue.record("\(settlement)")
        return
      }
      #expect(try wallet.payments() == before + 1)
    case .beforeCommit:
      #expect(settlement == .unknown)
      #expect(wallet.error("lost")?.code == .keyClosed)
      #expect(try wallet.payments() == before)
    }
  }

  /// Many answers are lost while several clients write.
  @Test(.timeLimit(.minutes(60))) func lostAnswersLoseNoChange() throws {
    let address = try TestDatabase.new()
    let proxy = try DatabaseProxy(try PostgresServer.shared.get().folder)
    defer { proxy.stop() }
    let broken = try proxy.address(of: address)
    let ledgers = try (0..<2).map { _ in try TestDatabase.open(broken) }
    let fresh = try TestDatabase.open(address)
    let workload = try Workload(fresh, customers: 2)
    let steps = isTorture ? 1000 : 30
    _ = try inParallel(4) { client in
      let servers = ledgers.map { Issuer.simulation($0) }
      var random = SeededGenerator(seed: UInt64(client))
      for step in 0..<steps {
        if step % 5 == 0 { proxy.cutNextCommit(step % 2 == 0 ? .beforeAnswer : .beforeCommit) }
        let number = step * 4 + client
        workload.step(servers, "k\(number)", number, &random)
      }
    }
    let unknown = workload.recorder.history.calls.count { $0.outcome == .unknown }
    #expect(unknown > 0 && unknown <= proxy.cut)
    #expect(try workload.violations(fresh) == [])
    workload.repeatUnknown(Issuer.simulation(fresh))
    #expect(try workload.violations(fresh) == [])
  }

  // MARK: Somebody holds a lock

  private func lock(_ card: CardID, _ issuer: Issuer, _ customer: CustomerID) -> ErrorCode? {
    do throws(WalletError) {
      _ = try issuer.perform(SetCardStatus(card, .locked, reason: "Test"), .test(customer))
      return nil
    } catch {
      return error.code
    }
  }

  /// A stopped process holds a customer's row: changes of this customer are refused in time, and
  /// nothing else waits.
  @Test(.timeLimit(.minutes(10))) func aStoppedLockHolderHoldsNobodyElseUp() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address)
    let other = CustomerID("other")
    let othersCard = try ledger.addCustomer(other, cards: 1)[0]
    let issuer = Issuer.simulation(ledger)
    let cards = try issuer.perform(ListCards(CardQuery()), .test(ledger.owner)).cards
    let card = try #require(cards.first { $0.status == .active })

    let holder = try Holder(address, "number = 1")
    holder.stop()
    let isRefused = OnThread { self.lock(card.id, issuer, ledger.owner) }
    #expect(lock(othersCard, issuer, other) == nil)
    #expect(try issuer.perform(GetCard(card.id), .test(ledger.owner)) == card)
    #expect(try isRefused.wait() == .vaultBusy)
    holder.end()
    #expect(lock(card.id, issuer, ledger.owner) == nil, "the row is free again")
  }

  /// A server stops in the middle of a transaction. The database ends the transaction, others go
  /// on, and the server that stopped gets an error for what has not happened.
  @Test(.timeLimit(.minutes(10))) func aTransactionThatStopsIsEnded() throws {
    let address = try TestDatabase.new()
    let stopped = try TestDatabase.open(address)
    let isIn = Gate()
    let mayGoOn = Gate()
    let change = OnThread { () -> WalletError? in
      do throws(WalletError) {
        try stopped.write { writer throws(WalletError) in
          guard var record = try writer.get(CardRecord.self, at: 0, of: stopped.owner) else {
            throw WalletError(.notFound)
          }
          record.card.alias = "too late"
          isIn.open()
          mayGoOn.wait()
          try writer.put(record, of: stopped.owner)
        }
        return nil
      } catch {
        return error
      }
    }
    isIn.wait()
    let ledger = try TestDatabase.open(address)
    let issuer = Issuer.simulation(ledger)
    let card = try issuer.perform(ListCards(CardQuery(limit: 1)), .test(ledger.owner)).cards[0]
    var answers = [lock(card.id, issuer, ledger.owner)]
    while answers.last == .vaultBusy, answers.count < 20 {
      answers.append(lock(card.id, issuer, ledger.owner))
    }
    #expect(answers.last == .some(nil))
    #expect(answers.first == .vaultBusy, "control: the row was held")
    mayGoOn.open()
    #expect(try change.wait() != nil)
    let after = try issuer.perform(GetCard(card.id), .test(ledger.owner))
    #expect(after.alias == card.alias)
    #expect(after.version == card.version + 1)
  }
}
