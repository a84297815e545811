import Conformance
import Issuer
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Jobs at later times, and the news of virtual cards that use them, by a clock that the tests move.
/// `AlarmTimingTests` waits for jobs in real time.
@Suite struct AlarmTests {
  @Test func jobsRunInTheOrderOfTheirTimes() throws {
    let (time, log) = (ManualMonotonicClock(), WordLog())
    let alarm = Alarm(clock: time.clock)
    alarm.set("late", after: 3) { log.add("late") }
    alarm.set("moved", after: 9) { log.add("not this one") }
    alarm.set("early", after: 1) { log.add("early") }
    alarm.set("moved", after: 2) { log.add("moved") }
    alarm.set("past", after: -1) { log.add("past") }
    #expect(try log.wait(for: 1) == ["past"])
    try time.wait(for: .seconds(1))
    time.advance(.milliseconds(999))
    try time.wait(for: .milliseconds(1))
    #expect(log.words == ["past"])
    time.advance(.milliseconds(1))
    try time.wait(for: .seconds(1))
    #expect(log.words == ["past", "early"])
    time.advance(.seconds(60))
    #expect(try log.wait(for: 4) == ["past", "early", "moved", "late"])
    #expect(alarm.count == 0)
    // Its thread has ended, and another one begins.
    alarm.set("again", after: 1) { log.add("again") }
    try time.wait(for: .seconds(1))
    time.advance(.seconds(1))
    #expect(try log.wait(for: 5).last == "again")
  }

  @Test func jobsRunOneAfterTheOther() throws {
    let (alarm, log, isSet) = (Alarm(), WordLog(), Gate())
    alarm.set("first", after: -1) {
      log.add("begun")
      isSet.wait()
      log.add("first")
    }
    _ = try log.wait(for: 1)
    alarm.set("second", after: -1) { log.add("second") }
    #expect(alarm.count == 1)
    isSet.open()
    #expect(try log.wait(for: 3) == ["begun", "first", "second"])
  }

  @Test func jobsRunWhenTheAlarmIsAsked() {
    let (time, log) = (ManualMonotonicClock(), WordLog())
    let alarm = Alarm(clock: time.clock, runsByItself: false)
    alarm.set("late", after: 3) { log.add("late") }
    alarm.set("early", after: 1) { log.add("early") }
    #expect(alarm.next == time.now + .seconds(1))
    time.advance(.seconds(2))
    #expect(log.words.isEmpty && time.waiting.isEmpty)
    alarm.runDue()
    #expect(log.words == ["early"] && alarm.count == 1)
    time.advance(.seconds(1))
    alarm.runDue()
    #expect(log.words == ["early", "late"] && alarm.next == nil)
  }

  @Test func aStoppedAlarmRunsNothing() throws {
    let (time, log, isStopped) = (ManualMonotonicClock(), WordLog(), Gate())
    let (alarm, other) = (Alarm(clock: time.clock), Alarm(clock: time.clock))
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
    other.set("c", after: 1) { log.add("c") }
    try time.wait(for: .seconds(1))
    other.stop()
    // Its thread does not wait for the job any more.
    try time.wait()
    time.advance(.seconds(1))
    #expect(log.words.count == 2)
  }

  /// F07: a vault that is opened while a card is made waits for it, and afterwards for nothing.
  @Test func theEndOfTheMakingIsReportedAfterOpening() throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let clock = TestClock(IssuerClock.system.now())
    let issuer = self.issuer(ledger, clock)
    try makeCards(in: ledger, clock)
    let (time, log) = (ManualMonotonicClock(), WordLog())
    let coming = ComingNews(alarm: Alarm(clock: time.clock)) { event, _ in
      if case .changed(.virtualCards, let ids) = event { log.add("\(ids ?? [])") }
    }
    coming.look(issuer, ledger.owner)
    coming.look(issuer, ledger.owner)
    #expect(coming.count == 1)
    try time.wait(for: .seconds(3600))
    clock.advance(milliseconds: 3_600_000)
    time.advance(.seconds(3600))
    #expect(try log.wait(for: 1) == [#"["soon", "card of soon"]"#])
    #expect(coming.count == 0)
    let later = ComingNews { _, _ in }
    later.look(issuer, ledger.owner)
    later.look(issuer, ledger.owner, after: [.cardsChanged(nil), .virtualCardsChanged(nil)])
    #expect(later.count == 0)
  }

  /// They are the only news: who reads after them must find the card, also if the issuer's clock goes
  /// slower or was set.
  @Test func theEndOfTheMakingIsNotReportedBeforeIt() throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let clock = TestClock(IssuerClock.system.now())
    try makeCards(in: ledger, clock)
    let (time, log) = (ManualMonotonicClock(), WordLog())
    let coming = ComingNews(alarm: Alarm(clock: time.clock)) { _, _ in log.add("made") }
    coming.look(issuer(ledger, clock), ledger.owner)
    try time.wait(for: .seconds(3600))
    clock.advance(milliseconds: 3_599_000)
    time.advance(.seconds(3600))
    try time.wait(for: .seconds(1))
    #expect(log.words.isEmpty)
    clock.advance(milliseconds: 1000)
    time.advance(.seconds(1))
    #expect(try log.wait(for: 1) == ["made"])
  }

  /// A vault that is opened after the end of an unlock for a while reports that the card is locked
  /// again, and stores it.
  @Test func theEndOfAnUnlockIsReportedAfterOpening() throws {
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

  @Test func aBackendReportsTheEndOfTheMaking() async throws {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let (clock, time) = (TestClock(IssuerClock.system.now()), ManualMonotonicClock())
    try makeCards(in: ledger, clock)
    let backend = LocalBackend(
      ledger: ledger, clock: clock.issuer, monotonicClock: time.clock)
    var events = backend.events().makeAsyncIterator()
    try time.wait(for: .seconds(3600))
    clock.advance(milliseconds: 3_600_000)
    time.advance(.seconds(3600))
    #expect(await events.next() == .virtualCardsChanged(["soon", "card of soon"]))
  }

  /// One card whose making ends in an hour, and one whose making has ended.
  private func makeCards(in ledger: VaultLedger, _ clock: TestClock) throws(WalletError) {
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
  }

  private func issuer(_ ledger: VaultLedger, _ clock: TestClock) -> Issuer {
    Issuer(ledger: ledger, environment: IssuerEnvironment(clock: clock.issuer))
  }
}
