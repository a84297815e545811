import Issuer
import Threads
import WalletAPI

/// When the person behind each sign-in was last heard of (S11, PSD2: five minutes). Renewing a token
/// and listening to news are no activity.
///
/// A sign-in that is not in here was idle for too long: nothing but a new one helps, and a restart
/// extends nothing.
final class SessionActivity: Sendable {
  static let idleSeconds = Int64(Wire.idleSeconds)
  private let latest = Locked<[String: Moment]>([:])
  private let clock: IssuerClock

  init(clock: IssuerClock) { self.clock = clock }

  /// The person has just shown the password.
  func begin(_ session: String) {
    let now = clock.moment
    latest.withLock { latest in
      latest = latest.filter { Self.isRecent($0.value, now) }
      latest[session] = now
    }
  }

  /// The person asks for something. False: they were idle before, and stay so.
  func touch(_ session: String) -> Bool {
    let now = clock.moment
    return latest.withLock { latest in
      guard let last = latest[session], Self.isRecent(last, now) else { return false }
      latest[session] = now
      return true
    }
  }

  private static func isRecent(_ last: Moment, _ now: Moment) -> Bool {
    now.longest(since: last) < idleSeconds * 1000
  }
}
