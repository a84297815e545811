import SeededGenerator
import Testing
import ThreeDSecure
import WalletModel

/// D47–D49, E03: the state machine.
struct AuthenticationTests {
  private static let code = Challenge(.oneTimeCode, render: .both)
  private static let start = at(0)

  private static func at(_ milliseconds: Int64) -> Moment {
    Moment(
      wall: Timestamp(milliseconds: 1_700_000_000_000 + milliseconds), boot: 5000 + milliseconds)
  }

  private static func fresh(_ brand: CardBrand = .visa) -> Authentication {
    Authentication(
      id: "a1", transactionID: "t1", accountID: "1001", brand: brand, acsURL: "/3ds/x",
      random: { for index in $0.indices { $0[index] = UInt8(index) } })
  }

  /// Those that lead from the beginning to a state.
  private static func events(to state: AuthenticationState) -> [AuthenticationEvent] {
    let asked: [AuthenticationEvent] = [.fingerprint, .authenticate(.challenge(code))]
    switch state {
    case .created: return []
    case .fingerprinted: return [.fingerprint]
    case .completed: return [.fingerprint, .authenticate(.result(.succeeded))]
    case .pending: return asked
    case .challenged: return asked + [.present]
    case .answered: return asked + [.present, .answer(.right, attempt: 1)]
    case .finalized: return asked + [.present, .answer(.right, attempt: 1), .finalize]
    case .failed: return [.fingerprint, .authenticate(.result(.failed))]
    case .cancelled: return asked + [.cancel]
    case .timedOut: return asked + [.present, .answer(.timedOut, attempt: 1)]
    }
  }

  private static func inState(_ state: AuthenticationState) -> Authentication {
    var value = fresh()
    for event in events(to: state) {
      #expect(value.apply(event, requested: start, now: start) == .changed)
    }
    #expect(value.state == state)
    return value
  }

  private static let everyEvent: [AuthenticationEvent] =
    [
      .fingerprint, .authenticate(.result(.succeeded)), .authenticate(.result(.attempted)),
      .authenticate(.result(.failed)), .authenticate(.result(.unavailable)),
      .authenticate(.result(.rejected)), .authenticate(.result(.challengeRequired)),
      .authenticate(.result(.other("X"))), .authenticate(.challenge(code)),
      .authenticate(.challenge(Challenge(.outOfBand, render: .both))), .present, .finalize,
      .cancel, .expire,
    ]
    + ChallengeVerdict.allCases.flatMap { verdict in
      [0, 1, 2, 3, -1, .max].map { .answer(verdict, attempt: $0) }
    }

  /// The permitted changes. Every other event is refused or repeated.
  private static func next(_ state: AuthenticationState, _ event: AuthenticationEvent)
    -> AuthenticationState?
  {
    switch (state, event) {
    case (.created, .fingerprint): .fingerprinted
    case (.fingerprinted, .authenticate(.result(.succeeded))): .completed
    case (.fingerprinted, .authenticate(.result(.attempted))): .completed
    case (.fingerprinted, .authenticate(.result(.failed))): .failed
    case (.fingerprinted, .authenticate(.result(.unavailable))): .failed
    case (.fingerprinted, .authenticate(.result(.rejected))): .failed
    case (.fingerprinted, .authenticate(.challenge)): .pending
    case (.pending, .present): .challenged
    case (.challenged, .answer(.right, 1)): .answered
    case (.challenged, .answer(.declined, 1)): .answered
    case (.challenged, .answer(.wrong, 1)): .challenged
    case (.challenged, .answer(.cancelled, 1)): .cancelled
    case (.challenged, .answer(.timedOut, 1)): .timedOut
    case (.completed, .finalize), (.answered, .finalize): .finalized
    case (.created, .cancel), (.fingerprinted, .cancel), (.pending, .cancel): .cancelled
    case (.challenged, .cancel): .cancelled
    default: nil
    }
  }

  /// Messages that came before.
  private static func isRepeated(_ state: AuthenticationState, _ event: AuthenticationEvent) -> Bool
  {
    switch (state, event) {
    case (.fingerprinted, .fingerprint), (.completed, .authenticate(.result(.succeeded))): true
    case (.failed, .authenticate(.result(.failed))), (.pending, .authenticate(.challenge(code))):
      true
    case (.challenged, .present), (.challenged, .answer(.waiting, 1)): true
    case (.answered, .answer(_, 1)), (.finalized, .finalize), (.cancelled, .cancel): true
    case (.timedOut, .expire): true
    default: false
    }
  }

