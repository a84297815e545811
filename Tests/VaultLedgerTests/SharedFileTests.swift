import Glibc
import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Two openings of one file in one process (R5). `SharedFileTimingTests` has several processes.
@Suite struct SharedFileTests {
  /// The log that killed servers leave while others read does not grow from start to start.
  @Test func aLongLogIsCheckpointed() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    try ledger.store.database.execute("PRAGMA wal_autocheckpoint=0")
    let card = try ledger.firstCard()
    while VaultFile.logSize(vault.path) <= VaultFile.longestLog {
      for status in [CardStatus.locked, .active] {
        _ = try ledger.perform(SetCardStatus(card.id, status, reason: "Test"))
      }
    }
    let next = try vault.open()
    _ = try next.perform(SetCardStatus(card.id, .locked, reason: "Test"))
    #expect(VaultFile.logSize(vault.path) <= VaultFile.longestLog)
    #expect(try ledger.perform(GetCard(card.id)).status == .locked)
    #expect(try vault.check().findings == [])
  }

  /// Cached cards and keys of a connection become invalid when another connection makes a change.
  @Test func connectionsSeeEachOthersChanges() throws {
    let vault = try TemporaryVault()
    let ledgers = [try vault.open(), try vault.open()]
    let issuers = ledgers.map {
      Issuer(ledger: $0, environment: IssuerEnvironment(mostChanges: 20))
    }
    var context = RequestContext(customerID: ledgers[0].owner, sessionID: "s", deviceID: "d")
    var card = try #require(
      issuers[0].perform(ListCards(CardQuery()), context).cards.first { $0.status == .active })
    for number in 0..<10 {
      context.idempotencyKey = "\(number)"
      context.expectedVersion = card.version
      let lock = SetCardStatus(
        card.id, number.isMultiple(of: 2) ? .locked : .active, reason: "\(number)")
      let next = try issuers[number % 2].perform(lock, context)
      #expect(next.version == card.version + 1)
      // The same key on the other connection gets the stored result, and changes nothing.
      #expect(try issuers[(number + 1) % 2].perform(lock, context) == next)
      card = next
    }
    context.idempotencyKey = nil
    context.expectedVersion = nil
    #expect(try issuers[0].perform(GetCard(card.id), context) == card)
    #expect(try issuers[1].perform(GetCard(card.id), context) == card)
    #expect(try vault.check().findings == [])
  }

  /// The second change follows so soon that it does not touch the file.
  @Test(.timeLimit(.minutes(60))) func eachOfSeveralChangesIsReported() async throws {
    let vault = try TemporaryVault()
    // It stands still: an emptied log is reported like a change.
    let clock = ManualMonotonicClock().clock
    let here = LocalBackend(ledger: try vault.open(clock: clock))
    let there = LocalBackend(ledger: try vault.open(clock: clock))
    let card = try await there.perform(ListCards(CardQuery()), there.context).cards[0]
    var news = here.events().makeAsyncIterator()
    for status in [CardStatus.locked, .active, .locked] {
      _ = try await there.perform(
        SetCardStatus(card.id, status, reason: "Test"), there.context)
      #expect(await news.next() == .cardsChanged(nil))
    }
  }
}
