import Synchronization
import Threads
import WalletModel

/// The server's clock, by the dates of its answers (RFC 9110, 6.6.1). It is counted on by a clock
/// that nobody sets.
final class ServerClock: Sendable {
  private let clock: MonotonicClock
  /// The server's time minus `elapsed`; nil: no answer had a date.
  private let offset = Mutex<Int64?>(nil)

  init(clock: MonotonicClock) { self.clock = clock }

  /// nil: not known.
  var now: Timestamp? {
    offset.withLock { $0 }.map { Timestamp(milliseconds: elapsed + $0) }
  }

  /// In milliseconds.
  private var elapsed: Int64 { clock.now.nanoseconds / 1_000_000 }

  /// Takes the date of an answer, in seconds since 1970. It has whole seconds, and is as old as the
  /// request at most. A time that agrees with it is kept, so that countdowns do not jump.
  func take(_ date: Int64, after time: Duration) {
    let new = date * 1000 + 500 - elapsed
    offset.withLock { offset in
      if let old = offset, abs(new - old) <= 1000 + Int64(time.inMilliseconds) { return }
      offset = new
    }
  }
}
