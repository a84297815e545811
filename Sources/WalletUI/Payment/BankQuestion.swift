import Canvas
import ScreenKit
import Secrets
import ThreeDSecure
package import WalletModel
import Words

/// What a bank's question is about.
package struct BankMatter: Sendable, Equatable {
  /// `First Bank of Sofia`.
  package var bank: String
  /// `Visa Secure`.
  package var programme: String
  /// Of the protocol: `2.2.0`.
  package var version: String
  package var merchant: String
  /// nil: a card is saved, and nothing is paid (E10).
  package var amount: Money?
  /// `Order 1048`.
  package var title: String
  /// `Visa`.
  package var cardName: String
  package var lastFour: String
  package var time: Timestamp
}

/// Carries out the answers to a bank's question. It has no secrets.
protocol QuestionAnswering: Sendable, Equatable {
  /// Sends an answer. A code in it is a copy, which the request has to wipe. Its own answer goes to
  /// `BankQuestion.answered`.
  func answer(_ reply: ChallengeReply, _ state: inout State) -> [Effect]
  /// The person does not want to go on. The question has closed.
  func cancelled(_ state: inout State) -> [Effect]
  /// The time is over. The question stays until the person has read so.
  func timedOut(_ state: inout State) -> [Effect]
}

/// The question of a card's bank: a code, a confirmation elsewhere, a choice, or a page (D27, E03).
///
/// Above a form it takes its place; when it closes, the form takes keys again, with what was typed.
package struct BankQuestion: Sendable, Equatable {
  package enum Step: Sendable, Equatable {
    case asking
    /// An answer was sent.
    case sending
    /// The time is over.
    case over
  }

  enum Note: Sendable, Equatable {
    case challenge(ChallengeText)
    case text(String)
    case error(WalletError)
  }

  /// What the bank says about an answer.
  package enum Verdict: Sendable, Equatable {
    case wrong(attemptsLeft: Int)
    /// Nothing was confirmed yet.
    case waiting
    /// The request failed, and the question can be answered again.
    case failed(WalletError)
    /// It is decided, and the question closes.
    case decided
  }

  /// Of the authentication.
  package let id: String
  let matter: BankMatter
  let challenge: Challenge
  /// Where the code was sent, masked: `+359 ••• ••• 412`.
  let target: String
  /// Where the page can be opened once; nil: there is no page.
  let address: String?
  /// In nanoseconds since boot.
  let endsAt: UInt64
  var steps: [ProgressStep]
  private(set) var attemptsLeft = Authentication.attemptLimit
  private(set) var step = Step.asking
  private(set) var code = SecretInput(digits: BankQuestion.codeDigits)
  /// The option in focus.
  private(set) var focus = 0
  /// Of several options.
  private(set) var chosen: Set<Int> = []
  private(set) var note: Note?
  /// What each page of the bank begins with; nil: nothing. The last one asks.
  private(set) var pages: [ChallengeText?] = [nil]
  /// The page in sight.
  private(set) var page = 0
  private let box: AnyAnswering

  static let codeDigits = 6
  /// Milliseconds are the unit of `Authentication`.
  static let nanoseconds: UInt64 = 1_000_000

  /// - Parameter timeLeft: Milliseconds (`Authentication.timeLeft`), 0…300,000.
  init(
    _ id: String, _ matter: BankMatter, _ challenge: Challenge, target: String = "",
    address: String? = nil, timeLeft: Int64 = Authentication.challengeLimit,
    steps: [ProgressStep] = [], clock: Clock, by handler: any QuestionAnswering
  ) {
    self.id = id
    self.matter = matter
    self.challenge = challenge
    self.target = target
    self.address = address
    self.steps = steps
    let left = UInt64(max(0, min(timeLeft, Authentication.challengeLimit)))
    endsAt = clock.now + left * Self.nanoseconds
    box = AnyAnswering(base: handler)
  }

  private var handler: any QuestionAnswering { box.base }

  /// Whether the newest page is in sight, which can be answered.
  var isNewest: Bool { page == pages.count - 1 }
  var isPayment: Bool { matter.amount != nil }

  func open(_ state: inout State) -> [Effect] { state.push(self) }

  /// The options as every picker lists them.
  func list(_ state: State) -> PickerList {
    let mark = state.settings.ascii ? "[x] " : "[✓] "
    let rows = challenge.options.enumerated().map { index, option in
      let sign = challenge.type != .multiSelect ? "" : chosen.contains(index) ? mark : "[ ] "
      return PickerList.Row(
        id: option.rawValue, keys: "\(index + 1)", title: sign + state.words.text(option.text),
        text: "")
    }
    return PickerList(
      [PickerList.Group(title: "", rows: rows)], impossible: state.words.screen.notPossibleNow)
  }
}

