import CTerminal
import Testing

/// A child that a watchdog looks at, by a clock that the test moves.
private struct WatchedChild {
  private var seen = ct_watched()
  private var time: UInt64 = 0

  /// Looks again after this number of milliseconds.
  mutating func hangs(after milliseconds: UInt64, beat: UInt64) -> Bool {
    time += milliseconds * 1_000_000
    return ct_watch_hangs(&seen, beat, time) != 0
  }

  /// How often it is looked at, each 100 ms, until it hangs.
  mutating func looks(beat: UInt64) -> Int {
    var count = 1
    while count < 100, !hangs(after: 100, beat: beat) { count += 1 }
    return count
  }
}

@Suite struct WatchdogTests {
  @Test func aChildWithoutABeatHangs() {
    var child = WatchedChild()
    #expect(child.looks(beat: 0) == 51, "it begins")
    #expect(child.hangs(after: 100, beat: 7) == false)
    #expect(child.looks(beat: 7) == 13)
    #expect(child.hangs(after: 100, beat: 8) == false, "it beats again")
  }

  /// A container or a machine that is paused stops both processes.
  @Test(arguments: [600, 1_600, 3_600_000] as [UInt64])
  func theTimeInWhichTheWatchdogStoodStillDoesNotCount(_ pause: UInt64) {
    var child = WatchedChild()
    #expect(child.hangs(after: 100, beat: 7) == false)
    for _ in 0..<12 { #expect(child.hangs(after: 100, beat: 7) == false) }
    #expect(child.hangs(after: pause, beat: 7) == false)
    #expect(child.looks(beat: 7) == 13, "it begins anew")
  }
}
