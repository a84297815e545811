package import WalletModel

/// The time when the event loop last read it. No screen reads a clock itself.
package struct Clock: Hashable, Sendable {
  /// Nanoseconds since boot, including suspension.
  package var now: UInt64
  /// The time by which the wallet dates what is shown: that of its server, or of this machine.
  package var wall: Timestamp
  /// Where the person is.
  package var zone: TimeZone

  package init(now: UInt64, wall: Timestamp, zone: TimeZone = .utc) {
    self.now = now
    self.wall = wall
    self.zone = zone
  }

  package func after(seconds: Int) -> UInt64 { now + UInt64(seconds) * Clock.second }

  /// Whole seconds until `deadline`, rounded up.
  package func secondsLeft(until deadline: UInt64) -> Int {
    Int((max(deadline, now) - now + Clock.second - 1) / Clock.second)
  }

  /// The next moment at which a countdown to `deadline` changes its number.
  package func nextSecond(before deadline: UInt64) -> UInt64 {
    guard deadline > now else { return deadline }
    let left = (deadline - now - 1) / Clock.second
    return deadline - left * Clock.second
  }

  package static let second: UInt64 = 1_000_000_000
}
