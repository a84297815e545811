import Canvas
import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import Words

/// A card on its way into a wallet of a simulated device: what is done, what happens now, and what
/// is to come (C08, C10).
struct PhoneAdding: Overlay {
  enum Step: Int, CaseIterable {
    /// The wallet has room, and the card is not there.
    case allowed
    /// The device says who it is.
    case request
    /// The customer agrees with a code.
    case confirmation
    /// The issuer makes a token and seals the card.
    case issuing
    /// The device opens what was sealed, and its network compares it.
    case storing
    /// The issuer notes that the device has it.
    case activation
    case ready
  }

  /// Tells answers to this one from answers to one before it.
  let id: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  let device: SimulatedDevice
  /// Where the card is already, in words; empty: nowhere.
  let already: String
  var times: StepTimes
  /// A request is on its way to the issuer.
  var isAsking = false
  /// What was sent and answered, as far as it is no secret.
  var sent: [CardFacts.Line] = []
  var failure: WalletError?

  var isReady: Bool { times.done == times.count }

  static func begin(
    _ card: CardRow, _ wallet: MobileWalletType, _ device: SimulatedDevice,
    _ state: inout State
  ) -> [Effect] {
    let words = state.words
    let there = (state.details[card.id]?.card.tokenizations ?? []).filter {
      $0.status == .completed
    }
    let now = state.clock.now
    var adding = PhoneAdding(
      id: now, card: card, wallet: wallet, device: device,
      already: there.map { words.phoneWallet($0.walletType) }.joined(separator: ", "),
      times: StepTimes(Step.allCases.count, at: now))
    adding.times.finish(Step.allowed.rawValue, at: now)
    return state.push(adding)
      + [.read(DeviceRequestQuery(adding: now, device: device, wallet: wallet))]
  }

  /// nil: it was closed.
  static func find(_ id: UInt64, _ state: State) -> PhoneAdding? {
    state.overlays.lazy.compactMap { $0.base as? PhoneAdding }.first { $0.id == id }
  }

  static func change(_ id: UInt64, _ state: inout State, _ body: (inout PhoneAdding) -> Void) {
    for index in state.overlays.indices {
      guard var adding = state.overlays[index].base as? PhoneAdding, adding.id == id else {
        continue
      }
      body(&adding)
      state.overlays[index] = AnyOverlay(adding)
    }
  }

  static func finish(_ step: Step, of id: UInt64, _ state: inout State) {
    let now = state.clock.now
    change(id, &state) { $0.times.finish(step.rawValue, at: now) }
  }

  static func fail(_ error: WalletError, of id: UInt64, _ state: inout State) {
    change(id, &state) {
      $0.isAsking = false
      $0.failure = error
      $0.times.stop()
    }
  }

  // MARK: As an overlay

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch key.code {
    case .escape:
      state.pop()
      return isAsking ? [.cancel(.intents)] : []
    case .enter where !times.isRunning:
      state.pop()
      return []
    default: return [.bell]
    }
  }

  func draw(in frame: Frame) { PhoneAddingView(frame: frame, adding: self).draw() }
  func isReplaced(by next: any Overlay) -> Bool { next is ScaFlow }

  /// The time of the step that happens now.
  func deadline(_ state: State) -> UInt64? {
    guard times.isRunning else { return nil }
    return state.clock.now + (state.settings.reducesMotion ? Clock.second : State.spinnerStep)
  }

  /// Nothing goes on while the wallet is locked.
  func concealed() -> PhoneAdding? { times.isRunning ? nil : self }

  /// The customer did not agree: nothing was sealed.
  mutating func release() {
    if !isAsking { times.stop() }
  }
}

/// What a wallet of the device sends to the issuer.
struct DeviceRequestQuery: Query {
  let adding: UInt64
  let device: SimulatedDevice
  let wallet: MobileWalletType

  func request(_ service: WalletService) async throws(WalletError) -> CardTokenizationRequest {
    try await service.phones.request(wallet, of: device)
  }

  func answered(
    _ result: Result<CardTokenizationRequest, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard let found = PhoneAdding.find(adding, state) else { return [] }
    switch result {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return []
    case .success(let request):
      let sent = state.words.sentByDevice(request)
      PhoneAdding.change(adding, &state) { $0.sent = sent }
      PhoneAdding.finish(.request, of: adding, &state)
      return Tokenization(adding: adding, card: found.card, request: request, device: device)
        .send(&state)
    }
  }
}

/// Asks the issuer for a token. It needs a code.
struct Tokenization: Intent {
  typealias Answer = Result<CardTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let request: CardTokenizationRequest
  let device: SimulatedDevice

  var cardID: CardID? { card.id }
  func title(_ words: Words) -> String { words.addTo(words.phoneWallet(request.walletType)) }
  func reason(_ words: Words) -> String { words.codeForPhone }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
    // The customer has agreed.
    if state.top(ScaFlow.self) != nil { PhoneAdding.finish(.confirmation, of: adding, &state) }
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await service.cards.tokenize(card.id, request)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return readAgain(state)
    case .success(let sealed):
      guard PhoneAdding.find(adding, state) != nil else { return readAgain(state) }
      let line = state.words.answerOfIssuer(sealed)
      PhoneAdding.change(adding, &state) {
        $0.isAsking = false
        $0.sent.append(line)
      }
      PhoneAdding.finish(.issuing, of: adding, &state)
      return [
        .read(StoringQuery(adding: adding, answer: sealed, request: request, device: device))
      ]
    }
  }
}

/// The device opens what the issuer has sealed.
struct StoringQuery: Query {
  let adding: UInt64
  let answer: CardTokenization
  let request: CardTokenizationRequest
  let device: SimulatedDevice

  func request(_ service: WalletService) async throws(WalletError) -> MobileWalletTokenization {
    try await service.phones.add(answer, to: request, in: device)
  }

  func answered(
    _ result: Result<MobileWalletTokenization, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard let found = PhoneAdding.find(adding, state) else { return [] }
    switch result {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return []
    case .success(let token):
      PhoneAdding.finish(.storing, of: adding, &state)
      return [.read(PhoneDevicesQuery())]
        + TokenActivation(adding: adding, card: found.card, token: token).send(&state)
    }
  }
}

/// Reports that the device has the card (C05).
struct TokenActivation: Intent {
  typealias Answer = Result<MobileWalletTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let token: MobileWalletTokenization

  var cardID: CardID? { card.id }
  func title(_ words: Words) -> String { words.addTo(words.phoneWallet(token.walletType)) }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await service.cards.updateTokenization(card.id, token)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error): PhoneAdding.fail(error, of: adding, &state)
    case .success(let token):
      PhoneAdding.change(adding, &state) { $0.isAsking = false }
      PhoneAdding.finish(.ready, of: adding, &state)
      let words = state.words
      state.toasts.show(
        .success, words.isInWallet(card.title, words.phoneWallet(token.walletType)),
        clock: state.clock)
    }
    state.details.invalidate(card.id)
    return readAgain(state)
  }
}