private struct AnyAnswering: Sendable, Equatable {
  let base: any QuestionAnswering
  static func == (a: AnyAnswering, b: AnyAnswering) -> Bool { a.base.equals(b.base) }
}

// MARK: Answers

extension BankQuestion {
  /// The bank has judged an answer. A question that is closed or over stays so.
  @discardableResult
  static func answered(_ id: String, _ verdict: Verdict, _ state: inout State) -> [Effect] {
    if verdict == .decided {
      // Not `State.pop`: the form below stays busy until its own answer.
      state.removeOverlays { ($0 as? BankQuestion)?.id == id }
      state.phones.simulated.isOpen = false
      return []
    }
    changeAll(&state) { if $0.id == id { $0.take(verdict) } }
    return []
  }

  private mutating func take(_ verdict: Verdict) {
    guard step != .over else { return }
    step = .asking
    switch verdict {
    case .wrong(let left):
      attemptsLeft = max(0, left)
      code.wipe()
      turnPage(.wrong(attemptsLeft: attemptsLeft))
    case .waiting: turnPage(.notConfirmedYet)
    case .failed(let error): note = error.needsSignIn ? nil : .error(error)
    case .decided: break
    }
  }

  /// The bank's next page begins with this; without pages it is said here.
  private mutating func turnPage(_ text: ChallengeText) {
    guard challenge.isPage, pages.count < Self.mostPages else {
      note = .challenge(text)
      return
    }
    note = nil
    pages.append(text)
    page = pages.count - 1
  }

  /// Pages that can be gone back to. A page that asks whether something was confirmed has no limit.
  private static let mostPages = 20
}

// MARK: Time

extension BankQuestion: Timed {
  private static func questions(_ state: State) -> [BankQuestion] {
    state.view.overlays.compactMap { $0.base as? BankQuestion }.filter { $0.step != .over }
  }

  static func deadlines(_ state: State) -> [UInt64] {
    questions(state).map { state.clock.nextSecond(before: $0.endsAt) }
  }

  static func due(_ state: inout State) -> [Effect]? {
    let now = state.clock.now
    guard let question = questions(state).first(where: { $0.endsAt <= now }) else { return nil }
    changeAll(&state) {
      guard $0.id == question.id else { return }
      $0.step = .over
      $0.note = nil
      $0.code.wipe()
    }
    return question.handler.timedOut(&state)
  }
}

// MARK: Keys

