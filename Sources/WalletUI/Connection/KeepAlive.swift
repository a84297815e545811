import ScreenKit

/// Keeps a server from signing off a user who presses keys.
enum KeepAlive {
  /// Seconds after the last request until a key causes one. Two keys can be this far apart, so the
  /// server gets no request for at most twice this time. That is less than its five minutes (S11).
  private static let interval: UInt64 = 120

  /// A server learns from requests that the user is active, but keys that only move in a list cause
  /// none. So a small request is sent from time to time while keys are pressed.
  static func ask(_ state: inout State) -> [Effect] {
    let idle = state.input.idle
    guard state.gate == .open, state.backend.connection == .up, state.wallet.asksPassword,
      idle.lastActivity >= idle.lastShown + interval * Clock.second
    else { return [] }
    state.input.idle.lastShown = state.clock.now
    return [.read(ProfileQuery())]
  }
}
