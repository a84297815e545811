import Dispatch
import Synchronization
import WalletAPI

/// Ending a sign-in (RFC 7009), so that its tokens cannot be used any more.
extension SignIn {
  /// Sign-ins that have to be ended before the program ends.
  private static let open = Mutex<[ObjectIdentifier: SignIn]>([:])
  /// Sign-off is abandoned after this time.
  static let signOffTimeout = Duration.milliseconds(300)

  func registerForSignOff() { SignIn.open.withLock { $0[ObjectIdentifier(self)] = self } }

  /// Ends the sign-in and forgets its tokens. Nothing can be requested with it afterwards.
  ///
  /// - Parameter done: Called on the network thread after the server's answer or `signOffTimeout`;
  ///   at once if there is no sign-in.
  func signOff(_ done: @escaping @Sendable () -> Void) {
    let step = state.withLock { state -> SignOffStep in
      switch state.signOff {
      case .no:
        state.signOff = .waiting([done])
        guard let tokens = state.tokens else { return .notSignedIn }
        state.tokens = nil
        return .revoke(tokens)
      case .waiting(let others):
        state.signOff = .waiting(others + [done])
        return .wait
      case .over: return .over
      }
    }
    switch step {
    case .wait: break
    case .over: done()
    case .notSignedIn: signedOff()
    case .revoke(let tokens): revoke(tokens) { [self] in signedOff() }
    }
  }

  private func signedOff() {
    SignIn.open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      defer { state.signOff = .over }
      if case .waiting(let waiting) = state.signOff { return waiting }
      return []
    }
    for done in waiting { done() }
  }

  private enum SignOffStep {
    case revoke(Tokens)
    /// It had already ended.
    case notSignedIn
    case wait
    case over
  }

  /// Revokes tokens as far as possible. Revoking the refresh token also revokes the access token.
  func revoke(_ tokens: Tokens, _ done: @escaping @Sendable () -> Void) {
    var request = form(
      TokenRequest.revocationPath(brand: profile.brand),
      RevocationRequest(tokens.refresh ?? tokens.access).body)
    request.answersSecret = false
    request.time = SignIn.signOffTimeout.inMilliseconds
    network.send(request) { _ in
      tokens.wipe()
      done()
    }
  }

  /// Ends all sign-ins and waits for the servers' answers for `signOffTimeout` at most.
  static func signOffAll() {
    let all = open.withLock { Array($0.values) }
    let answered = DispatchSemaphore(value: 0)
    for signIn in all { signIn.signOff { answered.signal() } }
    let end = DispatchTime.now() + .milliseconds(signOffTimeout.inMilliseconds)
    for _ in all where answered.wait(timeout: end) == .timedOut { return }
  }
}
