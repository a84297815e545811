import Canvas
import Secrets
import WalletAPI
import WalletModel
import Words

extension ScaFlow: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] { state.scaKey(key, self) }
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { state.scaPaste(secret, self) }

  func lineInput(_ state: State) -> LineInput {
    if case .code = step { .code(state.words.code) } else { .keys }
  }

  func draw(in frame: Frame) { frame.sca(self) }
  var allowsPhone: Bool { true }
  var isWaitedFor: Bool { true }

  func concealed() -> ScaFlow? {
    wipe()
    return nil
  }

  /// Countdowns of a challenge run on wall time, second by second.
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
}

extension State {
  mutating func askForCode(_ intent: AnyIntent, _ event: ScaEvent) -> [Effect] {
    // A grant that ran out between the code and the request: start over in the same place.
    popFlow()
    var flow = ScaFlow(intent: intent, event: event, subject: subject(of: intent))
    if event.ways.isEmpty { flow.step = .failed(event.noWay, again: nil) }
    return push(flow)
  }

  private func subject(of intent: AnyIntent) -> String {
    guard let row = intent.base.cardID.flatMap({ list.row($0) }) else { return wallet.name }
    return "\(row.title) · \(words.scheme(row.scheme)) ··\(row.lastFour)"
  }

  // MARK: Keys

  fileprivate mutating func scaKey(_ key: Key, _ flow: ScaFlow) -> [Effect] {
    if key.code == .escape { return scaBack(flow) }
    switch flow.step {
    case .choose(let index): return chooseKey(key, flow, index)
    case .code(let challenge, let input, _): return codeKey(key, flow, challenge, input)
    case .failed:
      if key.code == .enter { pop() }
      return []
    case .sending, .verifying, .repeating: return []
    }
  }

  /// One step back; what is waited for is given up.
  private mutating func scaBack(_ flow: ScaFlow) -> [Effect] {
    switch flow.step {
    case .code(let challenge, let input, _):
      input.secret.wipe()
      return choose(flow, index: index(of: challenge, in: flow), aside: false)
    case .sending(let index): return giveUp(flow, at: index)
    case .verifying(let challenge): return giveUp(flow, at: index(of: challenge, in: flow))
    // Its answer says what became of it.
    case .repeating: return [.cancel(.intents)]
    case .choose:
      if flow.isAside, let live = live(in: flow) { return ask(live, of: flow) }
      pop()
      return []
    case .failed:
      pop()
      return []
    }
  }

  /// What was sent may have arrived: another code takes the place of the one before, and one that was
  /// right is used up. So there is none to go back to.
  private mutating func giveUp(_ flow: ScaFlow, at index: Int) -> [Effect] {
    var flow = flow
    flow.live = nil
    return choose(flow, index: index, aside: false) + [.cancel(.codes)]
  }

  private mutating func choose(_ flow: ScaFlow, index: Int, aside: Bool) -> [Effect] {
    var flow = flow
    flow.isAside = aside
    set(.choose(index), of: flow)
    return []
  }

  /// Empty boxes for a code that was sent.
  private mutating func ask(
    _ challenge: ScaChallenge, of flow: ScaFlow, note: ScaFlow.Note? = nil
  ) -> [Effect] {
    set(.code(challenge, SecretInput(digits: 6), note: note), of: flow)
    return []
  }

  /// The code that was sent last, while it is good.
  private func live(in flow: ScaFlow) -> ScaChallenge? {
    flow.live.flatMap { $0.expirationTime > clock.wall ? $0 : nil }
  }

  private mutating func chooseKey(_ key: Key, _ flow: ScaFlow, _ index: Int) -> [Effect] {
    let count = flow.event.ways.count
    let command = keymap.command(for: key)?.id
    switch key.code {
    case .down, .tab,
      _ where command == "move.down":
      set(.choose((index + 1) % max(1, count)), of: flow)
    case .up, .backtab,
      _ where command == "move.up":
      set(.choose((index + count - 1) % max(1, count)), of: flow)
    case .enter: return sendChallenge(flow, index)
    case .character(let value):
      let number = Int(value) - 0x31
      if number >= 0 && number < count { return sendChallenge(flow, number) }
    default: break
    }
    return []
  }

  private mutating func sendChallenge(_ flow: ScaFlow, _ index: Int) -> [Effect] {
    guard flow.event.ways.indices.contains(index) else { return [] }
    set(.sending(index), of: flow)
    startWork(words.sendingCode)
    return [.challenge(flow.event.reference, flow.event.ways[index])]
  }

  private mutating func codeKey(
    _ key: Key, _ flow: ScaFlow, _ challenge: ScaChallenge, _ input: SecretInput
  ) -> [Effect] {
    var input = input
    switch key.code {
    case .enter: return submit(flow, challenge, input)
    case .tab:
      input.wipe()
      return choose(flow, index: index(of: challenge, in: flow), aside: true)
    case .character(0x72):  // r: resend
      guard clock.wall >= challenge.resendTime else {
        set(.code(challenge, input, note: .tooSoon), of: flow)
        return []
      }
      input.wipe()
      return sendChallenge(flow, index(of: challenge, in: flow))
    case .character(0x63) where wallet.showsPhone:  // c: the simulated phone types it
      if let code = phone.newestCode {
        input.wipe()
        input.paste(code)
        set(.code(challenge, input, note: nil), of: flow)
      }
      return []
    default:
      guard input.handle(key) else { return [] }
      set(.code(challenge, input, note: nil), of: flow)
      return []
    }
  }

