internal import Log
package import Secrets
package import WalletAPI
package import WalletModel

/// The wallet on a server: every operation over HTTP, news as server-sent events.
///
/// All that waits for the network waits on a thread of libcurl's; a cancelled task returns at once.
package final class RemoteBackend: WalletBackend {
  /// Who asks. The server knows it from the token; only the scopes count here.
  package let context: RequestContext

  let profile: RemoteProfile
  let network: NetworkThread
  let signIn: SignIn
  private let breaker = CircuitBreaker()
  private let eventStream: EventStream

  private init(
    _ profile: RemoteProfile, _ network: NetworkThread, _ signIn: SignIn, _ tokens: Tokens,
    _ user: String
  ) {
    self.profile = profile
    self.network = network
    self.signIn = signIn
    context = RequestContext(
      customerID: CustomerID(user), sessionID: "remote", deviceID: "remote",
      scopes: tokens.scopes)
    eventStream = EventStream(profile, network, signIn, breaker)
  }

  /// Signs a person on. The password stays the caller's to wipe.
  ///
  /// - Throws: `.unauthorized` for a wrong name or password, else what `perform` throws.
  package static func signIn(
    _ profile: RemoteProfile, user: String, password: Secret,
    scopes: Set<Scope> = Set(Scope.allCases), deviceID: String? = nil
  ) async throws(WalletError) -> RemoteBackend {
    let network = NetworkThread(profile)
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

  /// Signs the same person on again, in place: what asks from now on asks with the new sign-in, and
  /// the news goes on. For when an operation threw `.unauthorized` or `.signInIdle`. The password
  /// stays the caller's to wipe.
  package func signInAgain(_ password: Secret) async throws(WalletError) {
    try await signIn.signInAgain(password)
    eventStream.signedIn()
  }

  deinit {
    eventStream.stop()
    guard profile.signsOff else { return network.stop() }
    signIn.signOff { [network] in network.stop() }
  }

  /// For the end of the program: ends the sign-ins of profiles that want that, and waits for the
  /// servers' answers, 300 ms at most.
  package static func signOff() { SignIn.signOffAll() }

  package func events() -> AsyncStream<WalletEvent> { eventStream.listen() }

  /// Throws what the server says, or one of the `net…` codes when it does not say anything. Of a
  /// change that may have been carried out all the same, the error says so.
  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    guard SecretMemory.hasRoom(for: SecretMemory.operation) else {
      throw WalletError.secretMemoryFull
    }
    var wire = operation.wireRequest(context)
    let letter = O.answersSecrets ? SealedLetter(&wire) : nil
    defer { letter?.wipe() }
    let request = TransferRequest(O.self, wire, profile)
    var mayHaveHappened = false
    do throws(WalletError) {
      let answer = try await answer(
        to: request, RetryRule(operation, context), mayHaveHappened: &mayHaveHappened)
      Log.debug("\(request.method) \(request.url): \(answer.status)")
      eventStream.serverAnswered()
      if (300...399).contains(answer.status) { throw WalletError(.netRedirect) }
      guard answer.isSuccess else { throw WalletError(wire: answer) }
      do throws(WireMalformed) {
        guard let letter else { return try operation.answer(in: answer.body) }
        return try operation.answer(
          in: try letter.open(answer.body, mustBeSealed: profile.requiresSealed))
      } catch {
        mayHaveHappened = true
        throw WalletError(.netAnswer, details: ["\(error.field) \(error.reason)"])
      }
    } catch {
      var error = error
      error.mayHaveHappened = mayHaveHappened && !O.contract.isRead
      if error.mayHaveHappened && error.code.isUnreachable {
        error.advice = "Try again; look first at what was changed."
      }
      if error.code.isUnreachable { eventStream.serverUnreachable(error) }
      throw error
    }
  }

  /// What may be sent a second time.
  private enum RetryRule {
    case always
    /// Not what met a limit: that of codes is the person's own, who is told how long it lasts.
    case unlessLimited
    /// Only what has certainly not arrived: a reveal's permission is good once.
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
      failure.isPassing && (self != .unlessSent || !failure.mayHaveArrived)
    }

    func allows(_ answer: WireResponse) -> Bool {
      switch self {
      case .always: answer.isPassing
      case .unlessLimited: answer.isPassing && answer.status != 429
      case .unlessSent: false
      }
    }
  }

  /// - Parameter mayHaveHappened: Set while some try of it may have been carried out without a word.
  private func answer(
    to request: TransferRequest, _ repetition: RetryRule, mayHaveHappened: inout Bool
  ) async throws(WalletError) -> WireResponse {
    var retryPolicy = RetryPolicy(profile.totalTime)
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
        failure = TransferFailure(error: WalletError(wire: answer), isPassing: true)
      } catch {
        failure = error
        if error.mayHaveArrived { mayHaveHappened = true }
      }
      guard repetition.allows(failure), let pause = retryPolicy.pause(wanted: wanted) else {
        throw failure.error
      }
      await network.sleep(pause)
      if Task.isCancelled { throw WalletError(.cancelled) }
    }
  }

  /// One request, unless the server is being left alone.
  private func attempt(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    do throws(WalletError) {
      try breaker.enter()
    } catch {
      throw TransferFailure(error: error, mayHaveArrived: false)
    }
    do throws(TransferFailure) {
      let answer = try await network.send(request)
      if answer.status >= 502 { breaker.failed() } else { breaker.succeeded() }
      return answer
    } catch {
      if error.isPassing { breaker.failed() } else { breaker.cancelled() }
      throw error
    }
  }
}

extension WireResponse {
  /// Busy, or on its way down or up.
  fileprivate var isPassing: Bool {
    switch status {
    case 502, 503, 504: true
    case 429: WalletError(wire: self).code == .rateLimited
    default: false
    }
  }

  /// Whether an error is in the published form (A38).
  private var isPublished: Bool {
    let json = try? body.withBytes { bytes throws(WireMalformed) in try JSON.parse(bytes) }
    return json.flatMap { try? WalletError(json: $0) } != nil
  }

  /// Whether it tells for certain what became of a change.
  ///
  /// - Parameter lost: Whether an earlier try of it may have arrived. Then an answer that was given
  ///   before the server looked at the change tells nothing about that try.
  fileprivate func isDefinite(afterLost lost: Bool) -> Bool {
    switch status {
    case 500, 502, 504: return false
    // From something on the way, which may have sent the request on.
    case 503 where !isPublished: return false
    case 300...399, 401, 429, 503: return !lost
    case 409:
      // Another try with the same key is not answered yet.
      let error = WalletError(wire: self)
      return !lost
        || isPublished && error.serverCode == nil && error.code != .fieldErrors
          && error.code != .internalError
    default: return true
    }
  }

  /// 401 is also how the server asks for a one-time code, and how it refuses one.
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

  /// No value ends a header line.
  private static func oneLine(_ value: String) -> String {
    let visible = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return String(String.UnicodeScalarView(visible))
  }
}
