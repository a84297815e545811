import Glibc

/// The clock of what waits in a thread, in a task or by `poll`. It cannot be set and never goes
/// back. Suspension of the machine counts, as in `CLOCK_BOOTTIME`.
///
/// It is a value, so that tests can pass a clock that they move.
package struct MonotonicClock: Sendable {
  /// A time on the clock.
  package struct Instant: Comparable, Hashable, Sendable {
    /// Since the start of the clock, such as the start of the machine.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// At most 292 years from the start of the clock.
    package static func + (start: Instant, time: Duration) -> Instant {
      let end = Int128(start.nanoseconds) + time.attoseconds / 1_000_000_000
      return Instant(nanoseconds: Int64(clamping: end))
    }

    package static func - (end: Instant, start: Instant) -> Duration {
      .nanoseconds(end.nanoseconds) - .nanoseconds(start.nanoseconds)
    }

    package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  }

  private let read: @Sendable () -> Instant
  private let wait: @Sendable (Condition, Lock, Instant) -> Bool
  private let pause: @Sendable (Instant) async throws -> Void
  private let observe: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// A clock that tests move.
  ///
  /// - Parameters:
  ///   - wait: See `wait`.
  ///   - sleep: See `sleep`; takes the time at which it ends.
  ///   - onMove: Registers a function that is called after each move.
  package init(
    now: @escaping @Sendable () -> Instant,
    wait: @escaping @Sendable (Condition, Lock, Instant) -> Bool,
    sleep: @escaping @Sendable (Instant) async throws -> Void,
    onMove: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    (read, self.wait, pause, observe) = (now, wait, sleep, onMove)
  }

  /// A clock that goes by itself, or that is only read.
  package init(now: @escaping @Sendable () -> Instant) {
    read = now
    wait = { $0.wait($1, for: $2 - now()) || now() < $2 }
    pause = { end in while now() < end { try await Task.sleep(for: end - now()) } }
    observe = nil
  }

  package static let system = MonotonicClock {
    let time = systemTime(CLOCK_BOOTTIME)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  package var now: Instant { read() }

  /// Releases the lock while waiting. May return without a signal.
  ///
  /// - Returns: False: it is `end`. If the machine is suspended meanwhile, this is noticed later by
  ///   that time at most.
  package func wait(_ condition: Condition, _ lock: Lock, until end: Instant) -> Bool {
    wait(condition, lock, end)
  }

  /// Suspends the task for this time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(for time: Duration) async throws { try await pause(now + time) }

  /// The limit of a `poll` that ends at that time, in milliseconds, rounded up; -1: none. A clock
  /// that tests move has none: who polls must be woken by `onMove`.
  ///
  /// - Parameter end: nil: never.
  package func pollLimit(until end: Instant?) -> Int32 {
    guard let end, observe == nil else { return -1 }
    let left = max(0, end.nanoseconds - now.nanoseconds)
    return Int32(clamping: left / 1_000_000 + 1)
  }

  /// Calls `body` after each move of a clock that tests move, on the test's thread.
  package func onMove(_ body: @escaping @Sendable () -> Void) { observe?(body) }
}

func systemTime(_ clock: clockid_t) -> timespec {
  var time = timespec()
  clock_gettime(clock, &time)
  return time
}