  private mutating func submit(
    _ flow: ScaFlow, _ challenge: ScaChallenge, _ input: SecretInput
  ) -> [Effect] {
    guard input.isFull else {
      set(.code(challenge, input, note: .text(words.codeHasSixDigits)), of: flow)
      return []
    }
    set(.verifying(challenge), of: flow)
    startWork(words.checkingCode)
    return [.attempt(flow.event.reference, code: input.secret)]
  }

  fileprivate mutating func scaPaste(_ secret: Secret, _ flow: ScaFlow) -> [Effect] {
    guard case .code(let challenge, var input, _) = flow.step else { return [] }
    input.paste(secret)
    set(.code(challenge, input, note: nil), of: flow)
    return []
  }

  // MARK: Answers

  mutating func challenged(_ event: ScaEventID, _ result: Result<ScaChallenge, WalletError>)
    -> [Effect]
  {
    endWork(words.sendingCode)
    guard let flow = flow(of: event) else { return [] }
    switch result {
    case .success(let challenge):
      _ = ask(challenge, of: flow)
      if wallet.showsPhone && challenge.verification.channel != .authenticator {
        phone.isOpen = true
        return [.loadPhone]
      }
    case .failure(let error): return fail(flow, error)
    }
    return []
  }

  private mutating func fail(_ flow: ScaFlow, _ error: WalletError) -> [Effect] {
    if error.code == .cancelled { return [] }
    guard error.needsSignIn else {
      if error.leavesCode, !error.mayHaveHappened, let live = live(in: flow) {
        return goOn(with: live, flow, error)
      }
      fail(flow, with: error)
      return []
    }
    // A code is good for one sign-in: after another one, the intent begins anew.
    overlays.removeLast()
    phone.isOpen = false
    return askToSignIn(error, flow.intent)
  }

  /// Back to the code that was sent before, with what kept another one from being sent.
  private mutating func goOn(with live: ScaChallenge, _ flow: ScaFlow, _ error: WalletError)
    -> [Effect]
  {
    var live = live
    guard let wait = error.retryAfter else {
      return ask(live, of: flow, note: .text(words.message(error) + "."))
    }
    live.resendTime = max(live.resendTime, clock.wall.adding(seconds: Int64(wait)))
    return ask(live, of: flow, note: .tooSoon)
  }

  mutating func attempted(_ event: ScaEventID, _ result: Result<ScaAttempt, WalletError>)
    -> [Effect]
  {
    endWork(words.checkingCode)
    guard let flow = flow(of: event), case .verifying(var challenge) = flow.step else { return [] }
    switch result {
    case .failure(let error): return fail(flow, error)
    case .success(let attempt):
      challenge.attemptsLeft = max(0, attempt.allowableAttempts - attempt.currentAttempts)
      switch attempt.status {
      case .verified:
        phone.isOpen = false
        set(.repeating, of: flow)
        return perform(flow.intent, flow.event.reference)
      case .failed:
        phone.isOpen = false
        fail(flow, with: WalletError(.scaBlocked, retryAfter: attempt.retryAfter))
      case .rejected, .other:
        return ask(challenge, of: flow, note: .text(words.codeNotValid))
      }
    }
    return []
  }

  /// Shows in the flow what went wrong with its intent; false when there is no such flow.
  mutating func failFlow(_ intent: AnyIntent, _ error: WalletError) -> Bool {
    guard let flow = top(ScaFlow.self), flow.intent == intent, case .repeating = flow.step else {
      return false
    }
    fail(flow, with: error)
    return true
  }

  /// Closes the flow that waits for its intent. True when there was one.
  @discardableResult
  mutating func popFlow() -> Bool {
    guard case .repeating? = top(ScaFlow.self)?.step else { return false }
    // Not `pop`: the intent may be about to be authorised once more, with the PIN that it holds.
    overlays.removeLast()
    return true
  }

  private func flow(of event: ScaEventID) -> ScaFlow? {
    top(ScaFlow.self).flatMap { $0.event.id == event ? $0 : nil }
  }

  private mutating func fail(_ flow: ScaFlow, with error: WalletError) {
    let again = error.retryAfter.map { clock.wall.adding(seconds: Int64($0)) }
    set(.failed(error, again: again), of: flow)
  }

  private mutating func set(_ step: ScaFlow.Step, of flow: ScaFlow) {
    var flow = flow
    flow.step = step
    if case .code(let challenge, _, _) = step {
      flow.live = challenge
      flow.isAside = false
    }
    replaceTop(flow)
  }

  private func index(of challenge: ScaChallenge, in flow: ScaFlow) -> Int {
    flow.event.ways.firstIndex {
      $0.channel == challenge.verification.channel
    } ?? 0
  }
}

extension WalletError {
  /// A code that was sent before is as good as it was: none was sent or tried now.
  fileprivate var leavesCode: Bool {
    switch code {
    case .rateLimited, .challengeLimit, .unavailable: true
    default: code.isUnreachable
    }
  }
}

extension CardScheme {
  /// As a list has it.
  var short: String {
    switch self {
    case .visa: "VISA"
    case .mastercard: "MC"
    case .other(let word): word.isEmpty ? "—" : word
    }
  }
}
