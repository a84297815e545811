package import ScreenKit
package import WalletModel
package import WalletService
import Words

/// A virtual card on its way: what is done, what happens now, and what is to come (F01, F02).
package struct VirtualCardMaking: Sendable, Equatable, Identifiable {
  package enum Step: Int, CaseIterable, Sendable {
    /// The persona belongs to the customer.
    case owner
    /// The funding source may pay.
    case source
    /// The issuer makes the card.
    case issuing
    /// This device opens what was sealed for it.
    case sealing
    case ready
  }

  package enum Outcome: Sendable, Equatable {
    case running
    /// With the id of the card.
    case ready(String)
    case failed(WalletError)
  }

  package let order: VirtualCardOrder
  /// Its alias, or a word for one without.
  package let name: String
  /// `Visa ··4242`.
  package let source: String
  package let startedAt: Timestamp
  private var times: StepTimes
  package private(set) var outcome = Outcome.running
  /// What the issuer calls it on its way; nil: it has not answered yet.
  var provisionalID: String?
  /// A request is on its way.
  var isAsking = false
  /// When the order is sent again; nil: an answer is waited for, or was there.
  var nextTry: UInt64?
  /// How often the order was sent.
  var tries = 0
  /// An answer to it was lost: the issuer may have it.
  var mayHaveArrived = false

  package init(
    _ order: VirtualCardOrder, name: String, source: String, clock: Clock
  ) {
    self.order = order
    self.name = name
    self.source = source
    startedAt = clock.wall
    times = StepTimes(Step.allCases.count, at: clock.now)
  }

  package var id: String { order.reference }
  var start: UInt64 { times.start }

  /// The number of steps that are done.
  package var done: Int { times.done }
  package var isRunning: Bool { outcome == .running }
  /// The step that happens now; nil: it is over.
  package var step: Step? { isRunning ? Step(rawValue: done) : nil }

  /// The next steps are done, too, up to this one.
  mutating func finish(_ step: Step, at now: UInt64) { times.finish(step.rawValue, at: now) }

  mutating func succeed(_ card: String, at now: UInt64) {
    finish(.ready, at: now)
    outcome = .ready(card)
    nextTry = nil
  }

  mutating func fail(_ error: WalletError) {
    guard isRunning else { return }
    outcome = .failed(error)
    times.stop()
    nextTry = nil
  }

  /// An order is not sent more often by itself.
  static let mostTries = 5
}

// MARK: On the screen

extension VirtualCardMaking {
  /// What is done, what happens now, and what is to come, each with its time. While the order waits
  /// to be sent again, that is said instead.
  func steps(_ state: State) -> [ProgressStep] {
    let words = state.words
    let texts = Step.allCases.map { step in
      switch step {
      case .owner: words.virtualCards.stepPersona
      case .source: words.virtualCards.stepSource(source)
      case .issuing: words.virtualCards.stepIssuer
      case .sealing: words.virtualCards.stepSeal
      case .ready: words.virtualCards.stepReady
      }
    }
    let again = provisionalID == nil ? nextTry : nil
    return times.steps(
      texts.map { ($0, "") },
      waiting: again.map { words.virtualForms.againIn(state.clock.secondsLeft(until: $0)) },
      at: state.clock.now, words)
  }
}

// MARK: In the state

extension VirtualCardMaking {
  /// More are forgotten, the oldest first: an issuer makes fewer in a day.
  private static let most = 20

  /// Shows an order as a card that is being made, and says so.
  static func begin(_ order: VirtualCardOrder, _ state: inout State) {
    guard !state.virtual.forms.makings.contains(where: { $0.id == order.reference }) else { return }
    let words = state.words
    let source = state.virtual.source(order.fundingSourceID)
    let making = VirtualCardMaking(
      order, name: order.alias ?? words.virtualForms.virtualCardName,
      source: source.map { words.virtualForms.fundingName($0) } ?? words.virtualCards.paysFrom,
      clock: state.clock)
    state.virtual.forms.makings.append(making)
    if state.virtual.forms.makings.count > most { state.virtual.forms.makings.removeFirst() }
    let text = words.virtualForms.isBeingMade(making.name, isShort: state.layout != .wide)
    state.show(.info, text)
  }

