import Testing
import Threads
import Waiting

@testable import VaultTesting

/// Jobs at later times, in real time.
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
}
