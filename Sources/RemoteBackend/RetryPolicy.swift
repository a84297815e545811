import Synchronization
import Threads
import WalletModel

typealias Instant = MonotonicClock.Instant

/// When an operation is tried again: up to four attempts within one deadline. The pause is random
/// below a bound that doubles (full jitter).
struct RetryPolicy {
  static let tries = 4
  private static let first = 100

  let deadline: Instant
  private let clock: MonotonicClock
  private var made = 0

  init(_ total: Duration, clock: MonotonicClock) {
    self.clock = clock
    deadline = clock.now + total
  }

  /// Milliseconds until the deadline, at least 1; nil: it has passed.
  var left: Int? {
    let left = (deadline - clock.now).inMilliseconds
    return left > 0 ? left : nil
  }

  /// The pause before the next attempt; nil: there is none.
  ///
  /// - Parameter wanted: The pause that the server asks for, in seconds.
  mutating func pause(wanted: Int?) -> Duration? {
    made += 1
    guard made < RetryPolicy.tries, let left else { return nil }
    let bound = RetryPolicy.first << (made - 1)
    let pause = max(Int.random(in: 0...bound), (wanted ?? 0) * 1000)
    return pause < left ? .milliseconds(pause) : nil
  }
}

/// When the event stream is connected again. The pause is random below a bound that doubles with
/// each connection that did not last, plus the pause that the server wants.
struct Backoff {
  /// A connection that lasted this long resets the bound.
  static let steady = Duration.seconds(10)
  private static let first = 500
  private static let longest = 30_000
  /// The longest pause that the server can ask for.
  private static let maxServerPause = Duration.seconds(300)
  private var lost = 0

  mutating func pause(lasted: Duration, wanted: Duration) -> Duration {
    if lasted >= Backoff.steady { lost = 0 }
    let bound = min(Backoff.longest, Backoff.first << lost)
    lost = min(lost + 1, 10)
    return .milliseconds(Int.random(in: 0...bound)) + min(wanted, Backoff.maxServerPause)
  }
}

/// Protects a server that does not answer: after five failures in a row nothing is sent for five
/// seconds. Then one request finds out whether the server is back.
final class CircuitBreaker: Sendable {
  private struct State {
    var failures = 0
    var openUntil: Instant?
    var isProbing = false
  }
  static let limit = 5
  static let openTime = Duration.seconds(5)
  private let state = Mutex(State())
  private let clock: MonotonicClock

  init(clock: MonotonicClock) { self.clock = clock }

  /// - Throws: `.netOffline` while nothing may be sent.
  func enter() throws(WalletError) {
    let wait = state.withLock { state -> Duration? in
      guard let until = state.openUntil else { return nil }
      let left = until - clock.now
      if left > .zero { return left }
      if state.isProbing { return .seconds(1) }
      state.isProbing = true
      return nil
    }
    guard let wait else { return }
    throw WalletError(
      .netOffline,
      detail: .text(
        "it hasn't answered several times, so walletui is waiting a while",
        "er hat mehrmals nicht geantwortet, darum wartet walletui eine Weile"),
      retryAfter: max(1, (wait.inMilliseconds + 999) / 1000))
  }

  func succeeded() { state.withLock { $0 = State() } }

  /// The request was cancelled: neither a success nor a failure.
  func cancelled() { state.withLock { $0.isProbing = false } }

  func failed() {
    state.withLock { state in
      state.failures += 1
      state.isProbing = false
      if state.failures >= CircuitBreaker.limit {
        state.openUntil = clock.now + CircuitBreaker.openTime
      }
    }
  }
}