  /// Somebody has to agree or to sign in first. Until then an order that was not sent is forgotten.
  /// One that may have arrived stays, and is sent again even if nobody does.
  static func hold(_ order: VirtualCardOrder, _ state: inout State) {
    state.virtual.forms.makings.removeAll { $0.id == order.reference && !$0.mayHaveArrived }
    let next = state.clock.after(seconds: 60)
    change(order.reference, &state) {
      $0.isAsking = false
      $0.nextTry = next
    }
  }

  /// nil: it is over and was forgotten.
  static func find(_ id: String, _ state: State) -> VirtualCardMaking? {
    state.virtual.forms.makings.first { $0.id == id }
  }

  static func change(
    _ id: String, _ state: inout State, _ body: (inout VirtualCardMaking) -> Void
  ) {
    for index in state.virtual.forms.makings.indices
    where state.virtual.forms.makings[index].id == id {
      body(&state.virtual.forms.makings[index])
    }
  }

  /// The request for a card failed. What may have reached the issuer is sent again with the same
  /// reference, so that it makes the card once.
  static func failed(_ id: String, _ error: WalletError, _ state: inout State) {
    guard let making = find(id, state), making.isRunning else { return }
    let now = state.clock.now
    if making.provisionalID == nil, making.tries < mostTries,
      error.mayHaveHappened || error.code.isUnreachable
    {
      let wait = UInt64(1) << UInt64(making.tries)
      change(id, &state) {
        $0.isAsking = false
        $0.mayHaveArrived = true
        $0.nextTry = now + wait * Clock.second
      }
      return
    }
    change(id, &state) {
      $0.isAsking = false
      $0.fail(error)
    }
    state.show(
      .danger, state.words.virtualForms.wasNotMade(making.name),
      detail: "\(state.words.errors.sentence(error)) \(state.words.errors.advice(error))",
      seconds: 10)
  }

  /// What is to be sent again. While somebody is asked to agree or to sign in, nothing is: that may
  /// send it, and a second question would cover the first.
  private static func waiting(_ state: State) -> [VirtualCardMaking] {
    let isAsked = state.view.overlays.contains { $0.base is SignInAgain || $0.base is ScaFlow }
    if isAsked || state.backend.connection == .signedOut { return [] }
    return state.virtual.forms.makings.filter { $0.isRunning && !$0.isAsking && $0.nextTry != nil }
  }

  /// The backend is back: what may not have reached it is sent with the next tick. Not now, since
  /// after a sign-in the intents that have waited for it are sent next.
  static func connectionRestored(_ state: inout State) {
    let now = state.clock.now
    for making in waiting(state) { change(making.id, &state) { $0.nextTry = now } }
  }

  /// What the issuer says of cards on their way.
  static func noticed(_ cards: [ProvisionalVirtualCard], _ state: inout State) -> [Effect] {
    let now = state.clock.now
    var effects: [Effect] = []
    for provisional in cards {
      guard let making = state.virtual.forms.making(of: provisional), making.step == .issuing else {
        continue
      }
      if let card = provisional.card {
        change(making.id, &state) { $0.finish(.issuing, at: now) }
        effects.append(.read(OpeningQuery(making: making.id, card: card)))
      } else if provisional.state == .failed {
        let advice = state.words.virtualForms.tryAnotherHolder(
          state.keyLabel(for: VirtualCardForms.newCard))
        failed(
          making.id,
          WalletError(
            .provisionFailed, .verbatim(state.words.virtualForms.issuerRefused),
            advice: .verbatim(advice)),
          &state)
      }
    }
    return effects
  }
}

extension VirtualCardMaking: Timed {
  static func deadlines(_ state: State) -> [UInt64] { waiting(state).compactMap(\.nextTry) }

  static func due(_ state: inout State) -> [Effect]? {
    let now = state.clock.now
    let next = waiting(state).first { ($0.nextTry ?? .max) <= now }
    return next.map { VirtualCardProof(order: $0.order).send(&state) }
  }
}

