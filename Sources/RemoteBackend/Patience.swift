import Synchronization
import WalletModel

/// How often and when something is tried again: four tries, waiting any time up to a bound that
/// doubles (full jitter), all within one deadline.
struct Patience {
  static let tries = 4
  private static let first = 100
  private static let longest = 2000

  let deadline: ContinuousClock.Instant
  private var made = 0

  init(_ total: Duration) { deadline = ContinuousClock.now + total }

  /// Milliseconds until the deadline, 1 or more; nil: it is past.
  var left: Int? {
    let left = (deadline - ContinuousClock.now).inMilliseconds
    return left > 0 ? left : nil
  }

  /// How long to wait before the next try; nil: there is none.
  ///
  /// - Parameter wanted: Seconds that the server asks for.
  mutating func pause(wanted: Int?) -> Duration? {
    made += 1
    guard made < Patience.tries, let left else { return nil }
    let bound = min(Patience.longest, Patience.first << (made - 1))
    let pause = max(Int.random(in: 0...bound), min(wanted ?? 0, 3600) * 1000)
    return pause < left ? .milliseconds(pause) : nil
  }
}

/// Stops asking a server that does not answer: after five failures in a row nothing is sent for
/// five seconds, then one request finds out whether it is back.
final class Breaker: Sendable {
  private struct State {
    var failures = 0
    var closedUntil: ContinuousClock.Instant?
    var isProbing = false
  }
  private static let limit = 5
  private static let rest = Duration.seconds(5)
  private let state = Mutex(State())

  /// Throws while the server is left alone.
  func enter() throws(WalletError) {
    let wait = state.withLock { state -> Duration? in
      guard let until = state.closedUntil else { return nil }
      let left = until - ContinuousClock.now
      if left > .zero { return left }
      if state.isProbing { return .seconds(1) }
      state.isProbing = true
      return nil
    }
    guard let wait else { return }
    throw WalletError(
      .netOffline, details: ["it has not answered several times; walletui lets it rest"],
      retryAfter: max(1, (wait.inMilliseconds + 999) / 1000))
  }

  func succeeded() { state.withLock { $0 = State() } }

  /// Neither an answer nor a failure: given up.
  func gaveUp() { state.withLock { $0.isProbing = false } }

  func failed() {
    state.withLock { state in
      state.failures += 1
      state.isProbing = false
      if state.failures >= Breaker.limit {
        state.closedUntil = ContinuousClock.now + Breaker.rest
      }
    }
  }
}
