import Canvas
import ScreenKit
import Secrets
import WalletModel
import Words

extension ScaFlow: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if key.code == .escape { return back(&state) }
    switch step {
    case .choose(let index): return chooseKey(key, index, &state)
    case .code(let challenge, let input, _): return codeKey(key, challenge, input, &state)
    case .failed:
      if key.code == .enter { state.pop() }
      return []
    case .sending, .verifying, .repeating: return []
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    guard case .code(let challenge, var input, _) = step else { return [] }
    input.paste(secret)
    go(to: .code(challenge, input, note: nil), &state)
    return []
  }

  func lineInput(_ state: State) -> LineInput {
    if case .code = step { .code(state.words.commandLine.code) } else { .keys }
  }

  func draw(in frame: Frame) { ScaView(frame: frame).sca(self) }
  var allowsPhone: Bool { true }
  var takesCode: Bool { if case .code = step { true } else { false } }
  var isWaitedFor: Bool { true }

  func concealed() -> ScaFlow? {
    wipe()
    return nil
  }

  /// The countdowns of a challenge follow the wall clock, second by second.
  func deadline(_ state: State) -> UInt64? {
    let end: Timestamp?
    switch step {
    case .code(let challenge, _, _): end = challenge.expirationTime
    case .failed(_, let again): end = again
    case .choose, .sending, .verifying, .repeating: end = nil
    }
    let clock = state.clock
    guard let end, end > clock.wall else { return nil }
    let fraction = UInt64(clock.wall.milliseconds % 1000) * 1_000_000
    return clock.now + Clock.second - fraction
  }

  // MARK: Steps

  private func go(to step: Step, _ state: inout State) {
    var flow = self
    flow.step = step
    if case .code(let challenge, _, _) = step {
      flow.sentCode = challenge
      flow.keepsCode = false
    }
    state.replaceTop(flow)
  }

  /// One step back. Cancels what is waited for.
  private func back(_ state: inout State) -> [Effect] {
    switch step {
    case .code(let challenge, let input, _):
      input.secret.wipe()
      return choose(index(of: challenge), keepsCode: false, &state)
    case .sending(let index): return giveUp(at: index, &state)
    case .verifying(let challenge): return giveUp(at: index(of: challenge), &state)
    // The answer to the intent reports its outcome.
    case .repeating: return [.cancel(.intents)]
    case .choose:
      if keepsCode, let sentCode = validCode(at: state.clock) { return ask(sentCode, &state) }
      state.pop()
      return []
    case .failed:
      state.pop()
      return []
    }
  }

  /// The request may have arrived. Then a new code has replaced the previous one, or the right code
  /// was used. So there is no code to return to.
  private func giveUp(at index: Int, _ state: inout State) -> [Effect] {
    var flow = self
    flow.sentCode = nil
    return flow.choose(index, keepsCode: false, &state) + [.cancel(.codes)]
  }

  private func choose(_ index: Int, keepsCode: Bool, _ state: inout State) -> [Effect] {
    var flow = self
    flow.keepsCode = keepsCode
    flow.go(to: .choose(index), &state)
    return []
  }

  /// Shows empty boxes for a code that was sent.
  private func ask(_ challenge: ScaChallenge, note: Note? = nil, _ state: inout State) -> [Effect] {
    go(to: .code(challenge, SecretInput(digits: 6), note: note), &state)
    return []
  }

  /// The code that was sent last, while it is valid.
  private func validCode(at clock: Clock) -> ScaChallenge? {
    sentCode.flatMap { $0.expirationTime > clock.wall ? $0 : nil }
  }

  private func index(of challenge: ScaChallenge) -> Int {
    event.ways.firstIndex { $0.channel == challenge.verification.channel } ?? 0
  }

  // MARK: Keys

  private func chooseKey(_ key: Key, _ index: Int, _ state: inout State) -> [Effect] {
    if key.code == .enter { return sendChallenge(index, &state) }
    if case .character(let value) = key.code, key.modifiers.isEmpty {
      let number = Int(value) - 0x31
      if event.ways.indices.contains(number) { return sendChallenge(number, &state) }
    }
    guard let row = list(state).row(from: index, by: key, state) else { return [] }
    go(to: .choose(row), &state)
    return []
  }

  private func sendChallenge(_ index: Int, _ state: inout State) -> [Effect] {
    guard event.ways.indices.contains(index) else { return [] }
    go(to: .sending(index), &state)
    state.startWork(state.words.codes.sendingCode)
    return [.read(ChallengeQuery(event: event.reference, way: event.ways[index]))]
  }

  private func codeKey(
    _ key: Key, _ challenge: ScaChallenge, _ input: SecretInput, _ state: inout State
  ) -> [Effect] {
    var input = input
    switch key.code {
    case .enter: return submit(challenge, input, &state)
    case .tab:
      input.wipe()
      return choose(index(of: challenge), keepsCode: true, &state)
    case .character(0x72):  // r: resend
      guard state.clock.wall >= challenge.resendTime else {
        go(to: .code(challenge, input, note: .tooSoon), &state)
        return []
      }
      input.wipe()
      return sendChallenge(index(of: challenge), &state)
    case .character(0x63) where state.wallet.showsPhone:  // c: the simulated phone types it
      if let code = state.phones.simulated.newestCode {
        input.wipe()
        input.paste(code)
        go(to: .code(challenge, input, note: nil), &state)
      }
      return []
    default:
      guard input.handle(key) else { return [] }
      go(to: .code(challenge, input, note: nil), &state)
      return []
    }
  }

  private func submit(_ challenge: ScaChallenge, _ input: SecretInput, _ state: inout State)
    -> [Effect]
  {
    guard input.isFull else {
      go(to: .code(challenge, input, note: .text(state.words.codes.codeHasSixDigits)), &state)
      return []
    }
    go(to: .verifying(challenge), &state)
    state.startWork(state.words.codes.checkingCode)
    return [.read(AttemptQuery(event: event.reference, code: input.secret))]
  }

  // MARK: Answers

  /// The flow on top, if it is that of an event.
  static func of(_ event: ScaReference, _ state: State) -> ScaFlow? {
    state.top(ScaFlow.self).flatMap { $0.event.id == event.eventID ? $0 : nil }
  }

  func challenged(_ result: Result<ScaChallenge, WalletError>, _ state: inout State)
    -> [Effect]
  {
    switch result {
    case .success(let challenge):
      _ = ask(challenge, &state)
      guard state.wallet.showsPhone && challenge.verification.channel != .authenticator else {
        return []
      }
      state.phones.simulated.isOpen = true
      return [.read(PhoneMessagesQuery())]
    case .failure(let error): return fail(error, &state)
    }
  }

  func attempted(_ result: Result<ScaAttempt, WalletError>, _ state: inout State)
    -> [Effect]
  {
    guard case .verifying(var challenge) = step else { return [] }
    switch result {
    case .failure(let error): return fail(error, &state)
    case .success(let attempt):
      challenge.attemptsLeft = max(0, attempt.allowableAttempts - attempt.currentAttempts)
      switch attempt.status {
      case .verified:
        state.phones.simulated.isOpen = false
        go(to: .repeating, &state)
        return intent.start(event.reference, &state)
      case .failed:
        state.phones.simulated.isOpen = false
        show(WalletError(.scaBlocked, retryAfter: attempt.retryAfter), &state)
        return []
      case .rejected, .other:
        return ask(challenge, note: .text(state.words.codes.codeNotValid), &state)
      }
    }
  }

  private func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .cancelled { return [] }
    guard error.needsSignIn, state.wallet.asksPassword else {
      if error.leavesCode, !error.mayHaveHappened, let sentCode = validCode(at: state.clock) {
        return goOn(with: sentCode, error, &state)
      }
      show(error, &state)
      return []
    }
    // A code is valid for one sign-in. After another one, the intent starts again.
    state.view.overlays.removeLast()
    state.phones.simulated.isOpen = false
    return SignInAgain.ask(error, intent, &state)
  }

  /// Returns to the previous code, and says why no other one was sent.
  private func goOn(with sentCode: ScaChallenge, _ error: WalletError, _ state: inout State)
    -> [Effect]
  {
    var sentCode = sentCode
    guard let wait = error.retryAfter else {
      return ask(sentCode, note: .text(state.words.errors.message(error) + "."), &state)
    }
    sentCode.resendTime = max(sentCode.resendTime, state.clock.wall.adding(seconds: Int64(wait)))
    return ask(sentCode, note: .tooSoon, &state)
  }

  private func show(_ error: WalletError, _ state: inout State) {
    let again = error.retryAfter.map { state.clock.wall.adding(seconds: Int64($0)) }
    go(to: .failed(error, again: again), &state)
  }
}

