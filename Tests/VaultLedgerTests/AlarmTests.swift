import Glibc
import Issuer
import Synchronization
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import VaultLedger

/// Jobs at later times, and the news of virtual cards that use them.
@Suite struct AlarmTests {
  private final class Log: Sendable {
    let words = Mutex<[String]>([])
    func add(_ word: String) { words.withLock { $0.append(word) } }
    /// Waits until there are so many.
    func wait(for count: Int) -> [String] {
      for _ in 0..<500 where words.withLock(\.count) < count { usleep(10_000) }
      return words.withLock { $0 }
    }
  }

  @Test func jobsRunInTheOrderOfTheirTimes() {
    let (alarm, log) = (Alarm(), Log())
    alarm.set("late", after: 0.3) { log.add("late") }
    alarm.set("moved", after: 9) { log.add("not this one") }
    alarm.set("early", after: 0.1) { log.add("early") }
    alarm.set("moved", after: 0.2) { log.add("moved") }
    alarm.set("past", after: -1) { log.add("past") }
    #expect(log.wait(for: 4) == ["past", "early", "moved", "late"])
    #expect(alarm.count == 0)
    // Its thread has ended, and another one begins.
    alarm.set("again", after: 0) { log.add("again") }
    #expect(log.wait(for: 5).last == "again")
  }

  @Test func aStoppedAlarmRunsNothing() {
    let (alarm, log) = (Alarm(), Log())
    alarm.set("a", after: 0.05) { log.add("a") }
    alarm.stop()
    alarm.set("b", after: 0) { log.add("b") }
    usleep(200_000)
    #expect(log.words.withLock { $0 } == [])
    #expect(alarm.count == 0)
  }

  /// F07: a vault that is opened while a card is made waits for it, and afterwards for nothing.
  @Test func theEndOfTheMakingIsToldAfterOpening() async throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let issuer = Issuer(ledger: ledger)
    let end = Timestamp(milliseconds: Int64(time(nil)) * 1000).adding(seconds: 2)
    try ledger.write { writer throws(WalletError) in
      for (id, endsAt) in [("soon", end), ("over", end.adding(seconds: -60))] {
        var record = StoredSamples.provisionalCard
        record.provisional.id = id
        record.cardID = "card of " + id
        record.endsAt = endsAt
        try writer.put(record, of: ledger.owner)
      }
    }
    let log = Log()
    let coming = ComingNews { event, customer in
      if case .changed(.virtualCards, let ids) = event { log.add("\(ids ?? [])") }
    }
    coming.look(issuer, ledger.owner)
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    #expect(log.wait(for: 1) == [#"["soon", "card of soon"]"#])
    #expect(coming.count == 0)
    coming.look(issuer, ledger.owner, after: [.cardsChanged(nil)])
    #expect(coming.count == 0)
  }

  /// A vault that is opened while a card is unlocked for a time tells when it is locked again, and
  /// writes it down.
  @Test func theEndOfATemporaryUnlockIsToldAfterOpening() async throws {
    let vault = try TemporaryVault(sample: true)
    let ledger = try vault.open()
    defer { ledger.close() }
    let clock = Mutex(IssuerClock.system.now())
    let issuer = Issuer(
      ledger: ledger,
      environment: IssuerEnvironment(
        clock: IssuerClock(now: { clock.withLock { $0 } }, boot: { 0 })))
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let list = try issuer.perform(ListCards(CardQuery(statuses: [.locked])), context)
    let card = try #require(list.cards.first)
    let open = try issuer.perform(UnlockCardFor(card.id, seconds: 60), context)
    let log = Log()
    let coming = ComingNews { event, _ in
      if case .changed(.cards, let ids) = event { log.add("\(ids ?? [])") }
    }
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    coming.stop()
    clock.withLock { $0 = $0.adding(seconds: 60) }
    let later = ComingNews { event, _ in
      if case .changed(.cards, let ids) = event { log.add("\(ids ?? [])") }
    }
    later.look(issuer, ledger.owner)
    #expect(log.wait(for: 1) == ["[\"\(card.id.rawValue)\"]"])
    let stored = try ledger.read { reader throws(WalletError) in
      try reader.card(card.id, of: ledger.owner)
    }
    #expect(stored?.card.status == .locked && stored?.card.version == open.version + 1)
    later.look(issuer, ledger.owner)
    #expect(later.count == 0, "nothing is awaited any more")
  }

  /// The time is in the file: the program that unlocked the card need not run, nor end in order.
  @Test func aTemporaryUnlockEndsThoughItsProgramWasKilled() throws {
    let vault = try TemporaryVault(sample: true)
    let worker = try #require(
      VaultWorkerProcess(["unlock", vault.path, "correct horse", "600"]))
    let id = CardID(try #require(worker.line()))
    worker.kill()
    _ = worker.wait()
    let ledger = try vault.open()
    defer { ledger.close() }
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    /// The card, so many seconds from now on; the machine was started anew in between.
    func card(after seconds: Int64) throws -> Card {
      let now = IssuerClock.system.now().adding(seconds: seconds)
      let issuer = Issuer(
        ledger: ledger,
        environment: IssuerEnvironment(clock: IssuerClock(now: { now }, boot: { 0 })))
      return try issuer.perform(GetCard(id), context)
    }
    let open = try card(after: 0)
    #expect(open.status == .active && open.unlockedUntil != nil)
    let locked = try card(after: 601)
    #expect(locked.status == .locked && locked.version == open.version + 1)
    #expect(locked.statusReason == StatusReason.lockedAgain.rawValue)
  }
}
