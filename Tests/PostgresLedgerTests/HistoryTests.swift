import Foundation
import Issuer
import PostgresServer
import SeededGenerator
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// Several servers on one database, and what their clients were told.
@Suite(.serialized) struct HistoryTests {
  private static let servers = 3
  private static let clients = 8
  private static let steps = isTorture ? 2000 : 40

  /// Clients perform operations on all servers at once.
  private func run(
    _ workload: Workload, _ ledgers: [PostgresLedger], steps: Int, seed: UInt64
  ) throws {
    _ = try inParallel(Self.clients) { client in
      let servers = ledgers.map { Issuer.simulation($0) }
      var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(client))
      for step in 0..<steps {
        // Amounts are as different as the names.
        let number = (Int(seed) * steps + step) * Self.clients + client
        workload.step(servers, "k\(number)", number, &random)
      }
    }
  }

  @Test(.timeLimit(.minutes(60))) func severalServersDoEachChangeOnce() throws {
    let address = try TestDatabase.new()
    let ledgers = try (0..<Self.servers).map { _ in try TestDatabase.open(address) }
    let workload = try Workload(ledgers[0], customers: 4)
    try run(workload, ledgers, steps: Self.steps, seed: 1)
    let calls = workload.recorder.history.calls
    #expect(calls.count == Self.clients * Self.steps)
    let done = calls.count(where: \.isOK)
    #expect(done > calls.count / 3)
    let repeated = Dictionary(grouping: calls.filter(\.isOK), by: \.key)
    #expect(repeated.values.contains { $0.count > 1 }, "no key was used twice")
    #expect(try workload.violations(try TestDatabase.open(address)) == [])
  }

  /// Customers come on several servers at once, some of them twice.
  @Test(.timeLimit(.minutes(10))) func customersAreAddedAtTheSameTime() throws {
    let address = try TestDatabase.new()
    let ledgers = try (0..<Self.servers).map { _ in try TestDatabase.open(address) }
    let errors = try inParallel(Self.clients) { client in
      (0..<10).map { number -> ErrorCode? in
        do throws(WalletError) {
          let id = CustomerID("new-\(client / 2)-\(number)")
          _ = try ledgers[client % ledgers.count].addCustomer(id, cards: 1)
          return nil
        } catch {
          return error.code
        }
      }
    }.joined()
    let added = Self.clients / 2 * 10
    #expect(errors.count { $0 == nil } == added, "\(errors)")
    #expect(errors.count { $0 == .vaultExists } == added)
    #expect(Set(try TestDatabase.open(address).allCustomers()).count == added + 1)
  }

  /// Positive control: without the row lock, and what would find out that it is missing, changes
  /// get lost and the checker says so.
  @Test(.timeLimit(.minutes(60))) func changesAreLostWithoutTheLock() throws {
    let address = try TestDatabase.new()
    let proxy = try DatabaseProxy(
      try PostgresServer.shared.get().folder, replacing: BrokenCommands.withoutChecks)
    defer { proxy.stop() }
    let broken = try proxy.address(of: address)
    let ledgers = try (0..<Self.servers).map { _ in try TestDatabase.open(broken) }
    let workload = try Workload(try TestDatabase.open(address), customers: 1)
    var violations: [String] = []
    // Other changes can be the first to get lost.
    func isFound() -> Bool { violations.contains { $0.contains("changes and") } }
    for round in 1...50 where !isFound() {
      try run(workload, ledgers, steps: 5, seed: UInt64(round))
      violations = try workload.violations(try TestDatabase.open(address))
    }
    #expect(proxy.unused == [], "the commands have changed")
    #expect(isFound(), "\(violations)")
  }

  /// If only the lock were missing, changes would be refused and not lost.
  @Test(.timeLimit(.minutes(60))) func noChangeIsLostWithoutTheLockAlone() throws {
    let address = try TestDatabase.new()
    let proxy = try DatabaseProxy(
      try PostgresServer.shared.get().folder, replacing: [BrokenCommands.withoutLock])
    defer { proxy.stop() }
    let broken = try proxy.address(of: address)
    let ledgers = try (0..<Self.servers).map { _ in try TestDatabase.open(broken) }
    let workload = try Workload(try TestDatabase.open(address), customers: 1)
    try run(workload, ledgers, steps: Self.steps, seed: 1)
    #expect(proxy.unused == [], "the command has changed")
    let calls = workload.recorder.history.calls
    #expect(calls.contains { $0.isOK })
    #expect(calls.contains { $0.outcome == .failed }, "control: there were conflicts")
    #expect(try workload.violations(try TestDatabase.open(address)) == [])
  }

  /// A row that somebody else has changed meanwhile refuses the whole transaction.
  @Test func aChangedRowRefusesTheWholeTransaction() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address)
    func aliases() throws -> [String] {
      try TestDatabase.open(address).read { reader throws(WalletError) in
        try reader.page(CardRecord.self, of: ledger.owner, LedgerQuery(first: 0, last: 1)).items
          .map(\.card.alias)
      }
    }
    let before = try aliases()
    let card = RecordKind.card.rawValue
    let moved = "UPDATE record SET ver = ver + %d WHERE kind = \(card) AND number = 1"
    #expect(throws: WalletError.self) {
      try ledger.write { writer throws(WalletError) in
        let page = try writer.page(
          CardRecord.self, of: ledger.owner, LedgerQuery(first: 0, last: 1))
        for var record in page.items {
          // The version of the second card is compared when it is written.
          _ = try writer.get(CardRecord.self, record.card.id.rawValue, of: ledger.owner)
          record.card.alias = "changed"
          if record.place == 1 {
            _ = try? TestDatabase.run(String(format: moved, 1), address)
          }
          try writer.put(record, of: ledger.owner)
        }
      }
    }
    try TestDatabase.run(String(format: moved, -1), address)
    #expect(try aliases() == before)
  }
}

