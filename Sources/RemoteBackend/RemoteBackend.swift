internal import Log
package import Secrets
import Threads
package import WalletAPI
package import WalletModel

/// A wallet on a server: operations over HTTP, and server-sent events.
///
/// Waiting for the network happens on libcurl's thread. A cancelled task returns at once.
package final class RemoteBackend: WalletBackend {
  /// The server knows the user from the token. Only the scopes of this context are used.
  package let context: RequestContext

  let profile: RemoteProfile
  let network: any Transport
  let signIn: SignIn
  private let breaker: CircuitBreaker
  private let serverClock: ServerClock
  private let eventStream: EventStream

  private init(
    _ profile: RemoteProfile, _ network: any Transport, _ signIn: SignIn, _ tokens: Tokens,
    _ user: String
  ) {
    self.profile = profile
    self.network = network
    self.signIn = signIn
    context = RequestContext(
      customerID: CustomerID(user), sessionID: "remote", deviceID: "remote",
      scopes: tokens.scopes)
    breaker = CircuitBreaker(clock: profile.clock)
    serverClock = ServerClock(clock: profile.clock)
    eventStream = EventStream(profile, network, signIn, breaker)
  }

  /// Signs a user in. The caller has to wipe the password.
  ///
  /// - Throws: `.unauthorized` for a wrong name or password; otherwise the errors of `perform`.
  package static func signIn(
    _ profile: RemoteProfile, user: String, password: Secret,
    scopes: Set<Scope> = Set(Scope.allCases), deviceID: String? = nil
  ) async throws(WalletError) -> RemoteBackend {
    try await signIn(
      profile, over: NetworkThread(profile), user: user, password: password, scopes: scopes,
      deviceID: deviceID)
  }

  static func signIn(
    _ profile: RemoteProfile, over network: any Transport, user: String, password: Secret,
    scopes: Set<Scope>, deviceID: String?
  ) async throws(WalletError) -> RemoteBackend {
    let signIn = SignIn(profile, network)
    do throws(WalletError) {
      let tokens = try await signIn.start(
        user: user, password: password, scopes: scopes,
        deviceID: deviceID ?? profile.deviceID)
      if profile.signsOff { signIn.registerForSignOff() }
      return RemoteBackend(profile, network, signIn, tokens, user)
    } catch {
      network.stop()
      throw error
    }
  }

  /// Signs the same user in again. Later requests use the new sign-in, and the event stream
  /// continues. For use after an operation threw `.unauthorized` or `.signInIdle`. The caller has
  /// to wipe the password.
  package func signInAgain(_ password: Secret) async throws(WalletError) {
    try await signIn.signInAgain(password)
    eventStream.signedIn()
  }

  deinit {
    eventStream.stop()
    guard profile.signsOff else { return network.stop() }
    signIn.signOff { [network] in network.stop() }
  }

  /// To be called at the end of the program: ends the sign-ins of profiles that require it, and
  /// waits for the servers' answers for 300 ms at most.
  package static func signOff() { SignIn.signOffAll() }

  package func events() -> AsyncStream<WalletEvent> { eventStream.listen() }

  package var serverTime: Timestamp? { serverClock.now }

  /// - Throws: The server's error, or one of the `net…` codes if there is no answer.
  ///   `mayHaveHappened` is set if a change may have been carried out all the same.
  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    guard SecretMemory.hasRoom(for: SecretMemory.operation) else {
      throw WalletError.secretMemoryFull
    }
    var wire = operation.wireRequest(context)
    let opener = O.answersSecrets ? AnswerOpener(&wire) : nil
    defer { opener?.wipe() }
    let request = TransferRequest(O.self, wire, profile)
    var mayHaveHappened = false
    do throws(WalletError) {
      let answer = try await answer(
        to: request, RetryRule(operation, context), mayHaveHappened: &mayHaveHappened)
      Log.debug("\(request.method) \(request.url): \(answer.status)")
      if !answer.mayBeFromProxy { eventStream.serverAnswered() }
      if (300...399).contains(answer.status) { throw WalletError(.netRedirect) }
      guard answer.isSuccess else { throw WalletError(wire: answer) }
      do throws(WireMalformed) {
        guard let opener else { return try operation.answer(in: answer.body) }
        return try operation.answer(
          in: try opener.open(answer.body, mustBeSealed: profile.requiresSealed))
      } catch {
        mayHaveHappened = true
        throw WalletError(.netAnswer, detail: .verbatim("\(error.field) \(error.reason)"))
      }
    } catch {
      var error = error
      error.mayHaveHappened = mayHaveHappened && !O.contract.isRead
      if error.mayHaveHappened && error.code.isUnreachable {
        error.advice = .text(
          "Check what has changed, then try again.",
          "Sehen Sie nach, was sich geändert hat, und versuchen Sie es dann noch einmal.")
      }
      if error.code.isUnreachable { eventStream.serverUnreachable(error) }
      throw error
    }
  }

  /// Which requests may be sent again.
  private enum RetryRule {
    case always
    /// Not after a rate limit. The limit for codes is the user's own, and its duration is shown.
    case unlessLimited
    /// Only if it has certainly not arrived: an SCA grant is valid once.
    case unlessSent

    init<O: WalletOperation>(_ operation: O, _ context: RequestContext) {
      self =
        switch O.contract.retry {
        case .idempotent: context.sca == nil ? .always : .unlessSent
        case .withKey: context.idempotencyKey == nil ? .unlessSent : .always
        case .withKeyUnlessLimited: context.idempotencyKey == nil ? .unlessSent : .unlessLimited
        case .never: .unlessSent
        }
    }

    func allows(_ failure: TransferFailure) -> Bool {
      failure.isTransient && (self != .unlessSent || !failure.mayHaveArrived)
    }

    func allows(_ answer: WireResponse) -> Bool {
      switch self {
      case .always: answer.isTransient
      case .unlessLimited: answer.isTransient && answer.status != 429
      case .unlessSent: false
      }
    }
  }

  /// - Parameter mayHaveHappened: Set while an attempt may have been carried out without an answer.
  private func answer(
    to request: TransferRequest, _ repetition: RetryRule, mayHaveHappened: inout Bool
  ) async throws(WalletError) -> WireResponse {
    var retryPolicy = RetryPolicy(profile.totalTime, clock: profile.clock)
    var refused: Int?
    while true {
      let tokens = try await signIn.tokens(besides: refused, until: retryPolicy.deadline)
      guard let left = retryPolicy.left else { throw WalletError(.netTimeout) }
      var request = request
      request.secretHeaders = [tokens.header]
      request.time = left
      let failure: TransferFailure
      var wanted: Int?
      do throws(TransferFailure) {
        let answer = try await attempt(request)
        mayHaveHappened = !answer.isDefinite(afterLost: mayHaveHappened)
        if answer.status == 401, refused == nil, answer.refusesToken {
          refused = tokens.number
          continue
        }
        guard repetition.allows(answer) else { return answer }
        wanted = answer.retryAfter
        failure = TransferFailure(error: WalletError(wire: answer), isTransient: true)
      } catch {
        failure = error
        if error.mayHaveArrived { mayHaveHappened = true }
      }
      guard repetition.allows(failure), let pause = retryPolicy.pause(wanted: wanted) else {
        throw failure.error
      }
      await network.wait(pause)
      if Task.isCancelled { throw WalletError(.cancelled) }
    }
  }

  /// Sends one request, unless the circuit breaker is open.
  private func attempt(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    do throws(WalletError) {
      try breaker.enter()
    } catch {
      throw TransferFailure(error: error, mayHaveArrived: false)
    }
    do throws(TransferFailure) {
      let start = profile.clock.now
      let answer = try await network.send(request)
      if let date = answer.date { serverClock.take(date, after: profile.clock.now - start) }
      if answer.mayBeFromProxy { breaker.failed() } else { breaker.succeeded() }
      return answer
    } catch {
      if error.isTransient { breaker.failed() } else { breaker.cancelled() }
      throw error
    }
  }
}