  @Test(arguments: AuthenticationState.allCases)
  func everyEventInEveryState(_ state: AuthenticationState) {
    let before = Self.inState(state)
    for event in Self.everyEvent {
      var value = before
      let reply = value.apply(event, requested: Self.start, now: Self.start)
      if let target = Self.next(state, event) {
        #expect(reply == .changed && value.state == target, "\(state) \(event)")
        #expect(value != before)
      } else {
        #expect(
          reply == (Self.isRepeated(state, event) ? .repeated : .refused), "\(state) \(event)")
        #expect(value == before, "\(state) \(event)")
      }
    }
  }

  /// D47: COMPLETED, PENDING, FAILED with 9131, 9200, 9199.
  @Test(
    arguments: [
      (AuthenticationState.created, nil, nil), (.fingerprinted, nil, nil),
      (.completed, .completed, nil), (.pending, .pending, nil), (.challenged, .pending, nil),
      (.answered, .pending, nil), (.finalized, .completed, nil), (.failed, .failed, 9131),
      (.cancelled, .failed, 9200), (.timedOut, .failed, 9199),
    ] as [(AuthenticationState, AuthenticationStatus?, Int?)])
  func status(_ state: AuthenticationState, _ status: AuthenticationStatus?, _ code: Int?) {
    let value = Self.inState(state)
    #expect(value.status == status)
    #expect(value.error?.code == code)
    #expect(value.isOver == [.finalized, .failed, .cancelled, .timedOut].contains(state))
    #expect(value.netsError?.code == [9131: 900, 9199: 901][code])
  }

  @Test func thirdWrongAnswerIsTheLast() {
    var value = Self.inState(.challenged)
    for attempt in 1...2 {
      let event = AuthenticationEvent.answer(.wrong, attempt: attempt)
      #expect(value.apply(event, requested: Self.start, now: Self.start) == .changed)
      #expect(value.apply(event, requested: Self.start, now: Self.start) == .repeated)
      #expect(value.attemptsLeft == 3 - attempt)
      #expect(value.state == .challenged)
    }
    #expect(
      value.apply(.answer(.wrong, attempt: 3), requested: Self.start, now: Self.start) == .changed)
    #expect(value.state == .answered && value.attemptsLeft == 0)
    #expect(
      value.apply(.answer(.right, attempt: 4), requested: Self.start, now: Self.start) == .refused)
    #expect(value.apply(.finalize, requested: Self.start, now: Self.start) == .changed)
    #expect(value.result == .failed && value.error == .failed)
    #expect(value.outcome?.eci == "07" && value.outcome?.cavv == nil)
  }

  @Test func thirdAnswerMayBeRight() {
    var value = Self.inState(.challenged)
    for (verdict, attempt) in [(ChallengeVerdict.wrong, 1), (.wrong, 2), (.right, 3)] {
      _ = value.apply(.answer(verdict, attempt: attempt), requested: Self.start, now: Self.start)
    }
    #expect(value.state == .answered && value.result == .succeeded)
  }

  /// D48: five minutes, from the bank's demand. Showing it again does not make it longer.
  @Test(arguments: [AuthenticationState.pending, .challenged])
  func challengeLimit(_ state: AuthenticationState) {
    let limit = Authentication.challengeLimit
    #expect(limit == 5 * 60 * 1000)
    let before = Self.inState(state)
    #expect(before.timeLeft(Self.start) == limit)
    #expect(before.timeLeft(Self.at(limit - 1)) == 1)
    #expect(before.timeLeft(Self.at(limit + 1)) == 0)
    for event in Self.everyEvent {
      let early = Self.at(limit - 1)
      var value = before
      _ = value.apply(event, requested: early, now: early)
      #expect(value.state != .timedOut || event == .answer(.timedOut, attempt: 1))
      value = before
      #expect(value.apply(event, requested: Self.at(limit), now: Self.at(limit)) == .changed)
      #expect(value.state == .timedOut && value.result == nil)
    }
  }

  /// A restart of the machine, or a clock that was set, gives nobody more time.
  @Test func clocksThatChange() {
    let limit = Authentication.challengeLimit
    let value = Self.inState(.challenged)
    let wall = Self.start.wall
    #expect(value.timeLeft(Moment(wall: wall, boot: 1)) == 0)
    #expect(value.timeLeft(Moment(wall: wall, boot: 5000 + limit)) == 0)
    #expect(value.timeLeft(Moment(wall: wall.adding(seconds: -3600), boot: 5001)) == limit - 1)
  }

  /// The other states have no such limit.
  @Test(arguments: [AuthenticationState.created, .fingerprinted, .completed, .answered])
  func noChallengeNoLimit(_ state: AuthenticationState) {
    var value = Self.inState(state)
    #expect(value.timeLeft(Self.at(.max / 2)) == nil)
    #expect(value.apply(.expire, requested: Self.at(1 << 40), now: Self.at(1 << 40)) == .refused)
    #expect(value.state == state)
  }

  /// D48: eight seconds. What comes later changes nothing and may be sent again.
  @Test func requestLimit() {
    #expect(Authentication.requestLimit == 8000)
    let requests: [(AuthenticationState, AuthenticationEvent)] = [
      (.created, .fingerprint), (.fingerprinted, .authenticate(.result(.succeeded))),
      (.challenged, .answer(.right, attempt: 1)), (.answered, .finalize),
    ]
    for (state, event) in requests {
      let before = Self.inState(state)
      var value = before
      #expect(value.apply(event, requested: Self.start, now: Self.at(8000)) == .late)
      #expect(value == before)
      #expect(value.apply(event, requested: Self.start, now: Self.at(7999)) == .changed)
    }
    for event in [AuthenticationEvent.present, .cancel] {
      var value = Self.inState(.pending)
      #expect(value.apply(event, requested: Self.start, now: Self.at(8000)) == .changed)
    }
  }

  /// D49.
  @Test func outcome() throws {
    var value = Self.inState(.answered)
    #expect(value.outcome == nil)
    #expect(value.apply(.finalize, requested: Self.start, now: Self.at(3)) == .changed)
    let outcome = try #require(value.outcome)
    #expect(outcome.status == .completed && outcome.result == .succeeded && outcome.eci == "05")
    #expect(outcome.cavv == "AAECAwQFBgcICQoLDA0ODxAREhM=")
    #expect(outcome.cavv?.count == 28)
    #expect(outcome.threeDSecureVersion == "2.2.0")
    #expect(outcome.directoryServerTransactionID == "t1")
    #expect(outcome.acsURL == "/3ds/x")
    #expect(outcome.time == Self.at(3).wall)
    #expect(value.apply(.finalize, requested: Self.start, now: Self.at(8000)) == .late)
    #expect(value.apply(.finalize, requested: Self.at(9), now: Self.at(9)) == .repeated)
    #expect(value.outcome == outcome)

    let frictionless = try #require(Self.inState(.completed).outcome)
    #expect(frictionless.acsURL == nil && frictionless.cavv != nil)
    let failed = try #require(Self.inState(.failed).outcome)
    #expect(failed.cavv == nil && failed.status == .failed)
  }

  /// No sequence of events gets a result twice, or leaves an end.
  @Test func randomSequences() {
    let leading: [AuthenticationEvent] = [
      .fingerprint, .authenticate(.challenge(Self.code)), .authenticate(.result(.attempted)),
      .present, .answer(.wrong, attempt: 1), .answer(.wrong, attempt: 2),
      .answer(.right, attempt: 2), .finalize,
    ]
    var random = SeededGenerator(seed: 16)
    var results = 0
    var reached: Set<AuthenticationState> = []
    for _ in 0..<1500 {
      var value = Self.fresh()
      var time: Int64 = 0
      for _ in 0..<40 {
        // Half of them lead on, so that every state is reached.
        let pool = Bool.random(using: &random) ? leading : Self.everyEvent
        let event = pool.randomElement(using: &random) ?? .expire
        let before = value
        time += Int64.random(in: 0...20_000, using: &random)
        let requested = Self.at(time - Int64.random(in: 0...9000, using: &random))
        let reply = value.apply(event, requested: requested, now: Self.at(time))
        if reply != .changed { #expect(value == before) }
        if before.isOver { #expect(value == before) }
        if let result = before.result { #expect(value.result == result) }
        if before.result == nil && value.result != nil { results += 1 }
        if let outcome = before.outcome, before.isOver { #expect(value.outcome == outcome) }
        #expect((0...3).contains(value.attempts))
        #expect(value.attempts >= before.attempts)
        reached.insert(value.state)
      }
    }
    #expect(results > 150)
    #expect(reached == Set(AuthenticationState.allCases))
  }
}
