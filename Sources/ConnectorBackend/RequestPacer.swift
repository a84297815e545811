import HTTPClient
import IssuerConnectors
import Synchronization
import WalletModel

/// Keeps requests within the rate that an issuer allows: each kind of request has its distance to
/// the one before, and nothing is sent while the issuer wants a pause. Thread-safe.
final class RequestPacer: Sendable {
  private struct State {
    var nextRead: Instant
    var nextWrite: Instant
    var pausedUntil: Instant
  }

  private let rate: IssuerRules.Rate
  private let now: @Sendable () -> Instant
  private let state: Mutex<State>

  init(_ rate: IssuerRules.Rate, now: @escaping @Sendable () -> Instant = { .now }) {
    self.rate = rate
    self.now = now
    let begin = now()
    state = Mutex(State(nextRead: begin, nextWrite: begin, pausedUntil: begin))
  }

  /// Takes the next place, and returns how long to wait for it.
  func wait(isWrite: Bool) -> Duration {
    state.withLock { state in
      let now = now()
      let free = isWrite ? state.nextWrite : state.nextRead
      let start = max(now, free, state.pausedUntil)
      let distance = Duration.milliseconds(1000 / max(1, isWrite ? rate.writes : rate.reads))
      if isWrite { state.nextWrite = start + distance } else { state.nextRead = start + distance }
      return start - now
    }
  }

  /// The issuer wants a pause, as with 429.
  func pause(_ seconds: Int) {
    // Nobody can keep the wallet waiting for longer.
    let end = now() + .seconds(min(max(seconds, 1), 300))
    state.withLock { $0.pausedUntil = max($0.pausedUntil, end) }
  }
}