extension WireResponse {
  /// Whether the error is temporary: the server is busy, starting or stopping.
  fileprivate var isTransient: Bool {
    mayBeFromProxy || status == 429 && WalletError(wire: self).code == .rateLimited
  }

  /// Whether an error has the published form (A38).
  private var isPublished: Bool {
    let json = try? body.withBytes { bytes throws(WireMalformed) in try JSON.parse(bytes) }
    return json.flatMap { try? WalletError(json: $0) } != nil
  }

  /// Whether the answer says for certain if the change was carried out.
  ///
  /// - Parameter lost: Whether an earlier attempt may have arrived. An answer that was given before
  ///   the server looked at the change then says nothing about that attempt.
  fileprivate func isDefinite(afterLost lost: Bool) -> Bool {
    switch status {
    case 500, 502, 504: return false
    // From a proxy, which may have forwarded the request.
    case 503 where !isPublished: return false
    case 300...399, 401, 429, 503: return !lost
    case 409:
      // Another attempt with the same key is still in progress.
      let error = WalletError(wire: self)
      return !lost
        || isPublished && error.serverCode == nil && error.code != .fieldErrors
          && error.code != .internalError
    default: return true
    }
  }

  /// Servers also use 401 to ask for a one-time code, and to refuse one.
  fileprivate var refusesToken: Bool { WalletError(wire: self).code == .unauthorized }
}

extension TransferRequest {
  fileprivate init<O: WalletOperation>(
    _ operation: O.Type, _ wire: WireRequest, _ profile: RemoteProfile
  ) {
    self.init(url: profile.origin + Wire.base + wire.target, method: wire.method.rawValue)
    headers = wire.headers.map { "\($0.name): \(Self.oneLine($0.value))" }
    body = wire.body
    answersSecret = O.answersSecrets
    limit = O.contract.longestAnswer
  }

  /// Removes control characters, so that no value can end a header line.
  private static func oneLine(_ value: String) -> String {
    let visible = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return String(String.UnicodeScalarView(visible))
  }
}