extension BankQuestion: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if key.code == .escape || step == .over && key.code == .enter { return leave(&state) }
    guard step == .asking else { return [] }
    var question = self
    if challenge.isPage, let turned = question.turn(key) {
      if turned { state.replaceTop(question) }
      return turned ? [] : [.bell]
    }
    guard isNewest else { return [.bell] }
    if key.code == .enter || key == .control("s") { return submit(&state) }
    if challenge.asksForCode { return codeKey(key, &state) }
    if challenge.options.isEmpty { return phoneKey(key, &state) }
    return optionKey(key, &state)
  }

  /// Back and forward between the pages. nil: the key is another one; false: there is no such page.
  private mutating func turn(_ key: Key) -> Bool? {
    let step = key.code == .left ? -1 : key.code == .right ? 1 : 0
    guard step != 0 else { return nil }
    guard pages.indices.contains(page + step) else { return false }
    page += step
    return true
  }

  /// Esc gives up what is waited for, then the question itself.
  private func leave(_ state: inout State) -> [Effect] {
    if step == .sending {
      change(&state) { $0.step = .asking }
      return [.cancel(.codes)]
    }
    let isOver = step == .over
    state.pop()
    return isOver ? [] : handler.cancelled(&state)
  }

  private func codeKey(_ key: Key, _ state: inout State) -> [Effect] {
    var question = self
    switch key.code {
    case .character(0x63) where state.wallet.showsPhone:  // c: the simulated phone types it
      guard let code = state.phones.simulated.newestCode else { return [] }
      question.code.wipe()
      question.code.paste(code)
    default: guard question.code.handle(key) else { return [] }
    }
    question.note = nil
    state.replaceTop(question)
    return []
  }

  /// The simulated phone answers.
  private func phoneKey(_ key: Key, _ state: inout State) -> [Effect] {
    guard state.wallet.showsPhone else { return [] }
    switch key {
    case .character("c"): return send(.confirmation(.confirmed), &state)
    case .character("n"): return send(.confirmation(.declined), &state)
    default: return []
    }
  }

  private func optionKey(_ key: Key, _ state: inout State) -> [Effect] {
    if case .character(let value) = key.code, key.modifiers.isEmpty {
      let number = Int(value) - 0x31
      if challenge.options.indices.contains(number) { return choose(option: number, &state) }
    }
    if key == .character(" ") { return choose(option: focus, &state) }
    guard let row = list(state).row(from: focus, by: key, state) else { return [] }
    return change(&state) {
      $0.focus = row
      $0.note = nil
    }
  }

  /// Selects an option; of several, marks it or takes the mark away.
  private func choose(option: Int, _ state: inout State) -> [Effect] {
    guard step == .asking, isNewest, challenge.options.indices.contains(option) else { return [] }
    return change(&state) {
      $0.focus = option
      $0.note = nil
      if $0.challenge.type == .multiSelect { $0.chosen.formSymmetricDifference([option]) }
    }
  }

  private func submit(_ state: inout State) -> [Effect] {
    if challenge.asksForCode {
      guard code.isFull else {
        return say(.text(state.words.bankQuestion.bankCodeHasSixDigits), &state)
      }
      return send(.code(code.secret.copy()), &state)
    }
    let options = challenge.options
    if options.isEmpty { return send(.confirmation(.waiting), &state) }
    let picked = challenge.type == .multiSelect ? chosen.sorted() : [focus]
    guard !picked.isEmpty else { return say(.text(state.words.bankQuestion.chooseFirst), &state) }
    return send(.options(picked.map { options[$0].rawValue }), &state)
  }

  private func say(_ note: Note, _ state: inout State) -> [Effect] {
    change(&state) { $0.note = note }
  }

  private func send(_ reply: ChallengeReply, _ state: inout State) -> [Effect] {
    var question = self
    question.note = nil
    question.step = .sending
    state.replaceTop(question)
    return handler.answer(reply, &state)
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    guard step == .asking, isNewest, challenge.asksForCode else { return [] }
    return change(&state) {
      $0.code.paste(secret)
      $0.note = nil
    }
  }

  func click(line: Int, _ state: inout State) -> [Effect] { choose(option: line, &state) }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] {
    challenge.options.isEmpty ? [] : arrows(lines.signum(), &state)
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    challenge.options.indices.contains(index) ? choose(option: index, &state) : [.bell]
  }

  func lineInput(_ state: State) -> LineInput {
    guard step == .asking, isNewest else { return .keys }
    if challenge.asksForCode { return .code(state.words.commandLine.code) }
    guard challenge.type == .singleSelect else { return .keys }
    return .options(
      state.words.text(ChallengeText.chooseOne.text),
      challenge.options.map { state.words.text($0.text) }, focus)
  }

  func draw(in frame: Frame) { BankQuestionView(frame: frame, question: self).draw() }
  var allowsPhone: Bool { challenge.options.isEmpty }
  var hasPhoneAtLeft: Bool { true }
  var takesCode: Bool { challenge.asksForCode && step == .asking && isNewest }
  var isWaitedFor: Bool { true }
  var keepsSecret: Bool { code.count > 0 }

  func wipe() { code.secret.wipe() }

  func concealed() -> BankQuestion? {
    var question = self
    question.code.wipe()
    return question
  }
}
