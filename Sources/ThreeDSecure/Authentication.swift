package import WalletModel

/// Where an authentication is. The raw values are for storage.
package enum AuthenticationState: String, CaseIterable, WireWord {
  case created = "CREATED"
  /// The device is known.
  case fingerprinted = "FINGERPRINTED"
  /// Authenticated without a question: frictionless.
  case completed = "COMPLETED"
  /// There is a challenge, which was not shown yet.
  case pending = "PENDING"
  /// The challenge was shown.
  case challenged = "CHALLENGED"
  /// The challenge has its result, which the merchant does not have yet.
  case answered = "ANSWERED"
  /// The merchant has the result.
  case finalized = "FINALIZED"
  /// Refused without a question (9131).
  case failed = "FAILED"
  /// 9200.
  case cancelled = "CANCELLED"
  /// 9199.
  case timedOut = "TIMED_OUT"
}

/// What happens to an authentication.
package enum AuthenticationEvent: Hashable, Sendable {
  case fingerprint
  case authenticate(DirectoryDecision)
  /// The challenge was shown.
  case present
  /// The bank's verdict on the answer number `attempt`, from 1.
  case answer(ChallengeVerdict, attempt: Int)
  case finalize
  /// The payer closed the page or the form (E03).
  case cancel
  /// Time has passed.
  case expire

  /// Whether it is a request, which has to be answered in time.
  fileprivate var isRequest: Bool {
    switch self {
    case .fingerprint, .authenticate, .answer, .finalize: true
    case .present, .cancel, .expire: false
    }
  }
}

/// What an event did.
package enum AuthenticationReply: Hashable, Sendable {
  case changed
  /// Nothing: it had happened before, or nothing was answered yet.
  case repeated
  /// Nothing: it is not allowed in this state.
  case refused
  /// Nothing: the answer came after `Authentication.requestLimit` (9204). It may be sent again.
  case late
}

