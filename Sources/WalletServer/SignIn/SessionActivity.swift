import Issuer
import Threads
import WalletAPI
import WalletModel

/// The last activity of the user of each sign-in (S11, PSD2: five minutes). Renewing a token and
/// listening to events are not activity.
///
/// A sign-in without an entry was idle for too long and cannot be used for sensitive operations any
/// more. This also holds after a restart.
final class SessionActivity: Sendable {
  static let idleSeconds = Int64(Wire.idleSeconds)
  private let latest = Locked<[String: Moment]>([:])
  private let clock: IssuerClock

  init(clock: IssuerClock) { self.clock = clock }

  /// The user has just entered the password.
  func begin(_ session: String) {
    let now = clock.moment
    latest.withLock { latest in
      latest = latest.filter { Self.isRecent($0.value, now) }
      latest[session] = now
    }
  }

  /// Records activity.
  ///
  /// - Returns: False if the user was idle for too long before; this does not change.
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

/// As a stage it records activity. It refuses a sensitive operation with 401 if the user was idle for
/// too long.
extension SessionActivity: Stage {
  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    let isActive = touch(call.context.sessionID)
    if call.route.contract.isSensitive && !isActive { throw WalletError(.signInIdle) }
    return try next(call)
  }
}
