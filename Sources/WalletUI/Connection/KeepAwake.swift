import WalletModel

/// Keeps a server from signing off somebody who presses keys.
enum KeepAwake {
  /// Seconds of keys after which the server is shown them: as long as between two of them at most,
  /// so that it goes without for twice that, and its five minutes (S11) are never over.
  private static let showsActivityAfter: UInt64 = 120

  /// A server knows by what it is asked whether anybody is there, and keys that move among what was
  /// read already ask it for nothing. So it is asked for a trifle now and then, while there are keys.
  static func ask(_ state: inout State) -> [Effect] {
    let idle = state.idle
    guard state.gate == .open, state.connection == .up, state.wallet.asksPassword,
      idle.lastActivity >= idle.lastShown + showsActivityAfter * Clock.second
    else { return [] }
    state.idle.lastShown = state.clock.now
    return [.read(ProfileQuery())]
  }
}