// MARK: Requests

/// The first step: the persona of an order belongs to the customer (F06).
struct VirtualCardProof: Intent {
  typealias Answer = Result<OwnershipProof, WalletError>
  let order: VirtualCardOrder

  func title(_ words: Words) -> String { words.virtualForms.makeVirtualCard.title }
  func progress(_ words: Words) -> String {
    words.virtualForms.orderingCard(order.alias ?? words.virtualForms.virtualCardName)
  }

  /// The form closes: what happens is seen in the list.
  func begin(_ state: inout State) {
    Dialog.close(of: AnyIntent(self), &state)
    VirtualCardMaking.begin(order, &state)
    VirtualCardMaking.change(order.reference, &state) {
      $0.isAsking = true
      $0.nextTry = nil
      $0.tries += 1
    }
  }

  func rollBack(_ state: inout State) { VirtualCardMaking.hold(order, &state) }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await service.virtualCards.proof(for: order)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error):
      VirtualCardMaking.failed(order.reference, error, &state)
      return []
    case .success(let proof):
      return VirtualCardProvision(order: order, proof: proof).send(&state)
    }
  }
}

/// The second step: the order itself. The answer comes before the card.
struct VirtualCardProvision: Intent {
  typealias Answer = Result<ProvisionalVirtualCard, WalletError>
  let order: VirtualCardOrder
  let proof: OwnershipProof

  func title(_ words: Words) -> String { words.virtualForms.makeVirtualCard.title }
  func progress(_ words: Words) -> String {
    words.virtualForms.orderingCard(order.alias ?? words.virtualForms.virtualCardName)
  }

  /// The card is in the list, unless somebody had to agree or to sign in after the first step.
  func begin(_ state: inout State) {
    VirtualCardMaking.begin(order, &state)
    let now = state.clock.now
    VirtualCardMaking.change(order.reference, &state) {
      $0.isAsking = true
      $0.nextTry = nil
      $0.finish(.owner, at: now)
    }
  }

  func rollBack(_ state: inout State) { VirtualCardMaking.hold(order, &state) }

  /// Somebody has to sign in, but it was sent before that.
  func handleLostAnswer(_ state: inout State) -> [Effect]? {
    VirtualCardMaking.change(order.reference, &state) { $0.mayHaveArrived = true }
    return nil
  }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await service.virtualCards.provision(order, with: proof)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    let now = state.clock.now
    switch answer {
    case .failure(let error): VirtualCardMaking.failed(order.reference, error, &state)
    case .success(let provisional):
      let began = VirtualCardMaking.find(order.reference, state)?.start ?? now
      VirtualCardMaking.change(order.reference, &state) {
        $0.finish(.source, at: now)
        $0.provisionalID = provisional.id
        $0.isAsking = false
      }
      return VirtualCards.ordered(
        VirtualOrder(order: order, duration: now - min(now, began)), provisional, &state)
        + VirtualCardMaking.noticed([provisional], &state)
    }
    return []
  }
}

/// Opens on this device what the issuer has sealed for it.
struct OpeningQuery: Query {
  let making: String
  let card: VirtualCard

  func request(_ service: WalletService) async throws(WalletError) -> VirtualCardResult {
    guard let result = try await service.virtualCards.open([card]).first else {
      throw WalletError(.virtualCardNotFound)
    }
    return result
  }

  func answered(_ result: Result<VirtualCardResult, WalletError>, _ state: inout State)
    -> [Effect]
  {
    let now = state.clock.now
    switch result {
    case .failure(let error): VirtualCardMaking.failed(making, error, &state)
    case .success(.partial):
      VirtualCardMaking.failed(making, WalletError(.virtualCardSealed), &state)
    case .success(let result):
      VirtualCards.show(result, &state)
      VirtualCardMaking.change(making, &state) {
        $0.isAsking = false
        $0.succeed(card.id, at: now)
      }
      let name =
        VirtualCardMaking.find(making, state)?.name ?? state.words.virtualForms.virtualCardName
      state.show(.success, state.words.virtualCards.virtualIsReady(name))
    }
    return []
  }
}
