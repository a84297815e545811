import CTerminal
import Glibc
import Secrets

/// Wakes the loop from any thread. Put a result into the program's queue first, then call `wake`.
package final class Waker: Sendable {
  package let descriptor: Int32

  package init() { descriptor = ct_wake_open() }

  deinit { close(descriptor) }

  /// Several calls before the loop wakes up count as one.
  package func wake() { ct_wake_signal(descriptor) }

  package func clear() { ct_wake_clear(descriptor) }
}

/// The clock for deadlines. It never jumps and includes suspension.
package enum Monotonic {
  /// Nanoseconds of CLOCK_BOOTTIME. Tests can make them pass more slowly.
  package static func now() -> UInt64 {
    #if DEBUG
      real() / TestSettings.clockRate
    #else
      real()
    #endif
  }

  /// Nanoseconds of CLOCK_BOOTTIME, also in tests: for the pauses between the bytes of a terminal.
  package static func real() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sets a timer to a time of this clock; 0 turns it off.
  static func set(_ timer: Int32, to deadline: UInt64) {
    #if DEBUG
      let (time, isTooLate) = deadline.multipliedReportingOverflow(by: TestSettings.clockRate)
      ct_timer_set(timer, isTooLate ? deadline : time)
    #else
      ct_timer_set(timer, deadline)
    #endif
  }
}
