import Conformance
import Issuer
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Jobs at later times, and the news of virtual cards that use them. `AlarmTimingTests` waits for
/// jobs in real time.
@Suite struct AlarmTests {
  @Test func jobsRunOneAfterTheOtherAndTheirReplacementsOnce() throws {
    let (alarm, log, isSet) = (Alarm(), WordLog(), Gate())
    alarm.set("first", after: -1) {
      isSet.wait()
      log.add("first")
    }
    alarm.set("past", after: -1) { log.add("past") }
    alarm.set("moved", after: 86_400) { log.add("not this one") }
    alarm.set("moved", after: 0) { log.add("moved") }
    alarm.set("far", after: 86_400) { log.add("nor this one") }
    isSet.open()
    #expect(try log.wait(for: 3) == ["first", "past", "moved"])
    #expect(alarm.count == 1, "the one that is far away")
    alarm.set("far", after: 0) { log.add("far") }
    #expect(try log.wait(for: 4).last == "far")
    #expect(alarm.count == 0)
    // Its thread has ended, and another one begins.
    alarm.set("again", after: 0) { log.add("again") }
    #expect(try log.wait(for: 5).last == "again")
  }

  @Test func aStoppedAlarmRunsNothing() throws {
    let (alarm, log, isStopped) = (Alarm(), WordLog(), Gate())
    alarm.set("running", after: 0) {
      log.add("running")
      isStopped.wait()
      log.add("ended")
    }
    #expect(try log.wait(for: 1) == ["running"])
    alarm.set("a", after: 0) { log.add("a") }
    alarm.stop()
    alarm.set("b", after: 0) { log.add("b") }
    #expect(alarm.count == 0)
    isStopped.open()
    #expect(try log.wait(for: 2) == ["running", "ended"])
  }

  /// F07: a vault that is opened while a card is made waits for it, and afterwards for nothing.
  @Test func theEndOfTheMakingIsAwaitedAfterOpening() throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let clock = TestClock(IssuerClock.system.now())
    let issuer = self.issuer(ledger, clock)
    let end = clock.now.adding(seconds: 3600)
    try ledger.write { writer throws(WalletError) in
      for (id, endsAt) in [("soon", end), ("over", end.adding(seconds: -3660))] {
        var record = StoredSamples.provisionalCard
        record.provisional.id = id
        record.cardID = "card of " + id
        record.endsAt = endsAt
        try writer.put(record, of: ledger.owner)
      }
    }
    let coming = ComingNews { _, _ in }
    coming.look(issuer, ledger.owner)
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    clock.advance(milliseconds: 3_600_000)
    let later = ComingNews { _, _ in }
    later.look(issuer, ledger.owner)
    later.look(issuer, ledger.owner, after: [.cardsChanged(nil), .virtualCardsChanged(nil)])
    #expect(later.count == 0)
  }

  /// A vault that is opened after a card was unlocked for a time tells that it is locked again, and
  /// writes it down.
  @Test func theEndOfAThawIsToldAfterOpening() throws {
    let vault = try TemporaryVault(sample: true)
    let ledger = try vault.open()
    defer { ledger.close() }
    let clock = TestClock(IssuerClock.system.now())
    let issuer = self.issuer(ledger, clock)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let list = try issuer.perform(ListCards(CardQuery(statuses: [.locked])), context)
    let card = try #require(list.cards.first)
    let open = try issuer.perform(UnlockCardFor(card.id, seconds: 1800), context)
    let coming = ComingNews { _, _ in }
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    coming.stop()
    clock.advance(milliseconds: 1_800_000)
    let log = WordLog()
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

  private func issuer(_ ledger: VaultLedger, _ clock: TestClock) -> Issuer {
    Issuer(
      ledger: ledger,
      environment: IssuerEnvironment(
        clock: IssuerClock(now: { clock.now }, boot: { clock.boot })))
  }
}
