import Threads

/// Who may sign in can change while the server runs.
extension WalletServer {
  /// Takes these people instead of those before. Whoever is not among them, or whose entry is
  /// another one now, is signed off, their streams of news included.
  ///
  /// - Returns: How many sign-ins ended.
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
