import Glibc
import Issuer
import Synchronization
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Jobs at later times, and the news of virtual cards that use them, in real time.
@Suite struct AlarmTimingTests {
  /// On a slow machine the first times are over before the last ones are set, so the waits are
  /// as long as the machine is slow.
  @Test func jobsRunInTheOrderOfTheirTimes() throws {
    let (alarm, log) = (Alarm(), WordLog())
    alarm.set("late", after: 0.3 * patience) { log.add("late") }
    alarm.set("moved", after: 9 * patience) { log.add("not this one") }
    alarm.set("early", after: 0.1 * patience) { log.add("early") }
    alarm.set("moved", after: 0.2 * patience) { log.add("moved") }
    alarm.set("past", after: -1) { log.add("past") }
    #expect(try log.wait(for: 4) == ["past", "early", "moved", "late"])
    #expect(alarm.count == 0)
    // Its thread has ended, and another one begins.
    alarm.set("again", after: 0) { log.add("again") }
    #expect(try log.wait(for: 5).last == "again")
  }

  @Test func aStoppedAlarmRunsNothing() {
    let (alarm, log) = (Alarm(), WordLog())
    alarm.set("a", after: 0.05 * patience) { log.add("a") }
    alarm.stop()
    alarm.set("b", after: 0) { log.add("b") }
    usleep(UInt32(200_000 * patience))
    #expect(log.words == [])
    #expect(alarm.count == 0)
  }

  /// F07: a vault that is opened while a card is made waits for it, and afterwards for nothing.
  @Test func theEndOfTheMakingIsToldAfterOpening() async throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let issuer = Issuer(ledger: ledger)
    let end = Timestamp(milliseconds: Int64(time(nil)) * 1000).adding(seconds: Int64(2 * patience))
    try ledger.write { writer throws(WalletError) in
      for (id, endsAt) in [("soon", end), ("over", end.adding(seconds: -60))] {
        var record = StoredSamples.provisionalCard
        record.provisional.id = id
        record.cardID = "card of " + id
        record.endsAt = endsAt
        try writer.put(record, of: ledger.owner)
      }
    }
    let log = WordLog()
    let coming = ComingNews { event, customer in
      if case .changed(.virtualCards, let ids) = event { log.add("\(ids ?? [])") }
    }
    coming.look(issuer, ledger.owner)
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    #expect(try log.wait(for: 1) == [#"["soon", "card of soon"]"#])
    #expect(coming.count == 0)
    coming.look(issuer, ledger.owner, after: [.cardsChanged(nil)])
    #expect(coming.count == 0)
  }

  /// A vault that is opened while a card is unlocked for a time tells when it is locked again, and
  /// writes it down.
  @Test func theEndOfAThawIsToldAfterOpening() async throws {
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
    let log = WordLog()
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
    #expect(try log.wait(for: 1) == ["[\"\(card.id.rawValue)\"]"])
    let stored = try ledger.read { reader throws(WalletError) in
      try reader.card(card.id, of: ledger.owner)
    }
    #expect(stored?.card.status == .locked && stored?.card.version == open.version + 1)
    later.look(issuer, ledger.owner)
    #expect(later.count == 0, "nothing is awaited any more")
  }
}
