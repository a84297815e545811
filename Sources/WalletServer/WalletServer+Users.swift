import Threads

/// Users can be replaced while the server runs.
extension WalletServer {
  /// Replaces the users. Those who were removed or have another entry are signed off, and their
  /// event streams end.
  ///
  /// - Returns: The number of sign-ins that ended.
  package func replaceUsers(_ users: [ServerUser]) -> Int {
    let changed = self.users.withLock { before in
      defer { before = users }
      return Set(before).subtracting(users).map(\.name)
    }
    signInLimits.devices.forget(Set(changed))
    let ended = sessions.endAll(of: Set(changed))
    if ended > 0 { endExpiredStreams() }
    return ended
  }
}