extension ScaFlow {
  static func ask(for intent: AnyIntent, _ event: ScaEvent, _ state: inout State) -> [Effect] {
    // The grant expired between the code and the request: start over in the same place.
    pop(&state)
    let subject = intent.base.subject(state) ?? state.wallet.name
    var flow = ScaFlow(intent: intent, event: event, subject: subject)
    if event.ways.isEmpty { flow.step = .failed(event.noWay, again: nil) }
    return state.push(flow)
  }

  /// Shows the error of an intent in its flow; false: there is no such flow.
  static func fail(_ intent: AnyIntent, _ error: WalletError, _ state: inout State) -> Bool {
    guard let flow = state.top(ScaFlow.self), flow.intent == intent, case .repeating = flow.step
    else { return false }
    flow.show(error, &state)
    return true
  }

  /// Closes the flow that waits for its intent; true: there was one.
  @discardableResult
  static func pop(_ state: inout State) -> Bool {
    guard case .repeating? = state.top(ScaFlow.self)?.step else { return false }
    // Does not use `State.pop`, which would wipe the PIN: the intent may need it for the next
    // authorisation.
    state.view.overlays.removeLast()
    return true
  }
}

extension WalletError {
  /// Whether the previous code stays valid: no other one was sent, and none was tried.
  fileprivate var leavesCode: Bool {
    switch code {
    case .rateLimited, .challengeLimit, .unavailable: true
    default: code.isUnreachable
    }
  }
}

extension CardScheme {
  /// The name in a list.
  var short: String {
    switch self {
    case .visa: "VISA"
    case .mastercard: "MC"
    case .other(let word): word.isEmpty ? "—" : word
    }
  }
}