/// One authentication of a payer by the card's bank, as a value. `apply` is the only thing that
/// changes it; the fields can be set so that a ledger can restore it (D47–D49).
package struct Authentication: Hashable, Sendable {
  /// The milliseconds of a challenge, from the bank's demand until the right answer (D48).
  package static let challengeLimit: Int64 = 300_000
  /// The milliseconds of each request (D48).
  package static let requestLimit: Int64 = 8000
  /// The answers to a challenge. The last wrong one ends it with N.
  package static let attemptLimit = 3

  package var id: String
  /// Of the directory server.
  package var transactionID: String
  package var accountID: String
  package var brand: CardBrand
  /// The page of the bank.
  package var acsURL: String
  /// 20 random bytes: the cavv of a success.
  package var seed: [UInt8]
  package var state = AuthenticationState.created
  package var challenge: Challenge?
  /// When the bank demanded the challenge.
  package var challengeBegan: Moment?
  /// The answers that were given.
  package var attempts = 0
  /// Set once.
  package var result: ThreeDSResult?
  /// When the merchant could get the result.
  package var settled: Timestamp?

  /// - Parameter random: Fills a buffer with random bytes.
  package init(
    id: String, transactionID: String, accountID: String, brand: CardBrand, acsURL: String,
    random: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.id = id
    self.transactionID = transactionID
    self.accountID = accountID
    self.brand = brand
    self.acsURL = acsURL
    var seed = [UInt8](repeating: 0, count: 20)
    seed.withUnsafeMutableBytes(random)
    self.seed = seed
  }

  /// The answers that may still be given.
  package var attemptsLeft: Int { Self.attemptLimit - attempts }

  /// Whether nothing can change any more.
  package var isOver: Bool { [.finalized, .failed, .cancelled, .timedOut].contains(state) }

  /// The status on the wire; nil: the bank was not asked yet.
  package var status: AuthenticationStatus? {
    switch state {
    case .created, .fingerprinted: nil
    case .pending, .challenged, .answered: .pending
    case .completed: .completed
    case .finalized: result?.isAccepted == true ? .completed : .failed
    case .failed, .cancelled, .timedOut: .failed
    }
  }

  /// Why there is no success; nil: there is one, or it is not over.
  package var error: ThreeDSError? {
    switch state {
    case .cancelled: .cancelled
    case .timedOut: .challengeTimeout
    default: status == .failed ? .failed : nil  // `status` names every state.
    }
  }

  /// The same as the Nets SDK reports it (E30).
  package var netsError: NetsError? {
    switch error {
    case nil, .cancelled: nil
    case .challengeTimeout: .merchantTimeout
    default: .deniedBy3DS  // The SDK tells no other failures apart.
    }
  }

  /// What the merchant gets (D49); nil: there is no result, or it was not finalized.
  package var outcome: ThreeDSOutcome? {
    guard let result, let settled, let status else { return nil }
    return ThreeDSOutcome(
      status: status, result: result, eci: result.eci(brand),
      cavv: result.isAccepted ? Base64.encode(seed) : nil,
      threeDSecureVersion: DirectoryServer.version, directoryServerTransactionID: transactionID,
      acsURL: challenge == nil ? nil : acsURL, time: settled)
  }

  /// Milliseconds left for the challenge, 0 or more; nil: none is waiting.
  package func timeLeft(_ now: Moment) -> Int64? {
    guard let challengeBegan, state == .pending || state == .challenged else { return nil }
    let spent = min(now.longest(since: challengeBegan), Self.challengeLimit)
    return Self.challengeLimit - spent
  }

  /// Carries out an event. Where a challenge's time is over, it times out instead of the event.
  ///
  /// - Parameters:
  ///   - requested: When the request was sent. The same as `now` for what takes no time.
  ///   - now: When it is answered.
  package mutating func apply(
    _ event: AuthenticationEvent, requested: Moment, now: Moment
  ) -> AuthenticationReply {
    if timeLeft(now) == 0 {
      state = .timedOut
      return .changed
    }
    if event.isRequest, now.longest(since: requested) >= Self.requestLimit { return .late }
    switch event {
    case .fingerprint: return move(from: [.created], to: .fingerprinted)
    case .authenticate(let decision): return authenticate(decision, now)
    case .present: return move(from: [.pending], to: .challenged)
    case .answer(let verdict, let attempt): return answer(verdict, attempt)
    case .finalize:
      let reply = move(from: [.completed, .answered], to: .finalized)
      if reply == .changed, settled == nil { settled = now.wall }
      return reply
    case .cancel:
      return move(from: [.created, .fingerprinted, .pending, .challenged], to: .cancelled)
    case .expire: return state == .timedOut ? .repeated : .refused
    }
  }

  private mutating func move(from: [AuthenticationState], to target: AuthenticationState)
    -> AuthenticationReply
  {
    if state == target { return .repeated }
    guard from.contains(state) else { return .refused }
    state = target
    return .changed
  }

  private mutating func authenticate(_ decision: DirectoryDecision, _ now: Moment)
    -> AuthenticationReply
  {
    switch decision {
    case .result(.challengeRequired), .result(.other): return .refused
    case .result(let decided):
      let target: AuthenticationState = decided.isAccepted ? .completed : .failed
      if state == target { return decided == result ? .repeated : .refused }
      guard state == .fingerprinted else { return .refused }
      state = target
      result = decided
      settled = now.wall
    case .challenge(let demanded):
      if state == .pending { return demanded == challenge ? .repeated : .refused }
      guard state == .fingerprinted else { return .refused }
      state = .pending
      challenge = demanded
      challengeBegan = now
    }
    return .changed
  }

  private mutating func answer(_ verdict: ChallengeVerdict, _ attempt: Int) -> AuthenticationReply {
    guard state == .challenged || state == .answered, attempt >= 1 else { return .refused }
    if attempt <= attempts { return .repeated }
    guard state == .challenged, attempt == attempts + 1 else { return .refused }
    switch verdict {
    case .waiting: return .repeated
    case .cancelled: state = .cancelled
    case .timedOut: state = .timedOut
    case .right: settle(.succeeded)
    case .declined: settle(.failed)
    case .wrong where attempt == Self.attemptLimit: settle(.failed)
    case .wrong: attempts = attempt
    }
    return .changed
  }

  /// The challenge has its result.
  private mutating func settle(_ decided: ThreeDSResult) {
    attempts += 1
    result = decided
    state = .answered
  }
}
