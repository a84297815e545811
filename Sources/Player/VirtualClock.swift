package import ScreenKit
internal import Synchronization
package import WalletModel

/// A clock that only a script advances.
package final class VirtualClock: Sendable {
  private let start: Timestamp
  /// Nanoseconds since the start.
  private let passed = Mutex<UInt64>(0)
  /// The time since boot at the start: one hour.
  private static let booted: UInt64 = 3600 * Clock.second

  package init(_ start: Timestamp) { self.start = start }

  package var nanoseconds: UInt64 { Self.booted + passed.withLock { $0 } }

  package var wall: Timestamp {
    Timestamp(milliseconds: start.milliseconds + Int64(passed.withLock { $0 } / 1_000_000))
  }

  package var clock: Clock { Clock(now: nanoseconds, wall: wall) }

  /// Never moves backwards.
  func go(to nanoseconds: UInt64) {
    passed.withLock { $0 = max($0, nanoseconds - min(nanoseconds, Self.booted)) }
  }
}