/// The checker itself.
@Suite struct HistoryCheckerTests {
  private let customer = CustomerID("c")
  private let card = CardID("card")
  private let before = WalletState(
    cards: ["card": .init(version: 3, key: "")], balance: 100, cardsLeft: 5)

  private func call(
    _ key: String, _ effect: Call.Effect, _ outcome: Call.Outcome, _ time: ClosedRange<Int>
  ) -> Call {
    Call(
      customer: customer, key: key, effect: effect, began: time.lowerBound,
      ended: time.upperBound, outcome: outcome)
  }

  /// Two changes, a payment and a card; one call has no answer, and one is repeated.
  private var calls: [Call] {
    [
      call("a", .status(of: card), .ok(id: "card", version: 4), 1...4),
      call("b", .status(of: card), .ok(id: "card", version: 5), 5...8),
      call("p", .payment(30), .unknown, 2...6),
      call("p", .payment(30), .ok(id: "pay", version: 0), 9...10),
      call("n", .newCard, .ok(id: "new", version: 1), 3...7),
      call("x", .payment(7), .failed, 11...12),
      call("y", .status(of: card), .unknown, 13...14),
    ]
  }

  private var after: WalletState {
    WalletState(
      cards: ["card": .init(version: 5, key: ""), "new": .init(version: 1, key: "n")],
      changes: ["a", "b"], payments: [.init(id: "pay", amount: 30)], balance: 70, cardsLeft: 4)
  }

  private func violations(
    _ change: (inout [Call], inout WalletState) -> Void = { _, _ in }
  ) -> [String] {
    var (calls, after) = (calls, after)
    change(&calls, &after)
    return History(calls: calls).violations(
      from: [customer: before], to: [customer: after])
  }

  @Test func aRightHistoryHasNoViolation() {
    #expect(violations() == [])
    let withTheUnknown = violations { _, after in
      after.changes.append("y")
      after.cards["card"]?.version = 6
    }
    #expect(withTheUnknown == [])
  }

  @Test func eachViolationIsFound() {
    func expect(
      _ words: String, _ location: SourceLocation = #_sourceLocation,
      _ change: (inout [Call], inout WalletState) -> Void
    ) {
      let found = violations(change)
      #expect(found.contains { $0.contains(words) }, "\(found)", sourceLocation: location)
    }
    expect("a is acknowledged and happened 0 times") { _, after in after.changes = ["b"] }
    expect("a is acknowledged and happened 2 times") { _, after in after.changes.append("a") }
    expect("y has no answer and happened 2 times") { _, after in after.changes += ["y", "y"] }
    expect("x failed and happened 1 times") { _, after in
      after.payments.append(.init(id: "other", amount: 7))
    }
    expect("p has several answers") { calls, _ in
      calls.append(call("p", .payment(30), .ok(id: "pay2", version: 0), 20...21))
    }
    expect("pay of p is gone") { _, after in after.payments = [.init(id: "q", amount: 30)] }
    expect("was not asked for") { _, after in after.changes.append("stranger") }
    expect("card card is gone") { _, after in after.cards["card"] = nil }
    expect("2 changes and 1 versions") { _, after in after.cards["card"]?.version = 4 }
    expect("2 changes and 3 versions") { _, after in after.cards["card"]?.version = 6 }
    expect("version twice") { calls, _ in calls[1].outcome = .ok(id: "card", version: 4) }
    expect("never had") { calls, _ in calls[1].outcome = .ok(id: "card", version: 9) }
    expect("wrong order") { calls, _ in
      calls[0].outcome = .ok(id: "card", version: 5)
      calls[1].outcome = .ok(id: "card", version: 4)
    }
    expect("30 was paid and 20 is missing") { _, after in after.balance = 80 }
    expect("1 new cards, counted 0") { _, after in after.cardsLeft = 5 }
    let gone = History(calls: calls).violations(from: [customer: before], to: [:])
    #expect(gone == ["c is gone"])
  }
}
