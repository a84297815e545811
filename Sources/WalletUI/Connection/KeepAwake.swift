import WalletModel

/// Keeps a server from signing off somebody who presses keys.
enum KeepAwake {
  /// Seconds after which a key leads to a request. Two keys can be as far apart as this, so the server
  /// goes without a request for twice this time at most: less than its five minutes (S11).
  private static let showsActivityAfter: UInt64 = 120

  /// A server knows from requests that somebody is there, and keys that only move in a list lead to no
  /// request. So a small one is sent now and then while keys are pressed.
  static func ask(_ state: inout State) -> [Effect] {
    let idle = state.idle
    guard state.gate == .open, state.connection == .up, state.wallet.asksPassword,
      idle.lastActivity >= idle.lastShown + showsActivityAfter * Clock.second
    else { return [] }
    state.idle.lastShown = state.clock.now
    return [.read(ProfileQuery())]
  }
}
